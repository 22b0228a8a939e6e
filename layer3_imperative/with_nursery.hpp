// layer3_imperative/with_nursery.hpp: a copying nursery in front of a mark-sweep old space.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include <strata/concepts/contract.hpp>
#include <strata/concepts/old_space.hpp>
#include <strata/concepts/root_set.hpp>
#include <strata/layer2_functional/memory_part.hpp>
#include <strata/layer3_imperative/allocate.hpp>
#include <strata/layer3_imperative/allotment.hpp>
#include <strata/layer3_imperative/bump_down.hpp>
#include <strata/layer3_imperative/minor.hpp>
#include <strata/layer3_imperative/slot_stack.hpp>
#include <strata/layer3_imperative/young_and_old.hpp>

namespace strata::imperative {

using functional::leads_into;

/// Objects are made in the nursery, and what is reachable when it is full moves to the old space.
/// Nursery, table and stack are borrowed. It models `collector`, if the spaces are adjacent.
/// `Young` may have kinds that only a promotion looks at, such as one that short-circuits. `Stack`
/// decides the order of promotion; a `mark_stack` holds copies, and each is scanned as a whole.
///
/// The mutator loads as it likes, stores to old objects with `write` or `modify`, and takes its
/// pointers from the roots again after `minor`, `collect`, `start` and `resize`.
template <old_space Old, class Audit = default_minor_audit<typename Old::layout_type>,
          class Remembered = remembered_set<word_of<typename Old::layout_type>>,
          layout Young = typename Old::layout_type,
          class Stack = slot_stack<word_of<typename Old::layout_type>>>
class with_nursery {
public:
    using layout_type = typename Old::layout_type;
    using L = layout_type;
    using word = word_of<L>;
    using memory_type = std::remove_cvref_t<decltype(std::declval<const Old&>().memory())>;
    static constexpr bool moves_objects = true;
    /// Larger objects are made in the old space. OCaml: `Max_young_wosize`.
    static constexpr std::uint64_t most_young_fields = 256;

    /// Any storage will do; as many entries on the stack as the nursery has words are enough.
    ///
    /// Expects  room for an object in the nursery, which is no larger than the old space, and apart
    ///          from it; room for one entry in the table and on the stack.
    constexpr with_nursery(Old old, memory_type nursery, typename Remembered::storage remembered,
                           std::span<value_of<L>> stack)
        : old_{std::move(old)}
        , nursery_{std::move(nursery)}
        , young_{all_down<L>(nursery_)}
        , remembered_{remembered}
        , stack_{stack}
    {
        expects(!stack.empty(), "a stack of promoted objects has room for one");
        static_cast<void>(Stack{stack});  // which may expect more
        expects_nursery<L>(nursery_, old_.memory());
    }

    /// A white object whose fields hold the layout's filler; nothing if there is no room in the
    /// nursery, or for a large one in the old space, and then nothing changes.
    /// Expects  an object of this size and tag may exist.
    [[nodiscard]] constexpr std::optional<value_of<L>> allocate(word wosize, word tag)
    {
        expects_object<L>(wosize, tag);
        if (is_large(wosize)) return old_.allocate(wosize, tag);
        return imperative::allocate<L>(nursery_, young_, wosize, tag);
    }
    [[nodiscard]] constexpr bool is_large(word wosize) const
    {
        return wosize > most_young_fields || wosize >= words_of<L>(nursery_);
    }

    /// Field `i`, counted from 1, of the object at `x` becomes `v`.
    constexpr void write(value_of<L> x, word i, word v)
    {
        const auto at = field_addr<L>(hd_address<L>(x), i);
        if (within<L>(nursery_, x)) return nursery_.store(at, v);
        if (functional::is_scanned<L>(old_.memory(), hd_address<L>(x), i) && is_young(v))
            if (!is_young(old_.memory().load(at))) remembered_.push(at);
        old_.write(x, i, v);
    }
    /// The field at `at`, which holds a value, becomes `v`. OCaml: `caml_modify`.
    // What leads to young objects is in no snapshot. What few stores need is called last: no frame.
    constexpr void modify(word at, word v)
    {
        if (within<L>(nursery_, value_of<L>{at})) return nursery_.store(at, v);
        if (is_young(old_.memory().load(at))) {
            memory_type{old_.memory()}.store(at, v);
            return old_.redirected(at);
        }
        if (is_young(v)) remember_and_modify(at, v);
        else old_.modify(at, v);
    }
    /// The same for the first value of a field that holds nothing yet. OCaml: `caml_initialize`.
    constexpr void initialise(word at, word v)
    {
        memory_type{old_.memory()}.store(at, v);
        if (is_young(v)) remembered_.push(at);
    }

