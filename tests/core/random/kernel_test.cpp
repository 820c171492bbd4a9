// The vector kernels against a scalar referee in long double, and against each other.
#include "random/kernel.hpp"

#include <bit>

#include "random/instruction_set.hpp"
#include "random/stream_key.hpp"
#include "test.hpp"

#define SKALD_KERNEL kernel_under_test
#include "random/kernel_body.hpp"

using namespace skald::random;

namespace {

std::vector<InstructionSet> supported_sets() {
  std::vector<InstructionSet> sets;
  for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
    if (is_supported(set)) sets.push_back(set);
  }
  return sets;
}

// The words of positions 2 pair and 2 pair + 1.
std::array<std::uint64_t, 2> reference_words(const Draws& draws, std::int64_t pair,
                                             std::int64_t column) {
  const auto x = philox(
      {static_cast<std::uint32_t>(pair), draws.first_chain + static_cast<std::uint32_t>(column),
       static_cast<std::uint32_t>(draws.iteration),
       static_cast<std::uint32_t>(draws.iteration >> 32)},
      draws.key);
  return {x[0] | std::uint64_t{x[1]} << 32, x[2] | std::uint64_t{x[3]} << 32};
}

std::array<long double, 2> reference_normals(std::array<std::uint64_t, 2> words) {
  const long double u = std::ldexp(static_cast<double>(words[0] | 1), -64);
  const long double radius = std::sqrt(-2 * std::log(u));
  const long double fraction =
      std::ldexp(static_cast<long double>((words[1] & ((1ull << 52) - 1)) | 1), -52);
  const long double angle = (fraction - 0.5L) * std::numbers::pi_v<long double> / 2;
  const long double sign = (words[1] >> 62) & 1 ? -1 : 1;
  const long double x = sign * radius * std::cos(angle);
  const long double y = sign * radius * std::sin(angle);
  if (words[1] >> 63) return {y, x};
  return {x, y};
}

struct Shape {
  std::int64_t rows, cols, stride;
};

const std::vector<Shape> shapes = {
    {1, 1, 1},    {1, 9, 1},     {1, 700, 3},   {2, 1, 2},     {2, 65, 2},      {3, 64, 3},
    {4, 33, 7},   {5, 61, 8},    {7, 100, 7},   {15, 3, 15},   {16, 5, 16},     {17, 31, 20},
    {20, 64, 20}, {255, 2, 255}, {256, 2, 300}, {257, 3, 257}, {1000, 2, 1000}, {1001, 1, 1001}};

constexpr double untouched = 12345.5;

Draws draws_of(const Shape& shape) {
  return {0xfedcba9876543210u, 0x0000000500000003u, 4000000000u,
          shape.rows,          shape.cols,          shape.stride};
}

std::size_t size_of(const Shape& shape) {
  return static_cast<std::size_t>(shape.stride * shape.cols);
}

template <class T>
std::vector<std::uint64_t> bits_of(const std::vector<T>& values) {
  std::vector<std::uint64_t> bits;
  for (const T value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
  return bits;
}

}  // namespace

