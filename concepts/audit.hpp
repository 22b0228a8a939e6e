// concepts/audit.hpp: whether this build checks its own invariants, at any cost.
#pragma once

#ifndef STRATA_AUDIT
#define STRATA_AUDIT 0
#endif

namespace strata {

/// True in the audit build. It only chooses the *default* of a type parameter (an observer, a
/// memory), so that audited and unaudited code are different types and can live in one program.
inline constexpr bool audit_build = STRATA_AUDIT != 0;

}  // namespace strata
