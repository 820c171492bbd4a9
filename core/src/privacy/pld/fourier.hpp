// Real discrete Fourier transforms.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace skald::privacy {

/// Transforms of real vectors; keeps tables of the lengths it has seen. Not shared between threads.
class Fourier {
 public:
  Fourier();
  ~Fourier();

  /// The smallest length of at least `wanted` that is quick to transform.
  static std::size_t good_length(std::size_t wanted);

  /// The first half of the spectrum: frequencies 0 to n / 2. n = values.size() is a good length.
  std::vector<std::complex<double>> forward(const std::vector<double>& values);

  /// Inverse of forward, scaled by 1 / length.
  std::vector<double> inverse(const std::vector<std::complex<double>>& spectrum,
                              std::size_t length);

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

// Fourier sums over masses at places that no regular grid holds.
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
