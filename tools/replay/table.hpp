// tools/replay/table.hpp: every collector on every layout, as functions that have names.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "replay/adapter.hpp"
#include "replay/replay.hpp"
#include "replay/trace.hpp"

namespace replay {

/// A collector in a layout. Every collection is audited, whatever the build: layer 2 and the
/// definitions watch it, and end the program if they do not agree.
struct entry {
    std::string collector, layout;
    report (*run)(const trace&, lent);
};

using table = std::vector<entry>;

void add_mark_sweep(table& all);
void add_incremental(table& all);
void add_copying(table& all);
void add_nursery(table& all);
void add_generational(table& all);

[[nodiscard]] inline table every_entry()
{
    table all;
    add_mark_sweep(all);
    add_incremental(all);
    add_copying(all);
    add_nursery(all);
    add_generational(all);
    return all;
}

}  // namespace replay
