#include <algorithm>
#include <cmath>

#include "account/events/read_event.hpp"
#include "privacy/events/min_separation.hpp"
#include "skald/parts/privacy/correlated/factorisation.hpp"
#include "text/counted.hpp"

namespace skald {
namespace {

using privacy::NoisyRelease;

const std::vector<std::string> kObjectives{"rms", "max"};
const std::vector<std::string> kSchemes{"none", "poisson", "b_min_sep"};

std::vector<std::string> correlation_names() {
  std::vector<std::string> names;
  for (const Correlation kind : correlations) names.emplace_back(name_of(kind));
  return names;
}

// The bands or buffers that are asked for.
std::optional<std::int64_t> read_size(ObjectReader& reader, Correlation kind, std::int64_t rounds) {
  constexpr std::int64_t most_buffers = 8;
  const bool bands = reader.has("bands"), buffers = reader.has("buffers");
  const auto of_bands = bands ? reader.integer("bands", 1, rounds) : std::nullopt;
  const auto of_buffers = buffers ? reader.integer("buffers", 1, most_buffers) : std::nullopt;
  if (bands && kind != Correlation::banded) {
    reader.report_at("bands", "\"bands\" is of the factorisation banded", "remove it");
  }
  if (buffers && kind != Correlation::blt) {
    reader.report_at("buffers", "\"buffers\" is of the factorisation blt", "remove it");
  }
  return kind == Correlation::banded ? of_bands : of_buffers;
}

// What the coefficients are best for, if that is asked for.
std::optional<PrefixObjective> read_objective(ObjectReader& reader, Correlation kind) {
  const auto word = reader.word("objective", kObjectives);
  if (word && kind != Correlation::banded && kind != Correlation::blt) {
    reader.report_at("objective", "\"objective\" is of the factorisations banded and blt",
                     "remove it");
  }
  if (!word) return std::nullopt;
  return *word == "max" ? PrefixObjective::largest : PrefixObjective::rms;
}

ParticipationLimit read_limit(ObjectReader& reader) {
  constexpr std::int64_t most = 1'000'000;
  ParticipationLimit limit;
  limit.rounds = reader.needed("rounds", 1, most, "add the number of rounds");
  limit.most = reader.needed("participations", 1, most, "add how often a unit takes part at most");
  limit.separation =
      reader.needed("separation", 1, most,
                    "add how many rounds apart two participations are at least (1: no limit)");
  return limit;
}

// Reads how the units of a round are drawn.
std::string read_scheme(ObjectReader& reader, const EventSetting& setting) {
  const std::string scheme = reader.word("sampling", kSchemes).value_or("none");
  if (scheme == "none" && reader.has("rate")) {
    (void)reader.number("rate", kShare);
    reader.report_at("rate", "\"rate\" is given, but nothing is sampled",
                     "add \"sampling\": \"poisson\", or remove it");
  }
  if (scheme != "none") refuse_seen_clients(reader, setting, "sampling");
  return scheme;
}

// Samples are covered where what a unit adds is over before it may take part again.
void refuse_overlaps(ObjectReader& reader, const Factorisation& found) {
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
DocumentedEvent event_in_turns(ObjectReader& reader, const EventSetting& setting,
                               const Factorisation& found, double z) {
  const ParticipationLimit& limit = found.limit;
  const auto bands = static_cast<std::int64_t>(found.strategy.size());
  refuse_overlaps(reader, found);
  const std::int64_t turns = limit.rounds / limit.separation,
                     rest = limit.rounds % limit.separation;
  if (rest != 0 && rest < bands) {
    reader.report_at(
        "rounds", fmt::format("the last turn has {} of its {}", rest, text::counted(bands, "band")),
        fmt::format("set \"rounds\" to a multiple of {}", limit.separation));
  }
  const std::int64_t all = turns + (rest == 0 ? 0 : 1);
  if (limit.most < all) {
    reader.report_at("participations", fmt::format("a group has {} turns", all),
                     fmt::format("set \"participations\" to {}, or more", all));
  }
  NoisyRelease release;
  release.relation = setting.relation;
  release.sampling = Sampling::poisson;
  release.rate = needed_rate(reader);
  const double norm = column_norm(found.strategy);
  release.noise_multiplier = z * privacy::distance_in_clips(setting.relation) / norm;
  const std::int64_t count = count_of(reader);
  release.count = all;
  release.steps = count;
  return {fmt::format("gaussian noise, correlated ({}), in {}: {} sensitivities of a "
                      "message, {} of a turn; {} in turn, poisson {}{}",
                      text::counted(bands, "band"), text::counted(limit.rounds, "round"),
                      short_text(z), short_text(z / norm), text::counted(limit.separation, "group"),
                      short_text(release.rate), times(count)),
          secrets_of(release),
          {"units are split into groups without a look at them, and a unit is in one group alone"},
          release};
}

// Units that may be drawn in every round, but not soon again.
DocumentedEvent event_apart(ObjectReader& reader, const EventSetting& setting,
                            const Factorisation& found, double z) {
  refuse_overlaps(reader, found);
  const ParticipationLimit& limit = found.limit;
  const double clips = z * privacy::distance_in_clips(setting.relation);
  NoisyRelease release{clips, Sampling::poisson, needed_rate(reader), count_of(reader),
                       setting.relation};
  DocumentedEvent event{
      fmt::format("gaussian noise, correlated ({}), in {}: {} sensitivities of a "
                  "message; b-min-sep samples of {}, {} apart{}",
                  text::counted(found.strategy.size(), "band"),
                  text::counted(limit.rounds, "round"), short_text(z), short_text(release.rate),
                  text::counted(limit.separation, "round"), times(release.count)),
      secrets_of(release),
      {fmt::format("a unit that took part in one of the last {} is not drawn, nor is one "
                   "that took part {} times; all others are, each by a coin of its own, from the "
                   "first round on",
                   text::counted(limit.separation - 1, "round"), limit.most)},
      release};
  const bool readable = std::ssize(found.strategy) <= limit.separation && !found.strategy.empty();
  if (release.rate == 1) {
    release.noise_multiplier /= found.sensitivity;
    release.sampling = Sampling::none;
    event.event = release;
  } else if (limit.separation == 1 && limit.most >= limit.rounds) {
    release.steps = limit.rounds;
    event.event = release;
  } else if (readable) {
    privacy::BoundedRelease bounded = privacy::min_separation(
        {clips, found.strategy, release.rate, limit, found.sensitivity, setting.relation});
    bounded.count = release.count;
    event.event = bounded;
  }
  return event;
}

}  // namespace

DocumentedEvent correlated_event(ObjectReader& reader, const EventSetting& setting) {
  reader.require("factorisation", "add how noise is correlated: \"factorisation\": \"blt\"");
  reader.require("noise_multiplier",
                 "add the size of the fresh noise of a round over the sensitivity of its message");
  const std::string name = reader.word("factorisation", correlation_names()).value_or("");
  Correlation kind = Correlation::independent;
  for (const Correlation one : correlations) kind = name_of(one) == name ? one : kind;
  const ParticipationLimit limit = read_limit(reader);
  const double z = reader.number("noise_multiplier", kPositive).value_or(1);
  const auto size = read_size(reader, kind, limit.rounds);
  const Factorisation found = factorise(kind, limit, size, read_objective(reader, kind));
  const std::string scheme = read_scheme(reader, setting);
  if (scheme == "poisson") return event_in_turns(reader, setting, found, z);
  if (scheme == "b_min_sep") return event_apart(reader, setting, found, z);
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = z * privacy::distance_in_clips(setting.relation) / found.sensitivity;
  release.count = count_of(reader);
  return {fmt::format("gaussian noise, correlated ({}), in {}: {} sensitivities of a "
                      "message, {} of the whole sequence{}",
                      name, text::counted(limit.rounds, "round"), short_text(z),
                      short_text(z / found.sensitivity), times(release.count)),
          secrets_of(release),
          {fmt::format("no unit takes part more than {} times, nor sooner than {} later; who "
                       "takes part may be known",
                       limit.most, text::counted(limit.separation, "round"))},
          release};
}

}  // namespace skald
