// tools/prove/condition.hpp: the answer of a symbolic comparison: to branch on it is to fork.
#pragma once

#include <z3++.h>

namespace strata::prove {

/// The one context of this program: every expression lives in it.
inline z3::context& context()
{
    static z3::context the_context;
    return the_context;
}

/// Who says which way a branch goes, and hears what the code under proof relies on.
struct chooser {
    virtual ~chooser() = default;
    /// Whether the branch on `e` is taken on this path.
    virtual bool decide(const z3::expr& e) = 0;
    /// `e` holds of all words, whatever the path: a proved lemma about the codec, or the range of a
    /// word.
    virtual void fact(const z3::expr& e) = 0;
    /// The same, about quotients and remainders: heard only by questions that need it, because
    /// integer division is what makes a question slow.
    virtual void heavy_fact(const z3::expr& e) = 0;
    /// The code is only right if `e` holds at this point of the path.
    virtual void oblige(const char* what, const z3::expr& e) = 0;
};

inline chooser*& current()
{
    static chooser* the_chooser = nullptr;
    return the_chooser;
}

inline void fact(const z3::expr& e)
{
    if (current()) current()->fact(e);
}
inline void heavy_fact(const z3::expr& e)
{
    if (current()) current()->heavy_fact(e);
}
inline void oblige(const char* what, const z3::expr& e)
{
    if (current()) current()->oblige(what, e);
}

/// It models `strata::condition`.
struct symbolic_condition {
    z3::expr e;

    explicit operator bool() const { return current()->decide(e); }
    [[nodiscard]] symbolic_condition operator!() const { return {!e}; }
};

}  // namespace strata::prove
