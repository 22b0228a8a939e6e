// tests/property/generations.cpp: programs on CakeML's heap, beside a model that forgets nothing.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include <strata/layer3_imperative/checked_memory.hpp>
#include <strata/layer3_imperative/generational.hpp>

#include "cakeml_words.hpp"
#include "recipes.hpp"

namespace {

using namespace strata;
using namespace strata::imperative;

/// An object as the program made it. A field is data, or the number of an object and its pointer's
/// bits.
template <class W>
struct shadow_object {
    struct field {
        W word = 0;
        std::size_t object = 0;  ///< counted from 1; 0 if it is data
    };
    W tag = 0;
    std::vector<field> fields{};
};

/// A program with four roots, on both heaps.
template <generational_layout L>
class mutator {
public:
    using W = word_of<L>;
    using object = shadow_object<W>;
    using field = typename object::field;

    mutator(std::size_t words, std::size_t kind)
        : one_(words)
        , other_(words)
        , gc_{{one_, 0}, {other_, 0}, configs(kind)}
    {}

    /// Whether the heap holds what the model says after this step.
    [[nodiscard]] bool step(std::uint32_t choice)
    {
        const auto what = choice % 16;
        const auto more = choice / 16;
        if (what < 7) allocate(more, static_cast<W>(4 * (more % 3)));
        else if (what < 10) allocate(more, static_cast<W>(L::ref_tag));
        else if (what < 11) allocate(more, static_cast<W>(L::raw_tag));
        else if (what < 13) write(more);
        else if (what < 14) roots_[more % 4] = field{};
        else if (what < 15) return collect(more);
        else if (!gc_.switch_to(configs(more), words())) return false;
        else return read_back();
        return is_intact();
    }
    [[nodiscard]] const auto& gc() const { return gc_; }

private:
    [[nodiscard]] static gc_config configs(std::size_t n)
    {
        const gc_config all[] = {gc_config::simple(), gc_config::gen({20}), gc_config::gen({1}),
                                 gc_config::gen({12, 60}), gc_config::gen({5, 10, 100})};
        return all[n % 5];
    }
    /// The roots as words; `read_back` gets them from there.
    [[nodiscard]] std::vector<W>& words()
    {
        slots_.clear();
        for (const auto& r : roots_) slots_.push_back(r.word);
        return slots_;
    }
    [[nodiscard]] bool read_back()
    {
        for (std::size_t r = 0; r < roots_.size(); ++r) roots_[r].word = slots_[r];
        return is_intact();
    }

    void allocate(std::uint32_t choice, W tag)
    {
        const auto wosize = static_cast<W>(choice % 5 + (choice % 97 == 0 ? 30 : 1));
        const auto kept = is_kept();
        const auto before = gc_.heap();
        const auto x = gc_.allocate(wosize, tag, words());
        REQUIRE(read_back());
        // What is not there is too much, even if all garbage were freed.
        if (!x) REQUIRE(kept + wosize + 1 > before.limit);
        if (!x) return;
        object o{tag, std::vector<field>(wosize)};
        const auto number = objects_.size() + 1;
        for (W i = 1; i <= wosize; ++i) {
            auto& f = o.fields[i - 1];
            if (tag == L::raw_tag) f.word = static_cast<W>(choice * 2654435761U + i);
            else if ((choice >> i % 32) % 2 == 0) f = roots_[(choice / 8 + i) % 4];
            else f.word = static_cast<W>(choice << 1);
            gc_.store(*x, i, f.word);
        }
        objects_.push_back(o);
        const auto bits = L::ptr_bits(tag >> 2, wosize);
        roots_[choice / 7 % 4] = {static_cast<W>(L::pointer_to(*x) | bits), number};
    }
    /// References may change.
    void write(std::uint32_t choice)
    {
        const auto& r = roots_[choice % 4];
        if (r.object == 0 || objects_[r.object - 1].tag != L::ref_tag) return;
        auto& fields = objects_[r.object - 1].fields;
        const auto i = choice / 4 % fields.size();
        fields[i] = roots_[choice / 64 % 4];
        gc_.store(L::target(r.word), static_cast<W>(i + 1), fields[i].word);
    }
    [[nodiscard]] bool collect(std::uint32_t choice)
    {
        const auto generations = gc_.config().generations;
        if (generations == 0 || choice % 4 == 0) {
            if (!gc_.collect(words()) || !read_back()) return false;
            return gc_.heap().unused() == gc_.heap().limit - is_kept();
        }
        return gc_.collect_partial(words(), choice % generations) && read_back();
    }

    /// Walks both from the roots. Pointers are those of the heap from now on.
    [[nodiscard]] bool is_intact()
    {
        std::map<W, std::size_t> seen;
        std::vector<std::size_t> todo;
        const auto meet = [&](field& f, W now) {
            if ((f.object != 0) != static_cast<bool>(L::is_pointer(now)) && f.object != 0)
                return false;
            if (f.object == 0) return f.word == now;
            if (L::update_addr(now, 0) != L::update_addr(f.word, 0)) return false;
            f.word = now;
            const auto [at, is_new] = seen.emplace(offset<L>(now), f.object);
            if (is_new) todo.push_back(f.object);
            if (is_new) where_[f.object] = L::target(now);
            return at->second == f.object;
        };
        for (auto& r : roots_)
            if (!meet(r, r.word)) return false;
        while (!todo.empty()) {
            const auto number = todo.back();
            todo.pop_back();
            auto& o = objects_[number - 1];
            const auto x = where_[number];
            const auto wosize = static_cast<W>(o.fields.size());
            const auto header = gc_.memory().load(hd_address<L>(x).at);
            if (header != L::make_header(wosize, color::white, o.tag)) return false;
            for (W i = 1; i <= wosize; ++i)
                if (!meet(o.fields[i - 1], gc_.load(x, i))) return false;
        }
        kept_ = 0;
        for (const auto& [at, number] : seen) kept_ += objects_[number - 1].fields.size() + 1;
        return true;
    }
    [[nodiscard]] std::size_t is_kept()
    {
        REQUIRE(is_intact());
        return kept_;
    }

    std::vector<W> one_, other_, slots_{};
    generational<L, checked_memory<L>, audited_generations<L>> gc_;
    std::vector<object> objects_{};
    std::vector<field> roots_ = std::vector<field>(4);
    std::map<std::size_t, value_of<L>> where_{};
    std::size_t kept_ = 0;
};

template <generational_layout L>
void run_programs(const char* sentence)
{
    CHECK(test::holds(sentence, 12, [] {
        const auto words = *rc::gen::elementOf(std::vector<std::size_t>{100, 150, 400});
        const auto kind = *test::number_below<std::size_t>(5);
        mutator<L> program{words, kind};
        for (const auto choice : *test::steps(120)) RC_ASSERT(program.step(choice));
    }));
}

TEST_CASE("programs keep all that they reach, with 64 bits, whichever collector runs")
{
    run_programs<cakeml_64>("a program on CakeML's heap of 64 bits");
}
TEST_CASE("programs keep all that they reach, with 32 bits, whichever collector runs")
{
    run_programs<cakeml_32>("a program on CakeML's heap of 32 bits");
}

}  // namespace
