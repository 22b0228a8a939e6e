// tools/replay/copying.cpp: the copying collectors, on which traces are replayed.
#include "replay/copying.hpp"
#include "replay/add.hpp"

namespace replay {

void add_copying(table& all)
{
    add<cheney>(all);
    add<depth_first>(all);
    add<eager>(all);
    add<replicating>(all);
}

}  // namespace replay
