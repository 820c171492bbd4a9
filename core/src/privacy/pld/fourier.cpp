#include "privacy/pld/fourier.hpp"

#include <unsupported/Eigen/FFT>

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

}  // namespace skald::privacy
