// tests/test_heap_image.cpp: bytes from outside become a heap, or an error that says where.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <strata/layer2_functional/image_defect.hpp>

#include "layouts.hpp"
#include "random_heaps.hpp"

namespace {

using namespace strata;
using namespace strata::functional;
using bytes = std::vector<std::byte>;

// Three blocks at 0x1000: a record of one field, a free block of two, a closure of two.
//   0x1000  record, 0x1008 pointer to the closure
//   0x1010  free, 0x1018 link, 0x1020
//   0x1028  closure, 0x1030 code, 0x1038 info
heap_image<ocaml_64> small_image()
{
    using L = ocaml_64;
    heap_image<L> image;
    image.hp = {0x1000,
                {L::make_header(1, color::white, 0), 0x1030,      //
                 L::make_header(2, color::blue, 0), 0, 0,         //
                 L::make_header(2, color::white, 247), 0x7777'0,  //
                 L::make_closure_info(1, 2)}};
    image.roots = {0x1008};
    image.fp = value_of<L>{0x1018};
    image.blocks = {{0x1000}, {0x1010}, {0x1028}};
    return image;
}

void check_defect(const heap_image<ocaml_64>& image, const char* rule, std::uint64_t object,
                  std::uint64_t at, std::uint64_t value)
{
    const auto found = find_image_defect<ocaml_64>(image);
    REQUIRE(found.has_value());
    CHECK(std::string{found->rule} == rule);
    CHECK(found->object.at == object);
    CHECK(found->at == at);
    CHECK(found->value == value);
}

// STRATA_SEED=n runs a test again on what it saw.
std::uint64_t seed_of_this_run()
{
    const char* given = std::getenv("STRATA_SEED");
    return given ? std::stoull(given) : std::random_device{}();
}

bytes as_bytes(const std::string& text)
{
    bytes result(text.size());
    std::memcpy(result.data(), text.data(), text.size());
    return result;
}

TEST_CASE("an image is written as its documentation says")
{
    heap_image<ocaml_32> image{std::endian::little, {0x1000, {0x0102'0304}}, {5}, {{0x1004}}, {}};
    const std::string little = {'S', 'T', 'R', 'A', 'T', 'A', 4, '<',  //
                                0,   16,  0,   0,                      // the origin
                                1,   0,   0,   0,   4,   3,   2, 1,    // the words
                                1,   0,   0,   0,   5,   0,   0, 0,    // the roots
                                1,   0,   0,   0,   4,   16,  0, 0,    // the free list
                                0,   0,   0,   0};                     // no table
    CHECK(write_image(image) == as_bytes(little));

    image.order = std::endian::big;
    const std::string big = {'S', 'T', 'R', 'A', 'T', 'A', 4,  '>',  //
                             0,   0,   16,  0,                       //
                             0,   0,   0,   1,   1,   2,   3,  4,    //
                             0,   0,   0,   1,   0,   0,   0,  5,    //
                             0,   0,   0,   1,   0,   0,   16, 4,    //
                             0,   0,   0,   0};
    CHECK(write_image(image) == as_bytes(big));
}

TEST_CASE_TEMPLATE_DEFINE("an image that is written and read is the same image", L, round_trip)
{
    std::mt19937_64 random{20'24};
    for (int n = 0; n < 200; ++n) {
        const auto recipe = test::random_recipe(random, 8, 8);
        const auto made = test::make_heap<L>(recipe);
        heap_image<L> image{std::endian::big, made.hp, made.roots, {}, made.blocks};
        if (recipe.linked) image.fp = made.fp;
        if (n % 2 == 0) image.order = std::endian::little;
        if (n % 3 == 0) image.blocks.clear();

        const auto read = read_image<L>(write_image(image));
        REQUIRE(read);
        CHECK(read.image == image);
        CHECK_FALSE(find_image_defect<L>(read.image).has_value());
    }
}

TEST_CASE_TEMPLATE_APPLY(round_trip, test::layouts);

TEST_CASE("an image cut off after any byte is an error that names the part and the length")
{
    const auto all = write_image(small_image());
    REQUIRE(all.size() == 152);
    // Up to which length each part is incomplete.
    const std::vector<std::pair<std::size_t, std::string>> parts = {
        {6, "an image starts with STRATA"},
        {7, "the words of the image are as long as those of the layout"},
        {8, "the byte order is < or >"},
        {16, "the origin is there"},
        {88, "all words are there"},
        {104, "all roots are there"},
        {120, "the free list is there"},
        {152, "all block addresses are there"}};
    std::size_t length = 0;
    for (const auto& [incomplete, rule] : parts)
        for (; length < incomplete; ++length) {
            const auto read = read_image<ocaml_64>(std::span{all}.first(length));
            REQUIRE_FALSE(read);
            CHECK(read.error.rule == rule);
            CHECK(read.error.offset == length);
        }
    CHECK(read_image<ocaml_64>(all));
}

TEST_CASE("a byte of the preamble that is wrong is an error at that byte")
{
    const auto all = write_image(small_image());
    for (std::size_t at = 0; at < 8; ++at) {
        auto changed = all;
        changed[at] ^= std::byte{0x40};
        CHECK(read_image<ocaml_64>(changed).error.offset == at);
    }
    CHECK(read_image<ocaml_32>(all).error.offset == 6);
}

TEST_CASE("a length that is larger than what follows is an error, however large it is")
{
    for (const std::size_t length_at : {16U, 88U, 104U, 120U}) {
        auto changed = write_image(small_image());
        for (std::size_t i = 0; i < 8; ++i) changed[length_at + i] = std::byte{0xff};
        const auto read = read_image<ocaml_64>(changed);
        REQUIRE_FALSE(read);
        CHECK(read.error.offset == 152);
    }
}

TEST_CASE("what follows an image is an error at its first byte")
{
    auto longer = write_image(small_image());
    longer.push_back(std::byte{0});
    const auto read = read_image<ocaml_64>(longer);
    CHECK(std::string{read.error.rule} == "nothing follows the image");
    CHECK(read.error.offset == 152);
}

TEST_CASE("a heap whose addresses do not fit in a word is an error at its origin")
{
    heap_image<ocaml_32> image;
    image.hp = {0xffff'fff0, {1, 1, 1}};
    CHECK(read_image<ocaml_32>(write_image(image)));  // it ends at 0xffff'fffc
    image.hp.words.push_back(1);
    const auto read = read_image<ocaml_32>(write_image(image));
    REQUIRE_FALSE(read);
    CHECK(std::string{read.error.rule} == "the addresses of the heap fit in a word");
    CHECK(read.error.offset == 8);
}

TEST_CASE("two free lists are an error at their number")
{
    auto changed = write_image(small_image());
    changed[104] = std::byte{2};  // the length of the table is read as the second
    CHECK(read_image<ocaml_64>(changed).error.offset == 104);
}

TEST_CASE("the image of a well-formed heap has no defect")
{
    CHECK_FALSE(find_image_defect<ocaml_64>(small_image()).has_value());
    CHECK_FALSE(find_image_defect<ocaml_64>({}).has_value());
}

TEST_CASE("overlap, gap and overrun are found against the table of blocks")
{
    auto image = small_image();
    image.blocks[1].at = 0x1008;
    check_defect(image, rule::no_overlap, 0x1008, 0x1008, 0x1010);
    image.blocks[1].at = 0x1018;
    check_defect(image, rule::no_gap, 0x1018, 0x1018, 0x1010);
    image.blocks = {{0x1000}, {0x1010}};
    check_defect(image, rule::no_gap, 0x1028, 0x1028, 0x1040);
    image.blocks = {{0x1000}, {0x1010}, {0x1028}, {0x1040}};
    check_defect(image, rule::no_overrun, 0x1040, 0x1040, 0x1040);
    image.blocks.pop_back();
    image.hp.words[5] = ocaml_64::make_header(3, color::white, 247);
    check_defect(image, rule::no_overrun, 0x1028, 0x1028, 0x0CF7);
}

TEST_CASE("what is wrong with the words is found at the word")
{
    auto image = small_image();
    image.hp.words[5] = ocaml_64::make_header(9, color::white, 247);
    image.blocks.clear();
    check_defect(image, rule::no_overrun, 0x1028, 0x1028, 0x24F7);

    image = small_image();
    image.hp.words[1] = 0x1018;
    check_defect(image, rule::not_free, 0x1000, 0x1008, 0x1018);
    image.hp.words[1] = 0x1038;
    check_defect(image, rule::not_middle, 0x1000, 0x1008, 0x1038);
    image.hp.words[6] = ocaml_64::make_header(4, color::white, 249);
    check_defect(image, rule::has_parent, 0x1000, 0x1008, 0x1038);
    image.hp.words[6] = ocaml_64::make_header(1, color::white, 249);
    check_defect(image, rule::has_parent, 0x1000, 0x1008, 0x1038);  // the closure's own entry point
    image.hp.words[7] = 0;
    check_defect(image, rule::has_parent, 0x1000, 0x1008, 0x1038);
    image.hp.words[1] = 1;
    check_defect(image, "the closure info of a closure is odd", 0x1028, 0x1028, 0x08F7);
    image.hp.words[7] = ocaml_64::make_closure_info(0, 3);
    check_defect(image, "a closure is no shorter than the start of its environment", 0x1028, 0x1028,
                 0x08F7);
}

TEST_CASE("an object that a collection left black is found at its header")
{
    auto image = small_image();
    image.hp.words[5] = ocaml_64::make_header(2, color::black, 247);
    check_defect(image, rule::white_or_blue, 0x1028, 0x1028, 0x0BF7);
}

TEST_CASE("a root that leads to no object is found by its number")
{
    auto image = small_image();
    image.roots = {1, 0x1000, 0x1040, 0x1008, 0x1018};
    check_defect(image, rule::not_free, 0x1010, 4, 0x1018);
    image.roots = {0x1038};
    check_defect(image, rule::not_middle, 0x1030, 0, 0x1038);
}

TEST_CASE("a free list that leaves the heap, misses a block, never ends or is not free is found")
{
    auto image = small_image();
    image.fp = value_of<ocaml_64>{0x9000};
    check_defect(image, rule::link_in_heap, 0x1000, 0x1000, 0x9000);
    image.fp = value_of<ocaml_64>{0x1008};
    check_defect(image, rule::link_to_free, 0x1000, 0x1000, 0x1008);
    image.fp = value_of<ocaml_64>{0};
    check_defect(image, rule::list_complete, 0x1010, 0x1010, 0x0A00);
    image = small_image();
    image.hp.words[3] = 0x1018;
    check_defect(image, rule::no_cycle, 0x1010, 0x1018, 0x1018);
    image.hp.words[3] = 0x1019;
    check_defect(image, rule::link_in_heap, 0x1010, 0x1018, 0x1019);
    image.fp.reset();
    CHECK_FALSE(find_image_defect<ocaml_64>(image).has_value());
}

// What is read is what is written: a reader that lost a byte, or crashed, would show here.
template <class L>
void check_bytes(const bytes& given)
{
    const auto read = read_image<L>(given);
    if (!read) {
        REQUIRE(read.error.offset <= given.size());
        return;
    }
    REQUIRE(write_image(read.image) == given);
    const auto found = find_image_defect<L>(read.image);
    if (found) REQUIRE_FALSE(describe(*found).empty());
}

TEST_CASE_TEMPLATE_DEFINE("random bytes and words never crash the checker", L, random_bytes)
{
    const auto seed = seed_of_this_run();
    MESSAGE("STRATA_SEED=" << seed);
    std::mt19937_64 random{seed};
    const auto few = [&](std::uint32_t n) { return test::below(random, n); };
    std::size_t without_defect = 0;
    for (int n = 0; n < 6'000; ++n) {
        bytes given(few(64));
        for (auto& b : given) b = std::byte(static_cast<unsigned char>(random()));
        check_bytes<L>(given);

        // Small words, so that sizes, links and pointers often fit.
        heap_image<L> image;
        image.order = few(2) == 0 ? std::endian::big : std::endian::little;
        image.hp.origin = static_cast<word_of<L>>(L::mword * few(4));
        image.hp.words.resize(few(9));
        const auto word = [&] {
            const auto near = image.hp.origin + few(10) * mword<L>() + (few(9) == 0 ? 1 : 0);
            const auto tag = static_cast<word_of<L>>(few(3) == 0 ? 246 + few(10) : 0);
            const auto header = L::make_header(few(4), color(few(4)), tag);
            return static_cast<word_of<L>>(few(4) == 0 ? random() : few(2) == 0 ? near : header);
        };
        for (auto& w : image.hp.words) w = word();
        image.roots.resize(few(3));
        for (auto& w : image.roots) w = word();
        if (few(2) == 0) image.fp = value_of<L>{word()};
        image.blocks.resize(few(3) == 0 ? few(4) : 0);
        for (auto& h : image.blocks) h.at = word();
        without_defect += find_image_defect<L>(image) ? 0U : 1U;
        check_bytes<L>(write_image(image));

        given = write_image(image);
        given[few(static_cast<std::uint32_t>(given.size()))] = std::byte(few(256));
        check_bytes<L>(given);
    }
    CHECK(without_defect > 0);
}
TEST_CASE_TEMPLATE_APPLY(random_bytes, test::layouts);

}  // namespace
