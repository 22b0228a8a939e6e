// tests/ocaml/pages.cpp: the pages about findings, of a heap that is made up and may hold anything.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <sys/uio.h>
#include <unistd.h>

#include <strata/instantiations/ocaml_runtime/checked/facts.hpp>
#include <strata/instantiations/ocaml_runtime/checked/graveyard.hpp>
#include <strata/instantiations/ocaml_runtime/checked/heap_view.hpp>
#include <strata/instantiations/ocaml_runtime/checked/page.hpp>
#include <strata/instantiations/ocaml_runtime/checked/rules.hpp>
#include <strata/instantiations/ocaml_runtime/checked/symbols.hpp>

namespace strata::ocaml_runtime::checked {

namespace {

std::uintptr_t heap[512], past[64];

std::uintptr_t address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }
bool is_in(std::uintptr_t a, const auto& words) { return a - address(words) < sizeof words; }

}  // namespace

// The heap as the pages ask about it.
bool read_word(std::uintptr_t at, std::uintptr_t& word)
{
    const iovec to{&word, sizeof word}, from{reinterpret_cast<void*>(at), sizeof word};
    return !is_in(at, past) && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof word;
}
place place_of(std::uintptr_t a)
{
    std::uintptr_t word = 0;
    if (is_in(a, heap)) return a < address(heap + 256) ? place::old_heap : place::nursery;
    if (is_in(a, past)) return place::retired_nursery;
    return read_word(a / 8 * 8, word) ? place::foreign : place::unreadable;
}
std::uintptr_t block_around(std::uintptr_t a) { return is_in(a, heap) ? address(heap + 1) : 0; }
std::size_t find_pointing(std::uintptr_t object, pointing* found, std::size_t most)
{
    std::size_t n = 0;
    for (std::uint64_t i = 1; i < 512 && n < most; ++i)
        if (heap[i] == object) found[n++] = {address(heap + 1), i - 1};
    return n;
}
std::uintptr_t recent_primitive(std::size_t) { return 0; }
bool read_buried(std::uintptr_t at, std::uintptr_t& word)
{
    if (!is_in(at, past)) return false;
    word = past[(at - address(past)) / 8];
    return true;
}
std::optional<remains> remains_of(std::uintptr_t a)
{
    if (!is_in(a, past)) return {};
    return remains{address(past + 1), past[1] == 0 ? 0 : address(heap + 1), 3};
}