    /// Promotes what the roots reach, and empties the nursery. False if the old space has no room:
    /// then no root and no object has changed.
    template <root_slots<word> R>
    constexpr bool minor(R&& roots)
    {
        auto s = imperative::minor(begin_minor(), roots, remembered_);
        hand_back(s.room);
        s.audit.tell(old_);
        if (s.ok) end_minor();
        return s.ok;
    }
    /// The same step by step, for a runtime that has written `young().next` back and hands over its
    /// roots one by one: `forward_addr` of each, `forward_slot` of fields that it remembers itself,
    /// `scan_unscanned`, `hand_back` of the room, `end_minor` when nothing leads into the nursery.
    [[nodiscard]] constexpr auto begin_minor()
    {
        return begin_copy<Young>(young_objects(), memory_type{old_.memory()},
                                 allotted<L>(old_.room(), old_.memory()), Stack{stack_}, Audit{});
    }
    constexpr void end_minor()
    {
        young_ = all_down<L>(nursery_);
        remembered_.clear();
    }

    /// Frees what the roots do not reach. False if what survives in the nursery finds no room in
    /// the old space even so: it stays there, and nothing that is reachable is lost.
    template <root_slots<word> R>
    constexpr bool collect(R&& roots)
    {
        if (!minor(roots)) {
            const auto young = young_objects();
            using both = roots_and_young<L, std::remove_cvref_t<R>, decltype(young_objects())>;
            old_.collect(both{roots, young});
            remembered_.template forget_dead<L>(old_.memory());
            if (!minor(roots)) return false;
        }
        old_.collect(roots);
        return true;
    }
    /// Empties the nursery, because a snapshot has no young objects, and starts a cycle of the old
    /// space, which is incremental; the roots are copied to `lent`, which has room for them and
    /// stays as it is until they are darkened. False if there is no room, and none is started.
    template <root_slots<word> R>
    constexpr bool start(R&& roots, std::span<word> lent)
    {
        expects(std::ranges::size(roots) <= lent.size(), "there is room for a copy of the roots");
        if (!minor(roots)) return false;
        std::ranges::copy(roots, lent.begin());
        old_.start(lent);
        return true;
    }

    /// Another nursery in place of this one, which is emptied, and of which the same is expected.
    /// False if there is no room for what survives, and then nothing has changed.
    template <root_slots<word> R>
    constexpr bool resize(memory_type nursery, R&& roots)
    {
        expects_nursery<L>(nursery, old_.memory());
        if (!minor(roots)) return false;
        nursery_ = std::move(nursery);
        end_minor();
        return true;
    }

    [[nodiscard]] constexpr bump_down<L>& young() { return young_; }
    [[nodiscard]] constexpr const Old& old() const { return old_; }
    [[nodiscard]] constexpr Old& old() { return old_; }
    [[nodiscard]] constexpr const Remembered& remembered() const { return remembered_; }
    [[nodiscard]] constexpr auto memory() const
    {
        return young_and_old<L, memory_type>{nursery_, young_, old_.memory()};
    }

private:
    [[nodiscard]] constexpr auto young_objects() const
    {
        return functional::last_words<word>(nursery_, young_.next);
    }
    [[gnu::noinline]] constexpr void remember_and_modify(word at, word v)
    {
        remembered_.push(at);
        old_.modify(at, v);
    }
    [[nodiscard]] constexpr auto is_young(word v) const { return leads_into<L>(nursery_, v); }

    Old old_;
    memory_type nursery_;
    bump_down<L> young_;
    Remembered remembered_;
    std::span<value_of<L>> stack_;
};

}  // namespace strata::imperative
