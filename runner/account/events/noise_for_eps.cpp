// The noise that a document of events needs for an eps.
#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "account/events/events_answer.hpp"
#include "privacy/numerics.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {

double noise_for(double eps, std::string_view text, const std::string& file) {
  constexpr double tolerance = 1e-7, farthest = 60;  // of logarithms
  const EventsDocument asked = read_events(text, file);
  if (asked.eps) {
    throw GridError(file +
                    ": \"eps\" asks for a delta, while --eps asks for noise: give \"delta\" in "
                    "its place\n");
  }
  // Noise that an event cannot have reveals everything.
  const auto excess = [&](double log_factor) {
    try {
      const double found =
          answer(read_events(text, file, std::exp(log_factor)), false).guarantee.epsilon;
      return found > 0 ? std::log(found / eps) : -std::numeric_limits<double>::infinity();
    } catch (const GridError&) {
      return std::numeric_limits<double>::infinity();
    }
  };
  double high = 1e-9, step = 0.5;  // not 0: a factor other than 1 must find noise to scale
  (void)read_events(text, file, std::exp(high));
  while (!(excess(high) <= 0)) {
    if (high > farthest) {
      throw GridError(
          fmt::format("{}: no noise brings eps down to {}: something besides noise is "
                      "released, or the events cannot have so much\n",
                      file, text::number_text(eps, 6)));
    }
    high += step;
    step *= 2;
  }
  double low = high - 0.5;
  for (step = 0.5; excess(low) <= 0; step *= 2) {
    high = low;
    if (high < -farthest) return std::exp(high);
    low -= step;
  }
  return std::exp(privacy::safe_root(excess, low, high, tolerance));
}

}  // namespace skald
