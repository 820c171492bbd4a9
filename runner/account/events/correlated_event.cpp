// Noise that is correlated over rounds.
#include <algorithm>
#include <array>
#include <cmath>

#include "account/events/event_kind.hpp"
#include "privacy/events/min_separation.hpp"
#include "skald/parts/privacy/correlated/factorisation.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using privacy::NoisyRelease;

struct CorrelatedEvent : Repeated {
  std::string_view factorisation;
  std::int64_t rounds = 1, participations = 1, separation = 1;
  double noise_multiplier = 1;
  std::optional<std::int64_t> bands, buffers;
  std::optional<std::string_view> objective;
  std::string_view sampling = "none";
  double rate = 1;
};

constexpr double kMostRounds = 1e6;

constexpr std::array kCorrelated{
    option("factorisation", &CorrelatedEvent::factorisation, "how noise is correlated")
        .one_of("independent|tree|banded|blt|square_root|previous"),
    required(option("rounds", &CorrelatedEvent::rounds, "the number of rounds")
                 .at_least(1)
                 .at_most(kMostRounds)),
    required(option("participations", &CorrelatedEvent::participations,
                    "how often a unit takes part at most")
                 .at_least(1)
                 .at_most(kMostRounds)),
    required(option("separation", &CorrelatedEvent::separation,
                    "how many rounds apart two participations are at least (1: no limit)")
                 .at_least(1)
                 .at_most(kMostRounds)),
    noise_row(&CorrelatedEvent::noise_multiplier, "noise_multiplier",
              "the size of the fresh noise of a round over the sensitivity of its message"),
    option("bands", &CorrelatedEvent::bands,
           "how many; as many as the separation if left out, at most 256")
        .at_least(1)
        .only_if("factorisation=banded"),
    option("buffers", &CorrelatedEvent::buffers, "how many; 4 if left out")
        .at_least(1)
        .at_most(8)
        .only_if("factorisation=blt"),
    option("objective", &CorrelatedEvent::objective,
           "which error of prefix sums the coefficients are best for")
        .one_of("rms|max")
        .only_if("factorisation=banded|blt|previous"),
    option("sampling", &CorrelatedEvent::sampling,
           "poisson: units are split into groups, as many as the separation, whose turns go round; "
           "of the group in turn, each unit is drawn by itself. b_min_sep: each unit is drawn by "
           "itself in every round, but not in as many rounds as the separation, less one, after it "
           "was. For factorisations banded and independent")
        .one_of("none|poisson|b_min_sep"),
    required(option("rate", &CorrelatedEvent::rate,
                    "the share of the units in a sample: of the group in turn, or of those not "
                    "held back")
                 .above(0)
                 .at_most(1)
                 .only_if("sampling=poisson|b_min_sep")),
    count_row<CorrelatedEvent>("how many such sequences")};

Correlation correlation_named(std::string_view name) {
  return *std::ranges::find(correlations, name, [](Correlation kind) { return name_of(kind); });
}

Factorisation factorisation_of(const CorrelatedEvent& o) {
  const Correlation kind = correlation_named(o.factorisation);
  std::optional<PrefixObjective> objective;
  if (o.objective)
    objective = *o.objective == "max" ? PrefixObjective::largest : PrefixObjective::rms;
  return factorise(kind, {o.rounds, o.participations, o.separation},
                   kind == Correlation::banded ? o.bands : o.buffers, objective);
}

// Samples are covered where what a unit adds is over before it may take part again.
void refuse_overlaps(const Factorisation& found, ObjectReader& reader) {
  const std::int64_t bands = std::ssize(found.strategy), apart = found.limit.separation;
  if (found.kind != Correlation::banded && found.kind != Correlation::independent) {
    reader.report_at("factorisation", "samples are covered for banded noise only",
                     "set \"factorisation\" to \"banded\"");
  } else if (bands > apart) {
    reader.report_at("bands",
                     fmt::format("noise has {}, and a unit may take part every {}: "
                                 "bands of two turns overlap",
                                 text::counted(bands, "band"), text::counted(apart, "round")),
                     "set \"bands\" to at most \"separation\"");
  }
}

// Norm of a column of C.
double column_norm(const std::vector<double>& strategy) {
  double square = 0;
  for (const double c : strategy) square += c * c;
  return std::sqrt(square);
}

