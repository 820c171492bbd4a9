// Noisy gradient descent of which the last state alone is seen.
#include <algorithm>
#include <array>
#include <cmath>

#include "account/events/event_kind.hpp"
#include "privacy/events/last_iterate.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

struct LastIterateEvent : Repeated {
  double noise_multiplier = 1, step = 1, smoothness = 1, strong_convexity = 0;
  std::int64_t steps = 1, batches = 1;
  std::optional<double> diameter;
  double sensitivity = 1;
};

constexpr std::array kLastIterate{
    noise_row(&LastIterateEvent::noise_multiplier, "noise_multiplier",
              "the standard deviation of a step's noise over how far a unit can move the gradient"),
    required(option("step", &LastIterateEvent::step, "the step size").above(0)),
    required(
        option("smoothness", &LastIterateEvent::smoothness, "the largest curvature of the loss")
            .above(0)),
    option("strong_convexity", &LastIterateEvent::strong_convexity,
           "the least curvature of the loss")
        .at_least(0),
    required(option("steps", &LastIterateEvent::steps, "the number of steps").at_least(1)),
    option("batches", &LastIterateEvent::batches,
           "batches that take turns, a step each; a unit is in one of them")
        .at_least(1),
    option("diameter", &LastIterateEvent::diameter,
           "the diameter of the domain onto which every state is projected")
        .above(0),
    required(option("sensitivity", &LastIterateEvent::sensitivity,
                    "how far a unit can move the gradient, in the loss's units, with which a "
                    "diameter is compared")
                 .above(0)
                 .only_if("diameter")),
    count_row<LastIterateEvent>()};

void refuse_uncovered(const LastIterateEvent& o, ObjectReader& reader) {
  if (o.strong_convexity > o.smoothness) {
    reader.report_at("strong_convexity",
                     fmt::format("the least curvature, {}, is above the largest, {}",
                                 short_text(o.strong_convexity), short_text(o.smoothness)),
                     "exchange them");
  }
  if (o.step * o.smoothness > 2) {
    reader.report_at("step",
                     fmt::format("a step of {} times the curvature {} is above 2, so that steps "
                                 "may move two states apart",
                                 short_text(o.step), short_text(o.smoothness)),
                     fmt::format("take at most {}", short_text(2 / o.smoothness)));
  }
  if (o.steps % o.batches != 0) {
    reader.report_at(
        "batches",
        fmt::format("{} take turns, which do not divide {}",
                    text::counted(o.batches, "batch", "batches"), text::counted(o.steps, "step")),
        "account for whole passes");
  }
  if (o.batches > 1 && o.diameter) {
    reader.report_at("diameter", "on a bounded domain full batches are covered only",
                     "remove it, or set \"batches\" to 1");
  }
}

DocumentedEvent last_iterate_event(const LastIterateEvent& o, const EventSetting& setting,
                                   ObjectReader& reader) {
  refuse_uncovered(o, reader);
  if (reader.has_faults()) return {};
  privacy::NoisyDescent descent{};
  descent.noise_multiplier = o.noise_multiplier;
  // The largest |1 - step x| over the curvatures x.
  descent.contraction =
      std::max(std::abs(1 - o.step * o.strong_convexity), std::abs(1 - o.step * o.smoothness));
  descent.steps = o.steps;
  descent.batches = o.batches;
  descent.diameter = o.diameter ? *o.diameter / (o.step * o.sensitivity) : kNoEnd;
  const double mu = privacy::last_iterate_mu(descent);
  return {
      fmt::format("the last of {} noisy gradient steps, mu {}{}", o.steps, short_text(mu),
                  times(o.count)),
      {"every state before the last one, what was measured of it, and the noise"},
      {"the loss is convex, with these curvatures, for any data: it is no network, and its rows "
       "are not clipped one by one",
       "a step is a gradient, without momentum, and the start does not depend on the data"},
      gaussian_release(mu, o.count, setting)};
}

constexpr std::array kLastIterateKinds{event_kind<kLastIterate, last_iterate_event>(
    "last_iterate",
    "noisy gradient descent on a convex loss, of which the last state alone is seen")};

}  // namespace

std::span<const EventKind> last_iterate_events() { return kLastIterateKinds; }

}  // namespace skald
