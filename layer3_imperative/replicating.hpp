// layer3_imperative/replicating.hpp: an incremental copying collector: the mutator keeps originals.
#pragma once

#include <optional>
#include <utility>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/memory_part.hpp>
#include <strata/layer2_functional/short_circuit.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/bump.hpp>
#include <strata/layer3_imperative/cheney_queue.hpp>
#include <strata/layer3_imperative/copy.hpp>
#include <strata/layer3_imperative/overlaid_memory.hpp>
#include <strata/layer3_imperative/raw_memory.hpp>
#include <strata/layer3_imperative/replica_audit.hpp>

namespace strata::imperative {

/// Larch section 5.3. The steps are those of copy.hpp, on a from-space whose forwarding addresses
/// lie beside it, so that the mutator reads and writes originals until the spaces are exchanged.
/// Roots are hints: what they lead to is copied, they are not written. For a correct collection it
/// is enough that all is copied that the roots reach when it finishes; only there are they sampled
/// again, and forwarded.
///
/// The mutator writes through `write`, which keeps the replica of what it writes to. What died
/// after it was copied lives until the next collection.
template <layout L, word_memory<word_of<L>> M = raw_memory<L>,
          class Audit = default_replica_audit<L>>
class replicating {
public:
    using layout_type = L;
    using word = word_of<L>;

    constexpr replicating(M from, M to, M beside)
        : replicating(from, to, beside, all_of<L>(from))
    {}
    /// From-space may have objects already, a well-formed heap up to where the room begins.
    ///
    /// Expects  the memories do not overlap; `beside` has as many words as either space.
    constexpr replicating(M from, M to, M beside, bump<L> room)
        : from_{std::move(from)}
        , to_{std::move(to)}
        , beside_{std::move(beside)}
        , room_{room}
        , copying_{nothing_copied()}
    {
        expects(from_.end() <= to_.begin() || to_.end() <= from_.begin(),
                "the two spaces do not overlap");
    }

    /// As in `collector`: also while a collection is under way.
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        expects(functional::may_exist<L>(L::make_header(wosize, color::white, tag)),
                "an object has the fields that its kind needs, and no interior header");
        return imperative::allocate<L>(from_, room_, wosize, tag);
    }

    /// The mutator's store to field `i` of the object at `x`.
    constexpr void write(value_of<L> x, word i, word value)
    {
        const auto h = hd_address<L>(x);
        from_.store(field_addr<L>(h, i), value);
        if (is_collecting_ && functional::is_forwarded<L>(copying_.from.load(h.at))) renew(h);
    }

    /// Begins a collection. The words beside are cleared, all others are left for `step`.
    template <root_set<word> R>
    constexpr void begin(const R& hints)
    {
        const auto end = beside_.end();
        for (auto a = beside_.begin(); a < end; a = a + mword<L>())
            beside_.store(a, strata::word<word>(0));
        copying_ = nothing_copied();
        is_collecting_ = true;
        sample(hints);
    }
    /// Copies what some roots lead to, and writes none of them.
    template <root_set<word> R>
    constexpr void sample(const R& hints)
    {
        for (const word root : hints) static_cast<void>(forward_addr(copying_, passed_on(root)));
    }
    /// Scans up to `n` replicas. False if there was no other left to scan.
    constexpr bool step(word n)
    {
        for (; n > strata::word<word>(0); n = n - strata::word<word>(1)) {
            if (!copying_.ok || !next_unscanned_node(copying_)) return false;
            scan_addr(copying_);
        }
        return true;
    }
    /// Copies the rest of what the roots reach, has them lead to the replicas, and exchanges the
    /// spaces. False if there is no room: then the collection is given up, and nothing has changed.
    ///
    /// Expects  a collection is under way.
    template <root_slots<word> R>
    constexpr bool finish(R&& roots)
    {
        expects(is_collecting_, "a collection that has begun is finished");
        sample(roots);
        copying_ = scan_unscanned(std::move(copying_));
        is_collecting_ = false;
        if (!copying_.ok) return false;
        if constexpr (functional::short_circuits<L>)
            for (auto& root : roots) root = passed_on(root);
        forward_roots(copying_, roots);
        Audit{}(memory(), copying_, roots);
        std::swap(from_, to_);
        room_ = copying_.room;
        return true;
    }

    /// The words in use, for the mutator to read: a well-formed heap at any time.
    [[nodiscard]] constexpr auto memory() const
    {
        return functional::first_words<word>(from_, room_.next);
    }
    [[nodiscard]] constexpr bool is_collecting() const { return is_collecting_; }
    /// How many words the replicas take.
    [[nodiscard]] constexpr word replicated() const
    {
        return (copying_.room.next - copying_.to.begin()) / mword<L>();
    }

private:
    using state =
        copy_state<L, overlaid_memory<L, M>, M, bump<L>, cheney_queue<L>, unaudited_copy<L>>;

    [[nodiscard]] constexpr state nothing_copied() const
    {
        return begin_copy<L>(overlaid_memory<L, M>{from_, beside_}, to_, all_of<L>(to_),
                             cheney_queue<L>{to_}, unaudited_copy<L>{});
    }
    /// What a root becomes, as a field does: the originals are where nothing has moved.
    [[nodiscard]] constexpr word passed_on(word root) const
    {
        if constexpr (!functional::short_circuits<L>) return root;
        else return functional::stands_for<L>(functional::one_space<L, M>{from_}, root);
    }
    /// Every field of the replica of the object at `h` is what it is in the original, forwarded if
    /// it is scanned: which are, may be what has changed.
    constexpr void renew(header_of<L> h)
    {
        const auto one = strata::word<word>(1);
        const auto copy = hd_address<L>(functional::forwarded_to<L>(copying_.from, h));
        const auto first = functional::scan_from<L>(from_, h);
        const auto wosize = functional::wosize<L>(h, from_);
        for (auto i = one; i <= wosize; i = i + one) {
            const auto held = from_.load(field_addr<L>(h, i));
            const bool scanned = first <= i && functional::scans<L>(from_, h, i);
            const auto value =
                scanned ? functional::short_circuited<L>(copying_.from, copying_.to, from_, h, held)
                        : held;
            copying_.to.store(field_addr<L>(copy, i),
                              scanned ? forward_addr(copying_, value) : value);
        }
    }

    M from_, to_, beside_;
    bump<L> room_;
    state copying_;
    bool is_collecting_ = false;
};

}  // namespace strata::imperative
