// instantiations/ocaml_runtime/checked/path.cpp: how a broken object is reached from a root.
#include <algorithm>

#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/roots.hpp>
#include <strata/instantiations/ocaml_runtime/checked/scan.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

constexpr std::size_t most_steps = 32, most_places = std::size_t{1} << 26U;

/// An object that was reached: from the root `slot`, or from the object at number `from`.
struct reached_place {
    word object;
    std::uint32_t from, field;
    root_kind kind;
    const value* slot;
};

/// A search in the order of distance, so that the path is a shortest one.
struct {
    reached_place* all;
    std::size_t size;
    word_bits old_seen, young_seen;
    word wanted;
    std::size_t found_at;
} the_search{};

bool is_sane(word h)
{
    const auto hd = load(h);
    const auto& heap = old().memory();
    const auto young_end = reinterpret_cast<word>(Caml_state->young_alloc_end);
    const bool is_old = h - heap.begin() < heap.end() - heap.begin();
    return heap_layout::wosize(hd) < most_places &&
           end_of(h, hd) <= (is_old ? heap.end() : young_end);
}

void come_by(word v, const reached_place& by)
{
    if ((v & 7) != 0 || the_search.found_at != 0 || the_search.size == most_places) return;
    const auto& heap = old().memory();
    const bool is_old = v - heap.begin() < heap.end() - heap.begin() && v != heap.begin();
    const auto young = reinterpret_cast<word>(Caml_state->young_ptr);
    const auto young_end = reinterpret_cast<word>(Caml_state->young_alloc_end);
    if (!is_old && (v <= young || v >= young_end)) return;
    auto h = v - sizeof(word);
    if (v != the_search.wanted) {
        h = base_of(v);
        const auto begin = is_old ? heap.begin() : young;
        if (h < begin || h >= v) return;
    }
    if ((is_old ? the_search.old_seen : the_search.young_seen).test_and_set(h)) return;
    the_search.all[the_search.size] = by;
    the_search.all[the_search.size].object = h + sizeof(word);
    if (h + sizeof(word) == the_search.wanted) the_search.found_at = the_search.size;
    ++the_search.size;
}

void look_from(std::size_t number)
{
    const auto h = the_search.all[number].object - sizeof(word);
    const auto hd = load(h);
    if (!is_sane(h) || tag_of(hd) >= No_scan_tag) return;
    if (tag_of(hd) == Closure_tag &&
        functional::find_kind_defect<heap_layout>(old().memory(), header{h}) != nullptr)
        return;
    for (auto at = first_value(h, hd); at < end_of(h, hd); at += sizeof(word))
        come_by(load(at), {0, static_cast<std::uint32_t>(number),
                           static_cast<std::uint32_t>((at - h) / sizeof(word) - 1), root_kind::none,
                           nullptr});
}

bool begin_search(word object)
{
    const auto& heap = old().memory();
    const auto young = reinterpret_cast<word>(Caml_state->young_alloc_start);
    const auto young_end = reinterpret_cast<word>(Caml_state->young_alloc_end);
    the_search = {};
    the_search.wanted = object;
    void* at = mmap(nullptr, most_places * sizeof(reached_place), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return false;
    the_search.all = static_cast<reached_place*>(at);
    the_search.size = 1;  // number 0 is for none
    return the_search.old_seen.cover(heap.begin(), (heap.end() - heap.begin()) / sizeof(word)) &&
           the_search.young_seen.cover(young, (young_end - young) / sizeof(word));
}
void end_search()
{
    if (the_search.all != nullptr) munmap(the_search.all, most_places * sizeof(reached_place));
    the_search.old_seen.release();
    the_search.young_seen.release();
}

/// The steps that lead to the place, backwards from it; those next to it if there are too many.
void take_steps(finding& f, std::size_t number)
{
    static step steps[most_steps];
    std::size_t n = most_steps;
    for (; the_search.all[number].slot == nullptr; number = the_search.all[number].from) {
        const auto& from = the_search.all[the_search.all[number].from];
        if (n == 0) f.is_path_cut = true;
        else steps[--n] = {from.object, the_search.all[number].field};
    }
    f.path = {steps + n, most_steps - n};
    const auto& first = the_search.all[number];
    f.from = {first.kind, reinterpret_cast<word>(first.slot), 0};
}

}  // namespace

void find_path(finding& f)
{
    if (!begin_search(f.object)) return end_search();
    for_each_root([](root_kind kind, value* slot) {
        come_by(word_of_value(*slot), {0, 0, 0, kind, slot});
    });
    for (const auto slot : ref_table::slots())
        come_by(load(slot),
                {0, 0, 0, root_kind::remembered_set, reinterpret_cast<const value*>(slot)});
    for (std::size_t i = 1; i < the_search.size && the_search.found_at == 0; ++i) look_from(i);
    if (the_search.found_at != 0) take_steps(f, the_search.found_at);
    end_search();
}

}  // namespace strata::ocaml_runtime::checked
