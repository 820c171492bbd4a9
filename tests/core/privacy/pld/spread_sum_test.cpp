#include "privacy/pld/spread_sum.hpp"

#include "test.hpp"

namespace skald::privacy {
namespace {

// Masses in a heap at one place and further and further apart to its sides, as graded losses are.
struct Masses {
  std::vector<double> mass, place;

  explicit Masses(double farthest) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> uniform;
    for (double at = farthest; at > 1; at /= 1 + 0.1 * uniform(random)) place.push_back(-at);
    for (int i = 0; i < 300; ++i) place.push_back(-1 + i * 2.0 / 300);
    for (double at = 1; at < farthest; at *= 1 + 0.1 * uniform(random)) place.push_back(at);
    for (const double at : place) mass.push_back(uniform(random) / (1 + at * at));
  }
};

TEST_CASE("sums over spread masses are the defining sums, within the stated error") {
  constexpr double unit = std::numeric_limits<double>::epsilon();
  Fourier fourier;
  for (const std::size_t count : {std::size_t{8}, std::size_t{100}, std::size_t{3000}}) {
    for (const double farthest : {3.0, 400.0, 9000.0}) {
      const Masses masses(farthest);
      const double period = 7000;  // the farthest places lie more than one period apart
      const SpreadSums sums = spread_sums(masses.mass, masses.place, period, count, fourier);
      const double total = std::accumulate(masses.mass.begin(), masses.mass.end(), 0.0);
      REQUIRE(sums.value.size() == count);
      CHECK(sums.error < 1e-12);
      for (std::size_t n = 0; n < count; n += 1 + count / 50) {
        const double turn = 2 * std::numbers::pi * static_cast<double>(n) / period;
        std::complex<double> sum = 0;
        double phases = 0;
        for (std::size_t j = 0; j < masses.mass.size(); ++j) {
          sum += masses.mass[j] * std::polar(1.0, turn * masses.place[j]);
          phases += masses.mass[j] * unit * turn * std::abs(masses.place[j]);
        }
        // Both sides have phases with that error; the defining sum rounds, too.
        const double rounding = unit * static_cast<double>(masses.mass.size()) * total;
        CHECK(std::abs(sums.value[n] - sum) <= sums.error * total + 2 * phases + rounding);
      }
    }
  }
}

}  // namespace
}  // namespace skald::privacy
