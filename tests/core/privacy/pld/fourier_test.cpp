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
}  // namespace skald::privacy
