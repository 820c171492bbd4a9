#include "privacy/pld/fourier.hpp"
#include "test.hpp"

namespace skald::privacy {
namespace {

TEST_CASE("transform lengths have small factors and waste little") {
  for (std::size_t wanted : {1UL, 200UL, 257UL, 1000UL, 98973UL, 131073UL, 1500000UL}) {
    std::size_t length = Fourier::good_length(wanted);
    CHECK(length >= wanted);
    CHECK(length <= std::max<std::size_t>(256, wanted + wanted / 5));
    CHECK(length % 4 == 0);
    for (const std::size_t factor : {2UL, 3UL, 5UL}) {
      while (length % factor == 0) length /= factor;
    }
    CHECK(length == 1);
  }
}

TEST_CASE("spectrum equals the defining sum, and the inverse returns the values") {
  Fourier fourier;
  for (const std::size_t n : {std::size_t{256}, Fourier::good_length(600)}) {
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = std::sin(0.1 * static_cast<double>(i * i % 97));
    const auto spectrum = fourier.forward(values);
    REQUIRE(spectrum.size() == n / 2 + 1);
    for (const std::size_t k : {std::size_t{0}, std::size_t{3}, n / 2}) {
      std::complex<double> sum = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double angle =
            -2 * std::numbers::pi * static_cast<double>(i * k % n) / static_cast<double>(n);
        sum += values[i] * std::polar(1.0, angle);
      }
      CHECK(std::abs(spectrum[k] - sum) < 1e-11);
    }
    const std::vector<double> back = fourier.inverse(spectrum, n);
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, std::abs(back[i] - values[i]));
    CHECK(worst < 1e-13);
  }
}

}  // namespace

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
