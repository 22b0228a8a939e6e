// tools/replay/report.hpp: what a replay has to say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "replay/adapter.hpp"

namespace replay {

/// One collection that is over: after which step, what is in the heap and how much of it is live.
struct collection {
    std::size_t step;
    leaves left;
    std::size_t objects, live_objects, live_words;  ///< words with headers
};

struct report {
    std::vector<collection> collections{};
    std::size_t steps = 0;        ///< that were done
    std::size_t allocations = 0;  ///< of objects
    std::size_t writes = 0;
    std::size_t without_room = 0;  ///< attempts to allocate, before a collection or after it
    std::size_t skipped = 0;       ///< steps that needed an object for which there was no room
    std::size_t given_up = 0;      ///< collections that found no room
    /// What the heap and the model disagree on; the replay ends there.
    std::optional<std::string> disagreement{};
};

/// Where a replay is: for whoever must say so when a contract ends the program.
inline std::string& where_replay_is()
{
    static std::string text;
    return text;
}

}  // namespace replay