namespace {

int unset_variable;  // in the part of memory that no file has

[[gnu::noinline]] std::uintptr_t registers() { return address(__builtin_return_address(0)); }
constexpr int line_of_call = __LINE__ + 3;
[[gnu::noinline]] std::uintptr_t calls_registers()
{
    const auto after = registers();
    asm volatile("" ::: "memory");  // no tail call
    return after;
}

template <class Write>
std::string written(Write write)
{
    text t;
    write(t);
    return std::string{t.view()};
}

/// The object of all these findings: at `heap + 1`, with a string and a stale value in it.
void fill_heap()
{
    std::fill(std::begin(heap), std::end(heap), 1);
    heap[0] = 9 << 10U;
    heap[1] = address(heap + 21);
    heap[2] = address(past + 1);
    heap[20] = 2 << 10U | 252U;
    std::copy_n("<b>bold</b>\0\0\0\0\4", 16, reinterpret_cast<char*>(heap + 21));
}

/// Whether each element that is opened is closed; those that stand alone, and the first, need not.
bool is_balanced(std::string_view html)
{
    std::vector<std::string_view> open;
    for (auto at = html.find('<'); at != html.npos; at = html.find('<', at + 1)) {
        const auto end = html.find('>', at);
        if (end == html.npos) return false;
        const auto tag = html.substr(at + 1, end - at - 1);
        const auto name = tag.substr(0, tag.find(' '));
        if (tag.ends_with('/')) continue;
        if (!name.starts_with('/')) open.push_back(name);
        else if (open.empty() || open.back() != name.substr(1)) return false;
        else open.pop_back();
    }
    return open.empty();
}

TEST_CASE("OCaml's names are written as people write them")
{
    const auto name = [](const char* n) { return written([n](text& t) { write_name(t, n); }); };
    CHECK(name("camlFoo__bar_123") == "Foo.bar");
    CHECK(name("camlDune__exe__Main__run_10") == "Main.run");
    CHECK(name("camlStdlib__List__map_233") == "Stdlib.List.map");
    CHECK(name("camlStdlib__$5e_133") == "Stdlib.^");
    CHECK(name("camlFoo") == "Foo");
    CHECK(name("caml_alloc_2") == "caml_alloc_2");
    CHECK(name("camlFoo__x__") == "Foo.x__");
}

TEST_CASE("an address has the name of its function and variable, and the line that calls")
{
    const auto after = calls_registers();
    CHECK(symbol_at(after).name.find("calls_registers") != std::string_view::npos);
    CHECK(symbol_at(address(&unset_variable) + 1).name.find("unset_variable") !=
          std::string_view::npos);
    CHECK(symbol_at(address(heap) - 1).name != symbol_at(address(heap)).name);
    CHECK(symbol_at(16).name.empty());
    const auto place = written([&](text& t) { write_place(t, after, code_address::after_call); });
    CHECK(place.find("+0x") != std::string::npos);
    CHECK(place.ends_with(" (pages.cpp:" + std::to_string(line_of_call) + ")"));
    CHECK(written([](text& t) { write_place(t, 16, code_address::here); }) == "0x10");
}

TEST_CASE("a page has 40 lines of 100 columns at most, whatever the rule")
{
    fill_heap();
    const std::vector<step> path(50, step{address(heap + 1), 3});
    for (std::size_t i = 0; i < rule_count; ++i) {
        finding f;
        f.broken = static_cast<rule>(i);
        f.detail = "one more sentence, which may be as long as what a definition says of a graph";
        f.object = address(heap + 1);
        f.header_before = 3 << 10U;
        f.field = 1;
        f.held = heap[2];
        f.culprit = address(heap + 21);
        f.from = {root_kind::generational_root, address(&unset_variable), calls_registers()};
        f.path = path;
        f.is_path_cut = true;
        f.primitive = address(reinterpret_cast<void*>(&calls_registers));
        f.fault = heap[2];
        f.pc = f.primitive;
        f.seen_whole = 12345;
        f.collection = 1234567;
        f.when = "at the end of marking";
        const auto page = written([&](text& t) { write_text_page(t, f); });
        CHECK(std::count(page.begin(), page.end(), '\n') <= 39);  // and the headline
        for (std::size_t at = 0; at < page.size(); at = page.find('\n', at) + 1)
            CHECK_MESSAGE(page.find('\n', at) - at <= 100, page.substr(at, 120));
        CHECK(page.find("<- wrong: was ") != std::string::npos);
        CHECK(page.find("48 more") == std::string::npos);
        CHECK(page.find("46 more objects") != std::string::npos);
        CHECK(page.find('`') == std::string::npos);
    }
}

TEST_CASE("the text of a string is not taken for HTML")
{
    fill_heap();
    finding f;
    f.object = address(heap + 1);
    const auto page = written([&](text& t) { write_html_page(t, f, 1); });
    CHECK(page.find("<b>") == std::string::npos);
    CHECK(page.find("&lt;b&gt;bold&lt;/b&gt;") != std::string::npos);
    CHECK(is_balanced(page));
}

TEST_CASE("whatever a heap holds and a finding says, both pages are made")
{
    std::mt19937_64 random{7};
    const auto below = [&](std::uint64_t n) { return random() % n; };
    const auto word = [&]() -> std::uintptr_t {
        switch (below(8)) {
        case 0: return below(1000);
        case 1: return address(heap + below(520));
        case 2: return address(past + below(70));
        case 3: return below(64) << 10U | below(1024);
        case 4: return random();
        case 5: return address(heap) + below(sizeof heap);
        case 6: return ~std::uint64_t{0} - below(32);
        default: return below(2);
        }
    };
    for (int n = 0; n < 400; ++n) {
        for (auto& w : heap) w = word();
        for (auto& w : past) w = word();
        std::vector<step> path;
        for (auto i = below(12); i > 0; --i) path.push_back({word(), below(3) == 0 ? word() : 0});
        finding f;
        f.broken = static_cast<rule>(below(rule_count));
        f.object = word();
        f.header = word();
        f.header_before = word();
        f.field = below(2) == 0 ? no_field : word();
        f.held = word();
        f.culprit = word();
        f.from = {static_cast<root_kind>(below(11)), word(), word()};
        f.path = path;
        f.primitive = word();
        f.fault = word();
        f.pc = word();
        f = completed(f);
        const auto page = written([&](text& t) { write_text_page(t, f); });
        const auto html = written([&](text& t) { write_html_page(t, f, 1); });
        CHECK(std::count(page.begin(), page.end(), '\n') <= 39);
        CHECK(is_balanced(html));
    }
}

}  // namespace

}  // namespace strata::ocaml_runtime::checked
