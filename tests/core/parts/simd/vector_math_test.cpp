#include "skald/parts/simd/vector_math.hpp"

#include <bit>
#include <cstdlib>
#include <string>

#include "test.hpp"

namespace vector_math_test {

namespace {

using namespace skald::simd;

struct Exp {
  template <int W>
  SKALD_INLINE static void run(const std::vector<double>& x, double* const& out) {
    for (std::size_t i = 0; i < x.size(); i += W) {
      Reals<W> argument, value;
      load<W>(x.data() + i, argument);
      exp<W>(argument, value);
      store<W>(value, out + i);
    }
  }
};

struct Sigmoid {
  template <int W>
  SKALD_INLINE static void run(const std::vector<double>& x, double* const& out) {
    for (std::size_t i = 0; i < x.size(); i += W) {
      Reals<W> argument, value;
      load<W>(x.data() + i, argument);
      sigmoid<W>(argument, value);
      store<W>(value, out + i);
    }
  }
};

struct Floor {
  template <int W>
  SKALD_INLINE static void run(const std::vector<double>& x, double* const& out) {
    for (std::size_t i = 0; i < x.size(); i += W) {
      Reals<W> argument, value;
      load<W>(x.data() + i, argument);
      floor_of_positive<W>(argument, value);
      store<W>(value, out + i);
    }
  }
};

template <class Kernel>
std::vector<double> values(InstructionSet set, const std::vector<double>& x) {
  std::vector<double> out(x.size());
  run_on<Kernel>(set, x, out.data());
  return out;
}

// Arguments over the whole range: a fine grid around 0, a coarse one to +-708, and tiny numbers.
std::vector<double> arguments() {
  std::vector<double> x;
  for (int i = -200000; i < 200000; ++i) x.push_back(1e-4 * i + 1e-9 * (i % 7));
  for (int i = -70799; i < 70800; ++i) x.push_back(0.01 * i + 1e-7 * (i % 11));
  for (int i = 1; i < 1000; ++i) x.push_back(std::ldexp(i % 2 == 0 ? 1.0 : -1.0, -i));
  while (x.size() % 8 != 0) x.push_back(0);
  return x;
}

// Units in the last place of `exact` between two numbers.
double ulps(double found, long double exact) {
  const double nearest = static_cast<double>(exact);
  const double unit = std::nextafter(std::abs(nearest), INFINITY) - std::abs(nearest);
  return static_cast<double>(std::abs(static_cast<long double>(found) - exact) /
                             static_cast<long double>(unit));
}

}  // namespace

TEST_CASE("exp of registers is within 2 ulp of the long double exponential") {
  const std::vector<double> x = arguments();
  const std::vector<double> found = values<Exp>(InstructionSet::baseline, x);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    worst = std::max(worst, ulps(found[i], std::exp(static_cast<long double>(x[i]))));
  INFO("worst error in ulp: " << worst);
  CHECK(worst <= 2.0);
}

TEST_CASE("sigmoid of registers is within 3 ulp of 1 / (1 + exp(-x))") {
  const std::vector<double> x = arguments();
  const std::vector<double> found = values<Sigmoid>(InstructionSet::baseline, x);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    worst = std::max(worst, ulps(found[i], 1 / (1 + std::exp(-static_cast<long double>(x[i])))));
  INFO("worst error in ulp: " << worst);
  CHECK(worst <= 3.0);
}

TEST_CASE("exp and sigmoid at the ends of their range") {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> x = {inf, -inf, nan, 0, -0.0, 1e300, -1e300, 709};
  const std::vector<double> e = values<Exp>(InstructionSet::baseline, x);
  const std::vector<double> s = values<Sigmoid>(InstructionSet::baseline, x);
  CHECK(e[0] == Approx(std::exp(708.0)).epsilon(1e-15));
  CHECK(e[1] == Approx(std::exp(-708.0)).epsilon(1e-15));
  CHECK(std::isnan(e[2]));
  CHECK(e[3] == 1.0);
  CHECK(s[0] == 1.0);
  CHECK((s[1] > 0 && s[1] < 1e-300));
  CHECK(std::isnan(s[2]));
  CHECK(s[3] == 0.5);
  CHECK(s[4] == 0.5);
  CHECK(s[5] == 1.0);
  CHECK(s[6] == s[1]);
}

TEST_CASE("floor_of_positive is floor, up to the largest numbers") {
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<double> x{0,       0.5,        1.5,         2.5,        0x1.fffffffffffffp-1,
                        0x1p52,  0x1p52 + 1, 0x1p53 - 1,  0x1p53 + 2, 0x1p52 - 0.5,
                        1e300,   inf,        0x1p51 + .5, 3,          0x1.7ffffffffffffp1,
                        4.999999};
  for (int i = 0; i < 4000; ++i) x.push_back(0.013 * i);
  for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2}) {
    if (set > widest_instruction_set()) continue;
    const std::vector<double> found = values<Floor>(set, x);
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(found[i] == std::floor(x[i]));
  }
  CHECK(std::isnan(values<Floor>(InstructionSet::baseline,
                                 std::vector(8, std::numeric_limits<double>::quiet_NaN()))[0]));
}

TEST_CASE("SKALD_INSTRUCTION_SET names the widest set of a process") {
  const char* const name = std::getenv("SKALD_INSTRUCTION_SET");
  const std::string before = name != nullptr ? name : "";
  const InstructionSet widest = widest_instruction_set(),
                       found = skald::simd::detail::set_of_environment();
  ::setenv("SKALD_INSTRUCTION_SET", "baseline", 1);
  CHECK(skald::simd::detail::set_of_environment() == InstructionSet::baseline);
  ::setenv("SKALD_INSTRUCTION_SET", "avx2", 1);
  CHECK(skald::simd::detail::set_of_environment() == InstructionSet::avx2);
  ::unsetenv("SKALD_INSTRUCTION_SET");
  CHECK(skald::simd::detail::set_of_environment() == InstructionSet::avx512);
  CHECK(widest == std::min(skald::simd::detail::set_of_processor(), found));
  if (!before.empty()) ::setenv("SKALD_INSTRUCTION_SET", before.c_str(), 1);
}

TEST_CASE("every instruction set gives the same bits") {
  const std::vector<double> x = arguments();
  const std::vector<double> e = values<Exp>(InstructionSet::baseline, x);
  const std::vector<double> s = values<Sigmoid>(InstructionSet::baseline, x);
  for (const InstructionSet set : {InstructionSet::avx2, InstructionSet::avx512}) {
    if (set > widest_instruction_set()) continue;
    CHECK((values<Exp>(set, x) == e));
    CHECK((values<Sigmoid>(set, x) == s));
  }
}

}  // namespace vector_math_test
