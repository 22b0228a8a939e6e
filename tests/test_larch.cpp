// tests/test_larch.cpp: the Larch specification of copying collection, definition by definition.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <strata/layer1_graph/copying_interfaces.hpp>

#include "larch_memories.hpp"

namespace {

using namespace strata::graph;
using namespace strata::graph::larch;
using namespace test::larch_memories;

std::string wrong_with(const mem& m)
{
    const auto* sentence = find_invalid(m);
    return sentence != nullptr ? sentence : "";
}

TEST_CASE("a finite map binds, unbinds and rebinds as FiniteMappingAux says")
{
    finite_map<int, char> m;
    m.bind(3, 'c');
    m.bind(1, 'a');
    CHECK(domain(m) == set{1, 3});
    CHECK(m[3] == 'c');
    CHECK(rebind(m, 1, 7)[7] == 'a');
    CHECK(domain(rebind(m, 1, 7)) == set{3, 7});
    CHECK(rebind(m, 2, 7) == m);
    CHECK(strata::graph::bind(m, 3, 'd')[3] == 'd');
    CHECK(strata::graph::bind(m, 3, 'd').size() == 2);
    CHECK(is_one_to_one(m));
    CHECK_FALSE(is_one_to_one(strata::graph::bind(m, 2, 'a')));
    CHECK(domain(restricted(m, {1, 2})) == set{1});
    m.unbind(1);
    CHECK_FALSE(is_defined(m, 1));
    CHECK(range(m) == std::vector<char>{'c'});
}

TEST_CASE("the memories of a collection are valid at every step")
{
    for (const auto& m : {initial, one_copied, one_root, both_roots, one_scanned, two_scanned,
                          final_memory, flipped, mem{}})
        CHECK(wrong_with(m) == "");
}

TEST_CASE("each conjunct of isValidMemory, broken on purpose, is named")
{
    const auto wrong = [](auto change) { return wrong_with(changed(one_scanned, change)); };
    CHECK(wrong([](mem& m) { m.mem.bind(4, {1, {}, {}}); }) == "a node is in one place");
    CHECK(wrong([](mem& m) { m.forwarded.bind(3, 102); }) ==
          "no two nodes are forwarded to one address");
    CHECK(wrong([](mem& m) { m.roots = {101, 5}; }) == "every root is the address of a node");
    CHECK(wrong([](mem& m) { m.uncopied = {4, 102}; }) == "no address is uncopied and unscanned");
    CHECK(wrong([](mem& m) { m.uncopied = {4, 101}; }) == "no address is uncopied and scanned");
    CHECK(wrong([](mem& m) { m.scanned = {101, 102}; }) == "no address is unscanned and scanned");
    CHECK(wrong([](mem& m) { m.uncopied = {3, 4}; }) == "no uncopied address is forwarded");
    CHECK(wrong([](mem& m) { m.forwarded.unbind(2); }) == "what is copied is what is forwarded to");
    CHECK(wrong([](mem& m) { m.uncopied = {}; }) == "every node is uncopied, unscanned or scanned");
}

TEST_CASE("effective addresses are those of copies")
{
    CHECK(effective_addr(1, initial) == 1);
    CHECK(effective_addr(1, one_copied) == 101);
    CHECK(effective_addr(101, one_copied) == 101);
    CHECK(is_valid_addr(1, one_copied));
    CHECK_FALSE(is_valid_addr(5, one_copied));
    CHECK(node_at_addr(1, one_copied)->vals == set{7});
}

TEST_CASE("the predicates of the appendix tell addresses apart")
{
    CHECK(addr_uncopied(2, one_copied));
    CHECK_FALSE(addr_uncopied(1, one_copied));
    CHECK(addr_copied(1, one_copied));
    CHECK(addr_copied(101, one_copied));
    CHECK_FALSE(addr_copied(2, one_copied));
    CHECK(addr_unforwarded(1, one_copied));
    CHECK(addr_unforwarded(2, one_copied));
    CHECK_FALSE(addr_unforwarded(101, one_copied));
    CHECK(addr_forwarded(101, one_copied));
    CHECK(addr_free(102, one_copied));
    CHECK(addr_free(1, one_copied));
    CHECK_FALSE(addr_free(2, one_copied));
    CHECK(addr_unscanned(102, one_scanned));
    CHECK(addr_scanned(101, one_scanned));
    CHECK(addr_root(1, initial));
    CHECK_FALSE(addr_root(2, initial));
    CHECK(roots_unforwarded(one_root) == set{1});
    CHECK(roots_unforwarded(both_roots).empty());
    CHECK(all_nodes(one_scanned) == set{4, 101, 102, 103});
    CHECK(copied_nodes(one_scanned) == set{101, 102, 103});
}

TEST_CASE("reachable follows addresses to where their nodes are now")
{
    CHECK(reachable({1}, initial) == set{1, 2, 3});
    CHECK(reachable({4}, initial) == set{1, 2, 3, 4});
    CHECK(reachable({}, initial).empty());
    CHECK(reachable({101}, one_copied) == set{2, 3, 101});
    CHECK(reachable({1}, one_scanned) == set{101, 102, 103});
}

TEST_CASE("addresses are equivalent if they are the same, forwarded or not, and so for all beyond")
{
    CHECK(is_equiv_addr(1, 1, initial, initial));
    CHECK(is_equiv_addr(1, 101, initial, one_copied));
    CHECK(is_equiv_addr(1, 1, initial, final_memory));
    CHECK(is_equiv_addr(2, 102, initial, final_memory));
    CHECK_FALSE(is_equiv_addr(1, 2, initial, initial));
    CHECK_FALSE(is_equiv_addr(1, 102, initial, final_memory));
    const auto other = changed(final_memory, [](mem& m) { m.mem.bind(103, {3, {}, {8}}); });
    CHECK_FALSE(is_equiv_addr(3, 103, initial, other));
    CHECK_FALSE(is_equiv_addr(2, 102, initial, other));
}

TEST_CASE("memories are equivalent at every step of a collection, and not if a node differs")
{
    for (const auto& m : {one_copied, one_root, both_roots, one_scanned, final_memory})
        CHECK(mem_equiv(initial, m));
    const auto differs = [](auto change) {
        return !mem_equiv(initial, changed(final_memory, change));
    };
    CHECK(differs([](mem& m) { m.mem.bind(103, {3, {}, {8}}); }));
    CHECK(differs([](mem& m) { m.mem.bind(101, {1, {102}, {7}}); }));
    CHECK(differs([](mem& m) { m.mem.bind(101, {1, {103, 102}, {7}}); }));
    CHECK(differs([](mem& m) { m.mem.bind(102, {2, {103}, {}}); }));
    CHECK(differs([](mem& m) { m.roots = {101, 102}; }));
    CHECK(differs([](mem& m) { m.roots = {101}; }));
    CHECK(differs([](mem& m) { m.mem.unbind(4), m.uncopied = {}; }));
}

TEST_CASE("a copy step moves one node to a free address and changes nothing else")
{
    CHECK(is_copy_step(1, initial, one_copied));
    CHECK(is_copied_addr(1, 1, initial, one_copied));
    CHECK_FALSE(is_copy_step(2, initial, one_copied));
    CHECK_FALSE(is_copy_step(1, initial, one_root));
    CHECK_FALSE(is_copy_step(1, initial, initial));
    CHECK_FALSE(is_copy_step(1, one_copied, one_copied));
    CHECK(copy_addr::expects(initial, 1));
    CHECK_FALSE(copy_addr::expects(one_copied, 1));
}

TEST_CASE("the report prints of a copy step that the new address be unforwarded, which none is")
{
    CHECK(is_copy_step(1, initial, one_copied));
    CHECK_FALSE(addr_unforwarded(one_copied.forwarded[1], initial));
}

TEST_CASE("a forward step leads to the copy, which it makes if there is none")
{
    CHECK(is_forward_step(1, 101, initial, one_copied));
    CHECK(is_forward_step(1, 101, one_copied, one_copied));
    CHECK_FALSE(is_forward_step(101, 101, one_copied, one_copied));
    CHECK_FALSE(is_forward_step(1, 1, initial, one_copied));
    CHECK_FALSE(is_forward_step(2, 102, one_copied, one_scanned));
    CHECK(is_forwarded_addr(1, 101, initial, one_copied));
    CHECK_FALSE(is_forwarded_addr(1, 1, initial, one_copied));
}

TEST_CASE("forwardAddr leaves what is forwarded already, and forwards the rest")
{
    CHECK(forward_addr::ensures(initial, one_copied, 1, 101));
    CHECK(forward_addr::ensures(one_copied, one_copied, 1, 101));
    CHECK(forward_addr::ensures(one_copied, one_copied, 101, 101));
    CHECK_FALSE(forward_addr::ensures(one_copied, one_copied, 101, 1));
    CHECK_FALSE(forward_addr::ensures(one_copied, one_copied, 1, 1));
}

TEST_CASE("the report prints of forwardAddr a condition that a second pointer to a copy breaks")
{
    const bool printed = is_forwarded_addr(1, 101, one_copied, one_copied)
                             ? false  // a == b is asked for, and 1 is not 101
                             : is_forward_step(1, 101, one_copied, one_copied);
    CHECK_FALSE(printed);
}

TEST_CASE("forwardRootAddr forwards one slot, also when another holds the same address")
{
    CHECK(forward_root_addr::expects(initial, 1));
    CHECK_FALSE(forward_root_addr::expects(initial, 2));
    CHECK_FALSE(forward_root_addr::expects(both_roots, 101));
    CHECK(forward_root_addr::ensures(initial, one_root, 1, 101));
    CHECK(forward_root_addr::ensures(one_root, both_roots, 1, 101));
    CHECK_FALSE(forward_root_addr::ensures(initial, both_roots, 1, 101));
    CHECK_FALSE(forward_root_addr::ensures(initial, one_copied, 1, 101));
    CHECK_FALSE(forward_root_addr::ensures(initial, initial, 1, 101));
}

TEST_CASE("nextUnforwardedRoot finds a root that is left, or that there is none")
{
    CHECK(next_unforwarded_root::ensures(one_root, 1));
    CHECK_FALSE(next_unforwarded_root::ensures(one_root, 101));
    CHECK_FALSE(next_unforwarded_root::ensures(one_root));
    CHECK(next_unforwarded_root::ensures(both_roots));
}

TEST_CASE("forwardRoots forwards every root and scans nothing")
{
    CHECK(forward_roots::expects(initial));
    CHECK_FALSE(forward_roots::expects(one_root));
    CHECK(forward_roots::ensures(initial, both_roots));
    CHECK_FALSE(forward_roots::ensures(initial, one_root));
    CHECK_FALSE(forward_roots::ensures(initial, one_scanned));
}

TEST_CASE("a scan step forwards the references of one copy")
{
    CHECK(scan_addr::expects(both_roots, 101));
    CHECK_FALSE(scan_addr::expects(one_scanned, 101));
    CHECK(scan_addr::ensures(both_roots, one_scanned, 101));
    CHECK(scan_addr::ensures(one_scanned, two_scanned, 102));
    CHECK(scan_addr::ensures(two_scanned, final_memory, 103));
    CHECK(is_scanned_addr(101, one_scanned));
    CHECK(is_scanned_addr(102, two_scanned));
    CHECK_FALSE(is_scanned_addr(102, one_scanned));
    const auto unforwarded = changed(two_scanned, [](mem& m) { m.mem.bind(102, {2, {1}, {}}); });
    CHECK_FALSE(scan_addr::ensures(one_scanned, unforwarded, 102));
    CHECK_FALSE(is_scanned_addr(102, unforwarded));
    CHECK_FALSE(scan_addr::ensures(both_roots, both_roots, 101));
}

TEST_CASE("nextUnscannedNode finds a copy that is left, or that there is none")
{
    CHECK(next_unscanned_node::ensures(one_scanned, 103));
    CHECK_FALSE(next_unscanned_node::ensures(one_scanned, 101));
    CHECK_FALSE(next_unscanned_node::ensures(one_scanned));
    CHECK(next_unscanned_node::ensures(final_memory));
}

TEST_CASE("scanUnscanned ends when what the roots reach is scanned")
{
    CHECK(scan_unscanned::expects(both_roots));
    CHECK_FALSE(scan_unscanned::expects(one_root));
    CHECK_FALSE(scan_unscanned::expects(one_scanned));
    CHECK(scan_unscanned::ensures(both_roots, final_memory));
    CHECK_FALSE(scan_unscanned::ensures(both_roots, two_scanned));
}

TEST_CASE("gc goes from an initial memory to a final one with all that is reachable and no more")
{
    CHECK(gc::expects(initial));
    CHECK_FALSE(gc::expects(one_copied));
    CHECK(gc::ensures(initial, final_memory));
    CHECK_FALSE(gc::ensures(initial, two_scanned));
    CHECK(is_final_gc_memory(more_copied));
    CHECK(mem_equiv(initial, more_copied));
    CHECK_FALSE(gc::ensures(initial, more_copied));
}

TEST_CASE("finalizeGC keeps what was scanned, where it is, and forgets the rest")
{
    CHECK(finalize_gc::expects(final_memory));
    CHECK_FALSE(finalize_gc::expects(two_scanned));
    CHECK(finalize_gc::ensures(final_memory, flipped));
    CHECK_FALSE(finalize_gc::ensures(final_memory, initial));
    CHECK_FALSE(finalize_gc::ensures(final_memory, changed(flipped, [](mem& m) {
                                         m.mem.bind(103, {3, {}, {8}});
                                     })));
}

TEST_CASE("the report prints of finalizeGC that no node is forgotten, which no valid memory allows")
{
    const auto printed = changed(flipped, [](mem& m) { m.mem = final_memory.mem; });
    CHECK_FALSE(is_initial_memory(printed));
    CHECK(is_initial_memory(flipped));
}

}  // namespace
