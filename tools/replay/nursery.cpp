// tools/replay/nursery.cpp: a nursery in front of each old space, on which traces are replayed.
#include "replay/nursery.hpp"
#include "replay/add.hpp"

namespace replay {

void add_nursery(table& all)
{
    add<nursery_and_mark_sweep>(all);
    add<nursery_and_incremental>(all);
}

}  // namespace replay
