#include "privacy/pld/fourier.hpp"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace skald::privacy {

struct Fourier::Tables {
  Tables() { transform.SetFlag(Eigen::FFT<double>::HalfSpectrum); }
  Eigen::FFT<double> transform;
};

Fourier::Fourier() : tables_(std::make_unique<Tables>()) {}
Fourier::~Fourier() = default;

std::size_t Fourier::good_length(std::size_t wanted) {
  std::size_t power = 256;
  while (power < wanted) power *= 2;
  for (const std::size_t share :
       {18UL, 20UL, 24UL, 25UL, 27UL, 30UL}) {  // of 32: factors 2, 3 and 5 only
    if (power / 32 * share >= wanted) return power / 32 * share;
  }
  return power;
}

std::vector<std::complex<double>> Fourier::forward(const std::vector<double>& values) {
  std::vector<std::complex<double>> spectrum;
  tables_->transform.fwd(spectrum, values);
  return spectrum;
}

std::vector<double> Fourier::inverse(const std::vector<std::complex<double>>& spectrum,
                                     std::size_t length) {
  std::vector<double> values;
  tables_->transform.inv(values, spectrum, static_cast<Eigen::Index>(length));
  return values;
}

namespace {

constexpr std::size_t oversampling = 8;  // cells of the grid per frequency asked for
constexpr double variance = 2.7;         // of the Gaussian, in cells
constexpr std::size_t reach = 15;        // cells on each side that a mass is spread over
constexpr std::size_t together = 64;     // of masses that are summed before they meet others
constexpr double amplified = 2.31;       // exp(2 pi^2 variance / oversampling^2)
constexpr double kernel_rounding = 64;   // units of roundoff in one value of the Gaussian

// Masses whose closest cell is the same: in units of the Gaussian at k cells, their parts to the
// right and to the left.
struct Spread {
  std::array<double, reach + 1> right{}, left{};

  // A mass whose place is `beyond` cells, at most one half, right of the cell's centre.
  void add(double mass, double beyond) {
    const double turn = std::exp(beyond / variance), back = 1 / turn;
    double up = mass * std::exp(-0.5 * beyond * beyond / variance), down = up;
    for (std::size_t k = 0; k <= reach; ++k) {
      right[k] += up;
      left[k] += down;
      up *= turn;
      down *= back;
    }
  }

  void move_to(std::vector<double>& cells, std::int64_t centre,
               const std::array<double, reach + 1>& gaussian) {
    const auto size = static_cast<std::int64_t>(cells.size());
    const auto at = [&](std::int64_t k) -> double& {
      return cells[static_cast<std::size_t>((((centre + k) % size) + size) % size)];
    };
    at(0) += right[0];
    for (std::size_t k = 1; k <= reach; ++k) {
      at(static_cast<std::int64_t>(k)) += right[k] * gaussian[k];
      at(-static_cast<std::int64_t>(k)) += left[k] * gaussian[k];
    }
    *this = {};
  }
};

}  // namespace

SpreadSums spread_sums(std::span<const double> mass, std::span<const double> place, double period,
                       std::size_t count, Fourier& fourier) {
  std::vector<double> cells(Fourier::good_length(oversampling * count));
  const auto size = static_cast<double>(cells.size());
  std::array<double, reach + 1> gaussian{};
  for (std::size_t k = 0; k <= reach; ++k) {
    gaussian[k] = std::exp(-0.5 * static_cast<double>(k * k) / variance);
  }
  Spread spread;
  std::int64_t centre = 0;
  std::size_t waiting = 0;
  for (std::size_t j = 0; j < mass.size(); ++j) {
    const double at = place[j] * (size / period), cell = std::nearbyint(at);
    if (waiting == together || static_cast<std::int64_t>(cell) != centre) {
      if (waiting > 0) spread.move_to(cells, centre, gaussian);
      centre = static_cast<std::int64_t>(cell);
      waiting = 0;
    }
    spread.add(mass[j], at - cell);
    ++waiting;
  }
  if (waiting > 0) spread.move_to(cells, centre, gaussian);
  SpreadSums sums{fourier.forward(cells), 0};
  sums.value.resize(count);
  constexpr double two_pi_variance = 2 * std::numbers::pi * variance;
  for (std::size_t n = 0; n < count; ++n) {
    const double frequency = static_cast<double>(n) / size;
    const double own = std::sqrt(two_pi_variance) *
                       std::exp(-std::numbers::pi * two_pi_variance * frequency * frequency);
    sums.value[n] = std::conj(sums.value[n]) / own;
  }
  const std::size_t blocks = mass.size() / together;
  const auto summands = static_cast<double>(together + 2 * reach + 1 + blocks);
  sums.error = amplified * std::numeric_limits<double>::epsilon() *
               (kernel_rounding + summands + 2.2 * (2 + std::log2(size)));
  return sums;
}

}  // namespace skald::privacy
