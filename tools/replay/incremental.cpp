// tools/replay/incremental.cpp: incremental mark and sweep, on which traces are replayed.
#include "replay/incremental.hpp"
#include "replay/add.hpp"

namespace replay {

void add_incremental(table& all)
{
    add<sliced>(all);
    add<sliced_window>(all);
    add<paced>(all);
}

}  // namespace replay
