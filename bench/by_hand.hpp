// bench/by_hand.hpp: copying in preorder as one would write it without layers, for one layout.
#pragma once

#include <cstdint>

namespace strata::bench {

/// A space: its words, and the addresses of the first and of the end.
struct space_by_hand {
    std::uint64_t* words;
    std::uint64_t begin, end;
};

/// Copies what `root` leads to, objects of OCaml's layout that have no closures among them, and
/// returns where the last copy ends; 0 if there is no room. The stack has two words for each field
/// that is still to be scanned, and is never full: nobody looks.
[[nodiscard]] inline std::uint64_t copy_by_hand(const space_by_hand from, const space_by_hand to,
                                                std::uint64_t root, std::uint64_t* const stack)
{
    constexpr std::uint64_t forwarded = 0x300, no_scan = 251, infix = 249, mword = 8;
    const auto from_base = reinterpret_cast<char*>(from.words) - from.begin;
    const auto to_base = reinterpret_cast<char*>(to.words) - to.begin;
    const auto old = [&](std::uint64_t a) -> std::uint64_t& {
        return *reinterpret_cast<std::uint64_t*>(from_base + a);
    };
    const auto copy = [&](std::uint64_t a) -> std::uint64_t& {
        return *reinterpret_cast<std::uint64_t*>(to_base + a);
    };
    const auto size = from.end - from.begin;
    const auto leads = [&](std::uint64_t v) { return (v & 1) == 0 && v - from.begin < size; };
    auto* top = stack;
    auto next = to.begin;
    std::uint64_t none = 0, value = root;
    auto slot = static_cast<std::uint64_t>(reinterpret_cast<char*>(&none) - to_base);
    for (;;) {
        const auto header = old(value - mword);
        if (header == forwarded) {
            copy(slot) = old(value);
        } else {
            const auto bytes = header >> 10 << 3;
            if ((header & 255) == infix || bytes + mword > to.end - next) return 0;
            auto a = next + mword, source = value;
            const auto first = a, end = a + bytes, object = value;
            copy(slot) = first;
            copy(next) = header;
            next = end;
            const auto copy_field = [&] {
                value = old(source);
                copy(a) = value;
                asm volatile("");
                source += mword;
                a += mword;
            };
            bool found = false;
            if ((header & 255) < no_scan) {
                do {
                    copy_field();
                    if (leads(value)) {
                        found = true;
                        break;
                    }
                } while (a != end);
            } else {
                while (a != end) copy_field();
            }
            old(object - mword) = forwarded;
            old(object) = first;
            if (found) {
                const auto follow = value;
                slot = a - mword;
                if (a != end) {
                    top[0] = a;
                    top[1] = end;
                    top += 2;
                    do copy_field();
                    while (a != end);
                }
                value = follow;
                continue;
            }
        }
        for (bool found = false; !found;) {
            if (top == stack) return next;
            top -= 2;
            auto a = top[0];
            const auto end = top[1];
            do {
                value = copy(a);
                a += mword;
                if (leads(value)) {
                    slot = a - mword;
                    if (a != end) {
                        top[0] = a;
                        top += 2;
                    }
                    found = true;
                    break;
                }
            } while (a != end);
        }
    }
}

}  // namespace strata::bench
