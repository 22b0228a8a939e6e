// bench/heap.hpp: a graph laid out in the words of a layout, as often as it is needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include <boost/hana/front.hpp>

#include <strata/instantiations/all.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>

#include "graph.hpp"
#include "pages.hpp"

namespace strata::bench {

/// How a layout writes an object all of whose fields hold values: tag 0, and every field is one.
/// Specialise it, as below, for a layout that needs more.
template <layout L>
struct object_form {
    static constexpr std::uint64_t most_fields = L::max_wosize;
    static constexpr std::size_t extra_fields = 0;
    static void begin(std::span<word_of<L>>) {}
    static void point(std::span<word_of<L>> fields, std::size_t f, word_of<L> pointer)
    {
        fields[f] = pointer;
    }
};

template <layout L>
    requires std::is_same_v<typename decltype(+boost::hana::front(L::kinds))::type, bitmap_kind>
struct object_form<L> {
    static constexpr std::uint64_t most_fields = word_bits<word_of<L>>;
    static constexpr std::size_t extra_fields = 1;
    static void begin(std::span<word_of<L>> fields) { fields[0] = 0; }
    static void point(std::span<word_of<L>> fields, std::size_t f, word_of<L> pointer)
    {
        fields[0] |= word_of<L>{1} << f;
        fields[f + 1] = pointer;
    }
};

/// The words of a graph, and a copy from which they are restored after each collection.
template <layout L>
class heap {
public:
    using word = word_of<L>;
    using memory = imperative::raw_memory<L>;
    static constexpr word origin = static_cast<word>(L::mword * 2);

    heap(const graph& g, page_size size)
        : words_{g.words() + g.objects() * form::extra_fields, size}
        , image_{words_.span().size(), size}
        , objects_{g.objects()}
    {
        lay_out(g);
        restore();
    }

    void restore() { std::memcpy(words().data(), image_.span().data(), words().size_bytes()); }

    [[nodiscard]] std::span<word> words() const { return words_.span(); }
    [[nodiscard]] memory view() const { return {words(), origin}; }
    [[nodiscard]] const std::vector<word>& roots() const { return roots_; }
    [[nodiscard]] std::size_t objects() const { return objects_; }

private:
    using form = object_form<L>;

    void lay_out(const graph& g)
    {
        std::vector<word> headers(g.objects() + 1);
        for (object i = 0; i < g.objects(); ++i)
            headers[i + 1] = static_cast<word>(headers[i] + 1 + g.fields(i) + form::extra_fields);
        const auto pointer = [&](object i) {
            return L::pointer_to({static_cast<word>(origin + (headers[i] + 1) * L::mword)});
        };
        for (object i = 0; i < g.objects(); ++i) {
            const auto wosize = static_cast<word>(headers[i + 1] - headers[i] - 1);
            image_.span()[headers[i]] = L::make_header(wosize, color::white, 0);
            const auto fields = image_.span().subspan(headers[i] + 1, wosize);
            std::fill(fields.begin(), fields.end(), L::filler());
            form::begin(fields);
            for (std::size_t f = 0; f < g.fields(i); ++f)
                if (const auto to = g.target[g.first[i] + f]; to != immediate)
                    form::point(fields, f, pointer(to));
        }
        if (g.live_root) roots_.push_back(pointer(*g.live_root));
    }

    pages<word> words_, image_;
    std::size_t objects_;
    std::vector<word> roots_{};
};

}  // namespace strata::bench
