// Real discrete Fourier transforms.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
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

}  // namespace skald::privacy
