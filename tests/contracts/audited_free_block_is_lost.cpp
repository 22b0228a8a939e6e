// tests/contracts/audited_free_block_is_lost.cpp: the audit sees an allocator that loses a block.
// expects that the allocator has the free blocks
#include "faulty_collection.hpp"

struct loses_a_block : strata::imperative::next_fit<test::faulty_layout> {
    template <class M>
    void add(M& memory, strata::header_of<test::faulty_layout> h, std::uint64_t wosize)
    {
        if (h.at != 0x1020) next_fit::add(memory, h, wosize);
    }
};

int main()
{
    return test::collect_with<loses_a_block>([](std::uint64_t, std::uint64_t w) { return w; });
}
