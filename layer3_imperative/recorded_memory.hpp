// layer3_imperative/recorded_memory.hpp: a memory that tells each access to whoever watches.
#pragma once

#include <functional>
#include <utility>

#include <strata/concepts/word_memory.hpp>

namespace strata::imperative {

enum class access { load, store };

/// Another memory, with every load and store reported: for traces, for counting, for stepping
/// through a collection.
template <machine_word W, word_memory<W> M>
class recorded_memory {
public:
    using watcher = std::function<void(access, W address, W value)>;

    recorded_memory(M memory, watcher watch)
        : memory_{std::move(memory)}
        , watch_{std::move(watch)}
    {}

    [[nodiscard]] W begin() const { return memory_.begin(); }
    [[nodiscard]] W end() const { return memory_.end(); }
    [[nodiscard]] W load(W a) const
    {
        const W w = memory_.load(a);
        watch_(access::load, a, w);
        return w;
    }
    void store(W a, W w)
    {
        memory_.store(a, w);
        watch_(access::store, a, w);
    }

private:
    M memory_;
    watcher watch_;
};

}  // namespace strata::imperative
