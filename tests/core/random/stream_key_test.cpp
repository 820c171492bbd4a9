#include "random/stream_key.hpp"

#include <Random123/philox.h>

#include "test.hpp"

using skald::random::philox;
using Words4 = std::array<std::uint32_t, 4>;

// Published known answers of Philox4x32-10 (file kat_vectors of the Random123 library).
TEST_CASE("philox gives the published known answers") {
  CHECK(philox({0, 0, 0, 0}, 0) == Words4{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, 0xffffffffffffffff) ==
        Words4{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822) ==
        Words4{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("philox agrees with the Random123 library along an orbit") {
  Words4 ours = {1, 2, 3, 4};
  philox4x32_ctr_t theirs = {{1, 2, 3, 4}};
  bool same = true;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    ours = philox(ours, i * 0x9e3779b97f4a7c15u);
    const std::uint64_t key = i * 0x9e3779b97f4a7c15u;
    const philox4x32_key_t key_words = {
        {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
    theirs = philox4x32_R(10, theirs, key_words);
    for (std::size_t j = 0; j < 4; ++j) same = same && ours[j] == theirs.v[j];
  }
  CHECK(same);
}
