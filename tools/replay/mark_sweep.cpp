// tools/replay/mark_sweep.cpp: mark and sweep, on which traces are replayed.
#include "replay/mark_sweep.hpp"
#include "replay/add.hpp"

namespace replay {

void add_mark_sweep(table& all)
{
    add<paper>(all);
    add<next_fit_window>(all);
    add<segregated_window>(all);
}

}  // namespace replay
