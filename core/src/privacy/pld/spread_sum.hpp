// Fourier sums over masses at places that no regular grid holds.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "privacy/pld/fourier.hpp"

namespace skald::privacy {

struct SpreadSums {
  std::vector<std::complex<double>> value;  // of n = 0, 1, ...
  double error;  // of each, relative to the sum of all masses; that of the phases comes on top
};

/// sum_j mass[j] exp(2 pi i n place[j] / period) for n = 0, 1, ..., count - 1, of masses >= 0 at
/// increasing places: they are spread over a regular grid by a Gaussian, of which the transform is
/// divided by the Gaussian's own (Greengard and Lee 2004). README.md derives the error. A phase is
/// off by at most 2 pi n / period times a unit roundoff of its place.
SpreadSums spread_sums(std::span<const double> mass, std::span<const double> place, double period,
                       std::size_t count, Fourier& fourier);

}  // namespace skald::privacy
