// tools/replay/parse.hpp: a trace from its text, or the place where the text is not one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "replay/cursor.hpp"
#include "replay/model.hpp"
#include "replay/operands.hpp"
#include "replay/print.hpp"
#include "replay/trace.hpp"

namespace replay {

/// Follows each step on a model, so that what it accepts can be done: every variable holds what the
/// step needs, every slot exists.
class parser : operands {
public:
    using operands::operands;

    [[nodiscard]] trace operator()()
    {
        read_first_line();
        skip_empty_lines();
        const auto where = in_.here();
        if (in_.word("'heap' and its size") != "heap") cursor::fail(where, "expected 'heap'");
        trace_.words = in_.number("the words of the heap", 1, most_words);
        in_.end_line();
        for (skip_empty_lines(); !in_.at_end(); skip_empty_lines()) {
            trace_.steps.push_back(read_step());
            in_.end_line();
        }
        return std::move(trace_);
    }

private:
    void read_first_line()
    {
        const auto where = in_.here();
        const auto expected = std::string{"expected \""} + first_line + '"';
        for (const char* c = first_line; *c != '\0'; ++c)
            if (!in_.take(*c)) cursor::fail(where, expected);
        if (!in_.at_end_of_line()) cursor::fail(where, expected);
        in_.end_line();
    }
    void skip_empty_lines()
    {
        while (in_.at_end_of_line() && !in_.at_end()) in_.end_line();
    }

    [[nodiscard]] step read_step()
    {
        const auto where = in_.here();
        const auto verb = in_.word("a step");
        if (verb == "allocate") return read_allocate();
        if (verb == "write") return read_write();
        if (verb == "load") return read_load();
        if (verb == "set") return read_set();
        if (verb == "drop") return read_drop();
        if (verb == "collect") return collect{};
        cursor::fail(where,
                     "expected allocate, write, load, set, drop or collect, found '" + verb + '\'');
    }
    [[nodiscard]] step read_allocate()
    {
        const auto name = read_new_name();
        in_.skip_blanks();
        const auto where = in_.here();
        const auto word = in_.word("record, opaque, closure or forward");
        const auto found = std::find(shape_names.begin(), shape_names.end(), word);
        if (found == shape_names.end())
            cursor::fail(where,
                         "expected record, opaque, closure or forward, found '" + word + '\'');
        const auto made = shape(found - shape_names.begin());
        allocate s{0, made, 1, 0, default_tag(made)};
        if (made == shape::forward) {
            s.value = read_source();
        } else {
            const auto most = made == shape::opaque ? trace_.words : most_slots;
            s.slots = in_.number("how many slots", 1, most);
            read_options(s);
        }
        s.variable = declare(name);
        model_.add(s);
        return s;
    }
    void read_options(allocate& s)
    {
        if (s.made == shape::closure && read_option("entries"))
            s.entries = in_.number("how many entries", 0, most_entries);
        if (s.made == shape::closure || !read_option("tag")) return;
        in_.skip_blanks();
        const auto where = in_.here();
        s.tag = in_.number("a tag");
        if (!is_tag_of(s.made, s.tag))
            cursor::fail(where, std::string{"expected a tag of this shape, which is "} +
                                    (s.made == shape::opaque ? "251 to 255" : "0 to 246 or 248"));
    }
    [[nodiscard]] bool read_option(const std::string& option)
    {
        if (in_.at_end_of_line()) return false;
        const auto where = in_.here();
        if (in_.word("'" + option + "' or the end of the line") != option)
            cursor::fail(where, "expected '" + option + "' or the end of the line");
        return true;
    }
    [[nodiscard]] step read_write()
    {
        in_.skip_blanks();
        const auto start = in_.here();
        const auto [variable, slot] = read_slot();
        const auto& o = *model_.led_to(variable);
        if (o.made == shape::forward)
            cursor::fail(start, "expected a slot that can be written, not a forward block's");
        in_.skip_blanks();
        const auto where = in_.here();
        const auto from = read_source();
        const auto v = *model_.value_of(from);
        if (!model::may_write(o, v))
            cursor::fail(where, "expected a number, which is all that an opaque object holds");
        model_.put(o, slot, v);
        return write{variable, slot, from};
    }
    [[nodiscard]] step read_load()
    {
        const auto name = read_new_name();
        const auto [from, slot] = read_slot();
        const auto v = model_.led_to(from)->slot(slot);
        const auto variable = declare(name);
        model_.assign(variable, v);
        return load{variable, from, slot};
    }
    [[nodiscard]] step read_set()
    {
        const auto name = read_new_name();
        const auto from = read_source();
        const auto v = model_.value_of(from);
        const auto variable = declare(name);
        model_.assign(variable, v);
        return set{variable, from};
    }
    [[nodiscard]] step read_drop()
    {
        const auto variable = read_variable();
        model_.assign(variable, std::nullopt);
        return drop{variable};
    }
};

/// Any bytes at all may be given.
[[nodiscard]] inline std::variant<trace, text_error> parse(std::string_view text)
{
    try {
        return parser{text}();
    } catch (const text_error& e) {
        return e;
    }
}

}  // namespace replay