// Units are split into groups, as many as rounds lie between two turns; of the group in turn each
// unit is drawn by itself. What a turn adds to C x is over before the next one of that group, so
// that a unit's turns are Poisson samples, under noise over the norm of a column of C
// (Choquette-Choo et al. 2023, Theorem 4). All of the first group's columns are whole.
DocumentedEvent event_in_turns(const CorrelatedEvent& o, const Factorisation& found, double clips,
                               const EventSetting& setting, ObjectReader& reader) {
  const std::int64_t bands = std::ssize(found.strategy);
  const std::int64_t turns = o.rounds / o.separation, rest = o.rounds % o.separation;
  if (rest != 0 && rest < bands) {
    reader.report_at(
        "rounds", fmt::format("the last turn has {} of its {}", rest, text::counted(bands, "band")),
        fmt::format("set \"rounds\" to a multiple of {}", o.separation));
  }
  const std::int64_t all = turns + (rest == 0 ? 0 : 1);
  if (o.participations < all) {
    reader.report_at("participations", fmt::format("a group has {} turns", all),
                     fmt::format("set \"participations\" to {}, or more", all));
  }
  const double norm = column_norm(found.strategy);
  NoisyRelease release{clips / norm, Sampling::poisson, o.rate, all, setting.relation};
  release.steps = o.count;
  return {fmt::format("gaussian noise, correlated ({}), in {}: {} sensitivities of a "
                      "message, {} of a turn; {} in turn, poisson {}{}",
                      text::counted(bands, "band"), text::counted(o.rounds, "round"),
                      short_text(o.noise_multiplier), short_text(o.noise_multiplier / norm),
                      text::counted(o.separation, "group"), short_text(o.rate), times(o.count)),
          secrets_of(release),
          {"units are split into groups without a look at them, and a unit is in one group alone"},
          release};
}

// Units that may be drawn in every round, but not soon again.
DocumentedEvent event_apart(const CorrelatedEvent& o, const Factorisation& found, double clips,
                            const EventSetting& setting, const ObjectReader& reader) {
  NoisyRelease release{clips, Sampling::poisson, o.rate, o.count, setting.relation};
  DocumentedEvent event{
      fmt::format("gaussian noise, correlated ({}), in {}: {} sensitivities of a "
                  "message; b-min-sep samples of {}, {} apart{}",
                  text::counted(found.strategy.size(), "band"), text::counted(o.rounds, "round"),
                  short_text(o.noise_multiplier), short_text(o.rate),
                  text::counted(o.separation, "round"), times(o.count)),
      secrets_of(release),
      {fmt::format("a unit that took part in one of the last {} is not drawn, nor is one "
                   "that took part {} times; all others are, each by a coin of its own, from the "
                   "first round on",
                   text::counted(o.separation - 1, "round"), o.participations)},
      release};
  if (reader.has_faults()) return event;
  if (o.rate == 1) {
    release.noise_multiplier /= found.sensitivity;
    release.sampling = Sampling::none;
    event.event = release;
  } else if (o.separation == 1 && o.participations >= o.rounds) {
    release.steps = o.rounds;
    event.event = release;
  } else {
    privacy::BoundedRelease bounded = privacy::min_separation(
        {clips, found.strategy, o.rate, found.limit, found.sensitivity, setting.relation});
    bounded.count = o.count;
    event.event = bounded;
  }
  return event;
}

DocumentedEvent correlated_event(const CorrelatedEvent& o, const EventSetting& setting,
                                 ObjectReader& reader) {
  if (!reader.is_at_most("bands", o.bands.value_or(1), o.rounds, "set it to \"rounds\"")) return {};
  const Factorisation found = factorisation_of(o);
  const double z = o.noise_multiplier, clips = z * privacy::distance_in_clips(setting.relation);
  if (o.sampling != "none") {
    refuse_seen_clients(reader, setting, "sampling");
    refuse_overlaps(found, reader);
    return o.sampling == "poisson" ? event_in_turns(o, found, clips, setting, reader)
                                   : event_apart(o, found, clips, setting, reader);
  }
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = clips / found.sensitivity;
  release.count = o.count;
  return {fmt::format("gaussian noise, correlated ({}), in {}: {} sensitivities of a "
                      "message, {} of the whole sequence{}",
                      o.factorisation, text::counted(o.rounds, "round"), short_text(z),
                      short_text(z / found.sensitivity), times(o.count)),
          secrets_of(release),
          {fmt::format("no unit takes part more than {} times, nor sooner than {} later; who "
                       "takes part may be known",
                       o.participations, text::counted(o.separation, "round"))},
          release};
}

constexpr std::array kCorrelatedKinds{event_kind<kCorrelated, correlated_event>(
    "correlated", "noise that is correlated over rounds in which units take part seldom")};

}  // namespace

std::span<const EventKind> correlated_events() { return kCorrelatedKinds; }

}  // namespace skald
