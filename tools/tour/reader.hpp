// tools/tour/reader.hpp: the words of a heap as text, for people.
#pragma once

#include <string>

#include <strata/layer2_functional/ocaml_kinds.hpp>
#include <strata/layer2_functional/well_formed_heap.hpp>

#include "names.hpp"
#include "terminal.hpp"

namespace strata::draw {

/// What people call a kind. Specialise it for a kind of your own.
template <class Kind>
inline constexpr const char* kind_name = "object";
template <>
inline constexpr const char* kind_name<functional::no_scan> = "bytes";
template <>
inline constexpr const char* kind_name<functional::closure> = "closure";

/// Turns the words of one heap into text.
template <layout L, word_memory<word_of<L>> M>
class reader {
public:
    reader(const terminal& t, const M& memory, const names<L>& known)
        : terminal_{t}
        , memory_{memory}
        , names_{known}
        , starts_{memory}
    {
        for (const auto h : names<L>::blocks(memory)) starts_.insert(h);
    }

    /// A name for a pointer to an object, `D.4` for one to field 4 of D, an address for any other.
    [[nodiscard]] std::string pointer(value_of<L> x) const
    {
        const auto h = hd_address<L>(x);
        if (starts_.contains(h)) return arrow(terminal_) + names_(h);
        const bool a_word = memory_.begin() <= h.at && h.at < memory_.end() &&
                            (h.at - memory_.begin()) % mword<L>() == 0;
        if (!a_word || !functional::has_parent<L>(memory_, starts_, h))
            return arrow(terminal_) + hex(x.at);
        const auto around = functional::resolve<L>(memory_, x);
        const auto number = (x.at - around.at) / mword<L>();
        return arrow(terminal_) + names_(around) + "." + std::to_string(number);
    }
    /// A word that is scanned: a pointer into the heap, or what else it says.
    [[nodiscard]] std::string value(word_of<L> v) const
    {
        if (L::is_pointer(v) && within<L>(memory_, L::target(v))) return pointer(L::target(v));
        if constexpr (requires { typename L::tag_of_value; })
            if (!L::is_pointer(v)) return std::to_string(v >> 1);
        return data(v);
    }
    /// A word that is not scanned.
    [[nodiscard]] static std::string data(word_of<L> v)
    {
        const auto digits = hex(v);
        return digits.size() <= 8 ? digits : digits.substr(0, 6) + "..";
    }

    [[nodiscard]] std::string fields(header_of<L> h) const
    {
        const auto header = memory_.load(h.at);
        if (names<L>::overruns(memory_, h)) return "reaches past the end of the heap";
        if (L::wosize(header) == 0) return "";
        if (L::has_color(header, color::blue)) return link(h);
        std::string text;
        for (word_of<L> i = 1; i <= L::wosize(header); ++i)
            text.append(i == 1 ? "" : " ").append(field(h, i));
        return text;
    }
    /// Field `i` of an object; those of an object with a defect are words like any other.
    [[nodiscard]] std::string field(header_of<L> h, word_of<L> i) const
    {
        const auto at = field_addr<L>(h, i);
        if (functional::find_kind_defect<L>(memory_, h)) return data(memory_.load(at));
        if (i >= functional::scan_from<L>(memory_, h) && functional::scans<L>(memory_, h, i))
            return value(memory_.load(at));
        const bool inside = functional::has_parent<L>(memory_, starts_, header_of<L>{at});
        return inside ? "infix" : data(memory_.load(at));
    }
    /// `closure 247`, `object 0`, `free`, `fragment`
    [[nodiscard]] std::string kind(header_of<L> h) const
    {
        const auto header = memory_.load(h.at);
        if (L::wosize(header) == 0) return "fragment";
        if (L::has_color(header, color::blue)) return "free";
        return functional::with_kind<L>(header,
                                        []<class K>(K) { return std::string{kind_name<K>}; }) +
               " " + std::to_string(L::tag(header));
    }

private:
    [[nodiscard]] std::string link(header_of<L> h) const
    {
        const auto next = memory_.load(f_address<L>(h).at);
        const auto size = static_cast<std::size_t>(functional::wosize<L>(h, memory_));
        return count(size, "field") + ", next " + (next == 0 ? "none" : hex(next));
    }

    const terminal& terminal_;
    const M& memory_;
    const names<L>& names_;
    functional::block_starts<L, M> starts_;
};

}  // namespace strata::draw
