// The block kernel with eight lanes, as processors with AVX-512 have, in the forms that need no
// instruction set: every processor can hold it equal to the baseline's.
#include <bit>

#include "random/kernel.hpp"
#include "test.hpp"

#define SKALD_KERNEL eight_lanes_test
#define SKALD_LANES 8
#include "random/kernel_body.hpp"

namespace skald::random::eight_lanes_test {
namespace {

// What a fill leaves of these draws, on memory that it need not touch.
template <class Value, class Fill>
std::vector<std::uint64_t> bits_left(const Draws& draws, Fill fill) {
  std::vector<Value> values(static_cast<std::size_t>(draws.stride * draws.cols), Value{7});
  fill(draws, values.data());
  std::vector<std::uint64_t> bits;
  for (const Value value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

bool all_alike(const Draws& draws) {
  const auto alike = [&]<class Value>(Value, auto fill) {
    return bits_left<Value>(draws, [&](auto... to) { fill(kernel, to...); }) ==
           bits_left<Value>(draws, [&](auto... to) { fill(baseline_kernel, to...); });
  };
  return alike(0.0, [](const Kernel& of, auto... to) { of.normal(to...); }) &&
         alike(0.0,
               [](const Kernel& of, const Draws& d, double* x) { of.add_normal(d, 0.3, x); }) &&
         alike(0.0, [](const Kernel& of, auto... to) { of.uniform(to...); }) &&
         alike(std::uint64_t{0}, [](const Kernel& of, auto... to) { of.bits(to...); });
}

constexpr Draws some_draws(std::int64_t rows, std::int64_t cols, std::int64_t stride) {
  return {0xfedcba9876543210u, 0x0000000500000003u, 4000000000u, rows, cols, stride};
}

TEST_CASE("eight lanes fill one chain with the baseline's bits, whatever its length") {
  // Lengths around a register, and around one and two tiles.
  const std::int64_t most = 2 * tile_lanes;
  for (std::int64_t rows = 1; rows < 40; ++rows) {
    INFO(rows);
    CHECK(all_alike(some_draws(rows, 1, rows)));
  }
  for (const std::int64_t middle : {most, 2 * most}) {
    for (std::int64_t rows = middle - 18; rows <= middle + 18; ++rows) {
      INFO(rows);
      CHECK(all_alike(some_draws(rows, 1, rows)));
    }
  }
}

TEST_CASE("eight lanes fill many chains with the baseline's bits, and touch nothing between") {
  for (std::int64_t rows = 1; rows < 20; ++rows) {
    for (const std::int64_t cols : {2, 3, 8, 31}) {
      INFO(rows << " x " << cols);
      CHECK(all_alike(some_draws(rows, cols, rows)));
      CHECK(all_alike(some_draws(rows, cols, rows + 3)));
    }
  }
}

}  // namespace
}  // namespace skald::random::eight_lanes_test
