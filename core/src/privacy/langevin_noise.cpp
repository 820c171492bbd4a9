#include "privacy/langevin_noise.hpp"

#include <cmath>
#include <stdexcept>

namespace skald::privacy {
namespace {

void check(const LangevinStep& s) {
  const bool is_sound = s.step > 0 && std::isfinite(s.step) && s.temp >= 0 &&
                        std::isfinite(s.temp) && s.rho >= 0 && s.rho <= 1 && s.clients >= 1 &&
                        s.participants >= 1 && s.participants <= s.clients && s.clip > 0 &&
                        std::isfinite(s.clip) && s.rate > 0 && s.rate <= 1;
  if (is_sound) return;
  throw std::invalid_argument(
      "Langevin step: expected step and clip above 0, temp of at least 0, rho in [0, 1], rate in "
      "(0, 1] and 1 to `clients` participants");
}

// All variances below are in units of 2 h T.
double own_variance(const LangevinStep& s) {
  return (1 - s.rho * s.rho) * static_cast<double>(s.clients);
}

// Of the common noise in the eyes of who sees the noise of all participants but one.
double common_variance_left(const LangevinStep& s) {
  const double common = s.rho * s.rho;
  const auto others = static_cast<double>(s.participants - 1);
  if (others == 0) return common;
  const double own = own_variance(s);
  return own == 0 ? 0 : common * own / (own + common * others);
}

}  // namespace

double langevin_multiplier(const LangevinStep& s, CommonNoise common, LangevinView view) {
  check(s);
  const bool is_hidden = common == CommonNoise::hidden;
  const auto clients = static_cast<double>(s.clients);
  const auto participants = static_cast<double>(s.participants);
  const bool is_average = view == LangevinView::average;
  const double moved = s.step * s.clip / s.rate * (is_average ? clients / participants : clients);
  const double own = own_variance(s) / (is_average ? participants : 1);
  const double shared = !is_hidden ? 0 : (is_average ? s.rho * s.rho : common_variance_left(s));
  return std::sqrt(2 * s.step * s.temp * (own + shared)) / moved;
}

}  // namespace skald::privacy
