// Noisy gradient descent of which the last state alone is seen.
#include <algorithm>
#include <cmath>

#include "account/events/read_event.hpp"
#include "privacy/events/last_iterate.hpp"
#include "text/counted.hpp"

namespace skald {
namespace {

// The largest |1 - step x| over the curvatures x; reports where it is above 1.
double contraction_of(ObjectReader& reader, double step) {
  const double L = reader.needed("smoothness", kPositive, "add the largest curvature of the loss");
  const double m = reader.number("strong_convexity", kNotNegative).value_or(0);
  if (m > L) {
    reader.report_at("strong_convexity",
                     fmt::format("the least curvature, {}, is above the largest, {}", short_text(m),
                                 short_text(L)),
                     "exchange them");
  }
  if (step * L > 2) {
    reader.report_at("step",
                     fmt::format("a step of {} times the curvature {} is above 2, so that steps "
                                 "may move two states apart",
                                 short_text(step), short_text(L)),
                     fmt::format("take at most {}", short_text(2 / L)));
    return 1;
  }
  return std::max(std::abs(1 - step * m), std::abs(1 - step * L));
}

// Of the domain, over step times sensitivity; infinite if none is given.
double diameter_of(ObjectReader& reader, double step) {
  const auto diameter = reader.number("diameter", kPositive);
  if (!diameter) return kNoEnd;
  return *diameter /
         (step * reader.needed("sensitivity", kPositive,
                               "add how far a unit can move the gradient, in the loss's units, "
                               "with which a diameter is compared"));
}

}  // namespace

DocumentedEvent last_iterate_event(ObjectReader& reader, const EventSetting& setting) {
  privacy::NoisyDescent descent{};
  descent.noise_multiplier = reader.needed(
      "noise_multiplier", kPositive,
      "add the standard deviation of a step's noise over how far a unit can move the gradient");
  const double step = reader.needed("step", kPositive, "add the step size");
  descent.contraction = contraction_of(reader, step);
  descent.steps = reader.needed("steps", 1, kMost, "add the number of steps");
  descent.batches = reader.integer("batches", 1, kMost).value_or(1);
  descent.diameter = diameter_of(reader, step);
  if (descent.steps % descent.batches != 0) {
    reader.report_at("batches",
                     fmt::format("{} take turns, which do not divide {}",
                                 text::counted(descent.batches, "batch", "batches"),
                                 text::counted(descent.steps, "step")),
                     "account for whole passes");
    descent.batches = 1;
  }
  if (descent.batches > 1 && reader.has("diameter")) {
    reader.report_at("diameter", "on a bounded domain full batches are covered only",
                     "remove it, or set \"batches\" to 1");
  }
  const double mu = privacy::last_iterate_mu(descent);
  const privacy::NoisyRelease release = gaussian_release(mu, reader, setting);
  return {
      fmt::format("the last of {} noisy gradient steps, mu {}{}", descent.steps, short_text(mu),
                  times(release.count)),
      {"every state before the last one, what was measured of it, and the noise"},
      {"the loss is convex, with these curvatures, for any data: it is no network, and its rows "
       "are not clipped one by one",
       "a step is a gradient, without momentum, and the start does not depend on the data"},
      release};
}

}  // namespace skald