TEST_CASE(
    "bits and uniforms are the words of Philox at the stated counters, on every instruction set") {
  for (const auto set : supported_sets()) {
    for (const auto& shape : shapes) {
      const Draws draws = draws_of(shape);
      std::vector<std::uint64_t> words(size_of(shape), 1);
      std::vector<double> uniforms(size_of(shape), untouched);
      kernel_for(set).bits(draws, words.data());
      kernel_for(set).uniform(draws, uniforms.data());
      std::size_t wrong = 0;
      for (std::int64_t j = 0; j < shape.cols; ++j) {
        for (std::int64_t i = 0; i < shape.stride; ++i) {
          const auto at = static_cast<std::size_t>(i + j * shape.stride);
          const auto word = reference_words(draws, i / 2, j)[static_cast<std::size_t>(i % 2)];
          const bool inside = i < shape.rows;
          wrong += words[at] != (inside ? word : 1);
          wrong += uniforms[at] !=
                   (inside ? std::ldexp(static_cast<double>(word >> 11), -53) : untouched);
        }
      }
      INFO(name_of(set) << " " << shape.rows << " x " << shape.cols << " stride " << shape.stride);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("normals are Box-Muller of the words of Philox, to the last few bits") {
  for (const auto& shape : shapes) {
    const Draws draws = draws_of(shape);
    std::vector<double> normals(size_of(shape), untouched);
    kernel_for(InstructionSet::baseline).normal(draws, normals.data());
    long double worst = 0;
    std::size_t overwritten = 0;
    for (std::int64_t j = 0; j < shape.cols; ++j) {
      for (std::int64_t i = 0; i < shape.stride; ++i) {
        const double value = normals[static_cast<std::size_t>(i + j * shape.stride)];
        const auto exact =
            reference_normals(reference_words(draws, i / 2, j))[static_cast<std::size_t>(i % 2)];
        if (i < shape.rows) worst = std::max(worst, std::abs(value / exact - 1));
        if (i >= shape.rows) overwritten += value != untouched;
      }
    }
    INFO(shape.rows << " x " << shape.cols << " stride " << shape.stride);
    CHECK(worst < 2e-15L);
    CHECK(overwritten == 0);
  }
}

TEST_CASE("normals have the same bits on every instruction set") {
  for (const auto set : supported_sets()) {
    for (const auto& shape : shapes) {
      const Draws draws = draws_of(shape);
      std::vector<double> expected(size_of(shape), untouched);
      std::vector<double> found = expected;
      kernel_for(InstructionSet::baseline).normal(draws, expected.data());
      kernel_for(set).normal(draws, found.data());
      INFO(name_of(set) << " " << shape.rows << " x " << shape.cols << " stride " << shape.stride);
      CHECK(bits_of(found) == bits_of(expected));
    }
  }
}

TEST_CASE("add_normal adds scale times the normals with two roundings, on every instruction set") {
  const double scale = 0.3;
  for (const auto set : supported_sets()) {
    for (const auto& shape : shapes) {
      const Draws draws = draws_of(shape);
      std::vector<double> normals(size_of(shape), 0);
      kernel_for(InstructionSet::baseline).normal(draws, normals.data());
      std::vector<double> expected(size_of(shape));
      std::vector<double> found(size_of(shape));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        found[i] = 0.1 * static_cast<double>(i);
        const volatile double product = scale * normals[i];
        expected[i] = found[i] + product;
      }
      kernel_for(set).add_normal(draws, scale, found.data());
      INFO(name_of(set) << " " << shape.rows << " x " << shape.cols << " stride " << shape.stride);
      CHECK(bits_of(found) == bits_of(expected));
    }
  }
}

TEST_CASE("blocks without rows or columns are left alone") {
  double value = untouched;
  for (const auto set : supported_sets()) {
    for (const Draws& draws : {Draws{1, 1, 0, 0, 5, 0}, Draws{1, 1, 0, 5, 0, 5}}) {
      kernel_for(set).normal(draws, &value);
      kernel_for(set).add_normal(draws, 1, &value);
      kernel_for(set).uniform(draws, &value);
    }
  }
  CHECK(value == untouched);
}

// No sample can reach these, so the formulas are asked directly.
TEST_CASE("the radius is right out to the largest normal") {
  using namespace kernel_under_test;
  const auto radius = [](std::uint64_t word) {
    return square_root(minus_two_log(open_uniform(all(word >> 32), all(word))))[0];
  };
  CHECK(radius(0) == Approx(std::sqrt(128 * std::log(2.0))).epsilon(1e-15));
  CHECK(radius(~std::uint64_t{0}) == 0);
  for (int exponent = 1; exponent < 64; ++exponent) {
    for (const std::uint64_t offset : {0u, 1u, 2u}) {
      const std::uint64_t word = (std::uint64_t{1} << exponent) - 1 + offset;
      const long double u = std::ldexp(static_cast<double>(word | 1), -64);
      CHECK(radius(word) ==
            Approx(static_cast<double>(std::sqrt(-2 * std::log(u)))).epsilon(1e-15));
    }
  }
}

TEST_CASE("the logarithm is right near 1 and on both sides of its range reduction") {
  using namespace kernel_under_test;
  for (const double u : {std::nextafter(1.0, 0.0), 1 - 1e-12, 0.999, 0.75, 0.70710678118654757,
                         0.70710678118654746, 0.5, 0.35355339059327373, 1e-5, 0x1p-64}) {
    const auto exact = static_cast<double>(-2 * std::log(static_cast<long double>(u)));
    CHECK(minus_two_log(all(u))[0] == Approx(exact).epsilon(1e-15));
  }
}

TEST_CASE("the two bits beside the angle exchange and negate the coordinates") {
  using namespace kernel_under_test;
  const std::uint64_t angle = std::uint64_t{1} << 49;
  const auto point = [&](std::uint64_t top) {
    const Point p = on_circle(all(2.0), all(angle | top << 62));
    return std::array<double, 2>{p.x[0], p.y[0]};
  };
  const auto [x, y] = point(0);
  CHECK(x * x + y * y == Approx(4).epsilon(1e-15));
  CHECK(x == Approx(2 * std::cos(3 * std::numbers::pi / 16)).epsilon(1e-14));
  CHECK(y == Approx(-2 * std::sin(3 * std::numbers::pi / 16)).epsilon(1e-14));
  CHECK(point(1) == std::array<double, 2>{-x, -y});
  CHECK(point(2) == std::array<double, 2>{y, x});
  CHECK(point(3) == std::array<double, 2>{-y, -x});
}
