// tests/traces/language.cpp: a trace is read as it was printed, and what is no trace has a place.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "replay/parse.hpp"

namespace {

using replay::parse, replay::print, replay::text_error, replay::trace;

const std::string every_step = "strata trace 1\n"
                               "heap 90\n"
                               "allocate a record 2\n"
                               "allocate b opaque 3 tag 251\n"
                               "allocate f closure 1 entries 2\n"
                               "allocate l forward f+1\n"
                               "write a.1 b\n"
                               "write a.2 f+2\n"
                               "write b.3 4294967295\n"
                               "load c a.1\n"
                               "set d outside\n"
                               "drop b\n"
                               "collect\n";

/// The error in a text of these lines after the first two.
text_error error_in(const std::string& lines)
{
    const auto read = parse("strata trace 1\nheap 90\n" + lines);
    REQUIRE(std::holds_alternative<text_error>(read));
    return std::get<text_error>(read);
}

std::optional<text_error> find_error(const std::string& text)
{
    const auto read = parse(text);
    const auto* wrong = std::get_if<text_error>(&read);
    return wrong == nullptr ? std::nullopt : std::optional{*wrong};
}

/// Whether a place is that of a character of the text, or of the end of a line.
bool is_in(const std::string& text, const text_error& e)
{
    std::size_t start = 0;
    for (std::size_t line = 1; line < e.line; ++line) {
        const auto end = text.find('\n', start);
        if (end == text.npos) return false;
        start = end + 1;
    }
    const auto length = std::min(text.find('\n', start), text.size()) - start;
    return 1 <= e.line && 1 <= e.column && e.column <= length + 1 && !e.what.empty();
}

TEST_CASE("a trace is what its text says")
{
    const auto t = std::get<trace>(parse(every_step));
    using namespace replay;
    CHECK(t.words == 90);
    CHECK(t.names == std::vector<std::string>{"a", "b", "f", "l", "c", "d"});
    REQUIRE(t.steps.size() == 11);
    CHECK(t.steps[0] == step{allocate{0, shape::record, 2, 0, 0, {}}});
    CHECK(t.steps[1] == step{allocate{1, shape::opaque, 3, 0, 251, {}}});
    CHECK(t.steps[2] == step{allocate{2, shape::closure, 1, 2, 247, {}}});
    CHECK(t.steps[3] ==
          step{allocate{3, shape::forward, 1, 0, 250, {source::from::variable, 2, 1}}});
    CHECK(t.steps[4] == step{replay::write{0, 1, {source::from::variable, 1, {}}}});
    CHECK(t.steps[5] == step{replay::write{0, 2, {source::from::variable, 2, 2}}});
    CHECK(t.steps[6] == step{replay::write{1, 3, {source::from::number, 4294967295, {}}}});
    CHECK(t.steps[7] == step{load{4, 0, 1}});
    CHECK(t.steps[8] == step{set{5, {source::from::outside, 0, {}}}});
    CHECK(t.steps[9] == step{drop{1}});
    CHECK(t.steps[10] == step{collect{}});
}

TEST_CASE("to print a trace and to read it again changes nothing")
{
    const auto t = std::get<trace>(parse(every_step));
    CHECK(print(t) == every_step);
    CHECK(std::get<trace>(parse(print(t))) == t);
}

TEST_CASE("comments, blanks, empty lines and a missing end of line change nothing")
{
    const auto t = std::get<trace>(parse("strata trace 1  # one\n\n  # two\n\theap  90 # three\r\n"
                                         "allocate   a record 2#four\n\ncollect"));
    CHECK(print(t) == "strata trace 1\nheap 90\nallocate a record 2\ncollect\n");
}

TEST_CASE("a text that does not begin as a trace is refused at its beginning")
{
    for (const std::string text : {"", "strata", "strata trace 2\n", "strata trace 11\n", "\n"}) {
        CAPTURE(text);
        const auto e = find_error(text);
        REQUIRE(e);
        CHECK(e->line == 1);
        CHECK(e->column == 1);
        CHECK(e->what == "expected \"strata trace 1\"");
    }
    CHECK(find_error("strata trace 1\n") ==
          text_error{2, 1, "expected 'heap' and its size, found the end of the text"});
    CHECK(find_error("strata trace 1\nheap 0\n") ==
          text_error{2, 6, "expected the words of the heap, from 1 to 1000000, found 0"});
}

TEST_CASE("what cannot be read is refused with its line, its column and what was expected")
{
    const std::string a = "allocate a record 2\n";
    CHECK(
        error_in("alocate a record 2") ==
        text_error{3, 1, "expected allocate, write, load, set, drop or collect, found 'alocate'"});
    CHECK(error_in("allocate a list 2") ==
          text_error{3, 12, "expected record, opaque, closure or forward, found 'list'"});
    CHECK(error_in("allocate 7 record 2") == text_error{3, 10, "expected a variable, found '7'"});
    CHECK(error_in("allocate a record") ==
          text_error{3, 18, "expected how many slots, found the end of the text"});
    CHECK(error_in("allocate a record 65") ==
          text_error{3, 19, "expected how many slots, from 1 to 64, found 65"});
    CHECK(error_in("allocate a record 99999999999") ==
          text_error{3, 19, "expected a number of at most 4294967295"});
    CHECK(error_in("allocate a record 2x") ==
          text_error{3, 20, "expected the end of a number, found 'x'"});
    CHECK(error_in("allocate a record 2 tag 249") ==
          text_error{3, 25, "expected a tag of this shape, which is 0 to 246 or 248"});
    CHECK(error_in("allocate a opaque 2 tag 250") ==
          text_error{3, 25, "expected a tag of this shape, which is 251 to 255"});
    CHECK(error_in("allocate a record 2 entries 1") ==
          text_error{3, 21, "expected 'tag' or the end of the line"});
    CHECK(error_in(a + "\n write a 1") ==
          text_error{5, 9, "expected '.', found a byte of value 32"});
    CHECK(error_in(a + "collect now") ==
          text_error{4, 9, "expected the end of the line, found 'n'"});
    CHECK(error_in("set \xc3") ==
          text_error{3, 5, "expected a variable, found a byte of value 195"});
}

TEST_CASE("a step that could not be done is refused where the reason is")
{
    const std::string a = "allocate a record 2\n";
    CHECK(error_in(a + "write a.3 1") == text_error{4, 9, "expected a slot, from 1 to 2, found 3"});
    CHECK(error_in(a + "write b.1 1") ==
          text_error{4, 7, "expected a variable that holds something, found 'b'"});
    CHECK(error_in(a + "drop a\nwrite a.1 1") ==
          text_error{5, 7, "expected a variable that holds something, found 'a'"});
    CHECK(error_in(a + "load b a.1\nload c b.1") ==
          text_error{5, 8, "expected a variable that leads to an object, found 'b'"});
    CHECK(error_in(a + "write a.1 a+1") ==
          text_error{4, 11, "expected a variable that leads to a closure, found 'a'"});
    CHECK(error_in("allocate f closure 1\nset g f+1") ==
          text_error{4, 9, "expected an entry, from 0 to 0, found 1"});
    CHECK(error_in(a + "allocate b opaque 1\nwrite b.1 a") ==
          text_error{5, 11, "expected a number, which is all that an opaque object holds"});
    CHECK(error_in("allocate l forward 3\nwrite l.1 4") ==
          text_error{4, 7, "expected a slot that can be written, not a forward block's"});
    CHECK(error_in(a + "set outside a") ==
          text_error{4, 5, "expected a variable, which 'outside' is not"});
}

TEST_CASE("every prefix of a trace is one, or is refused at a place in it")
{
    for (std::size_t n = 0; n <= every_step.size(); ++n) {
        const auto text = every_step.substr(0, n);
        CAPTURE(text);
        const auto e = find_error(text);
        const bool is_placed = !e || is_in(text, *e);
        CHECK(is_placed);
    }
}

TEST_CASE("a trace with any one byte changed is one, or is refused at a place in it")
{
    std::size_t refused = 0;
    for (std::size_t n = 0; n < every_step.size(); ++n) {
        auto text = every_step;
        for (int byte = 0; byte < 256; ++byte) {
            text[n] = static_cast<char>(byte);
            if (text == every_step) continue;
            if (const auto e = find_error(text)) {
                ++refused;
                if (!is_in(text, *e)) FAIL("byte " << byte << " at " << n << " has no place");
            } else if (const auto t = std::get<trace>(parse(text));
                       std::get<trace>(parse(print(t))) != t) {
                FAIL("byte " << byte << " at " << n << " is printed as something else");
            }
        }
    }
    CHECK(refused > 200 * every_step.size());
}

}  // namespace
