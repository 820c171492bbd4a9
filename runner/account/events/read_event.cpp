#include "account/events/read_event.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "account/account_question.hpp"
#include "account/events/event_parts.hpp"
#include "account/events/langevin_events.hpp"
#include "skald/parts/privacy/amplification.hpp"
#include "skald/parts/privacy/correlated/factorisation.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

using privacy::NoisyRelease;
using privacy::RoundCoin;

const std::vector<std::string> kSamplings{"none", "poisson", "without_replacement",
                                          "with_replacement"};
const std::vector<std::string> kCoins{"shared", "own"};

// Who sees which units take part, if anything is sampled, must not be the adversary.
void refuse_seen_sampling(ObjectReader& reader, const EventSetting& setting,
                          const NoisyRelease& release) {
  if (setting.scope.adversary != "server") return;
  if (setting.scope.unit == "client" && release.sampling != Sampling::none) {
    reader.report_at("sampling",
                     "clients are sampled, but the adversary is the server, which sees who takes "
                     "part: its knowledge leaves no credit for sampling",
                     "set \"adversary\" to \"observer\", or \"sampling\" to \"none\"");
  }
  if (release.round_rate < 1) {
    reader.report_at("round_rate",
                     "rounds take place by chance, but the adversary is the server, which sees in "
                     "which rounds a client takes part",
                     "set \"adversary\" to \"observer\", or leave \"round_rate\" out");
  }
}

void read_draws(ObjectReader& reader, NoisyRelease& release) {
  reader.require("draws", "with replacement: the number of draws in a sample");
  reader.require("units", "with replacement: how many units are drawn from");
  const auto draws = reader.integer("draws", 1, kMost);
  const auto units = reader.integer("units", 2, kMost);
  if (!draws || !units) return;
  release.draws = *draws;
  release.rate = replacement_rate(*draws, *units);
  if (release.rate < 1) return;
  reader.report_at("draws", "so many draws miss a unit with probability 0 in double precision",
                   "set \"sampling\" to \"none\" and account its noise for one copy per draw");
}

void read_sampling(ObjectReader& reader, NoisyRelease& release) {
  const std::string scheme = reader.word("sampling", kSamplings).value_or("none");
  release.sampling = named_sampling(scheme);
  const bool rated = scheme == "poisson" || scheme == "without_replacement";
  if (rated) {
    reader.require("rate", "add the share of the units in a sample: \"rate\": 0.01");
    release.rate = reader.number("rate", kShare).value_or(1);
  } else if (scheme == "with_replacement") {
    read_draws(reader, release);
  } else if (reader.has("rate")) {
    (void)reader.number("rate", kShare);
    reader.report_at("rate", "\"rate\" is given, but nothing is sampled",
                     "add \"sampling\": \"poisson\" or \"without_replacement\", or remove it");
  }
  const bool fixed = scheme == "without_replacement" || scheme == "with_replacement";
  if (fixed && release.relation == privacy::Relation::add_remove) {
    reader.report_at("sampling",
                     "a fixed number of draws reveals how many units there are, which add_remove "
                     "hides",
                     "set \"relation\" to \"replace_one\" or \"zero_out\"");
  }
}

void read_rounds(ObjectReader& reader, NoisyRelease& release) {
  release.count = reader.integer("count", 0, kMost).value_or(1);
  release.steps = reader.integer("steps", 1, kMost).value_or(1);
  if (static_cast<double>(release.count) * static_cast<double>(release.steps) > 0x1p53) {
    reader.report_at("count", "\"count\" times \"steps\" is more than 2^53 releases",
                     "lower one of them");
  }
  release.round_rate = reader.number("round_rate", kShare).value_or(1);
  const bool own = reader.word("coin", kCoins).value_or("shared") == "own";
  release.round_coin = own ? RoundCoin::own : RoundCoin::shared;
  if (own && release.relation == privacy::Relation::replace_one) {
    reader.report_at("coin",
                     "a coin of its own makes an idle round look like one without the unit, which "
                     "replace_one does not compare",
                     "set \"relation\" to \"zero_out\" or \"add_remove\", or \"coin\" to "
                     "\"shared\"");
  }
}

std::string sampling_words(const NoisyRelease& release) {
  std::string text;
  if (release.sampling == Sampling::with_replacement) {
    text = fmt::format(", {} draws with replacement", release.draws);
  } else if (release.sampling != Sampling::none) {
    text = fmt::format(", {} {}", privacy::name_of(release.sampling), short_text(release.rate));
  }
  if (release.steps > 1) text += fmt::format(", {} steps", release.steps);
  if (release.round_rate < 1) {
    text += fmt::format(" in rounds of probability {} by a{} coin", short_text(release.round_rate),
                        release.round_coin == RoundCoin::own ? "n own" : " shared");
  }
  return text + times(release.count);
}

std::vector<std::string> secrets_of(const NoisyRelease& release) {
  std::vector<std::string> secrets{"the messages before noise, the noise, and the seed it is from"};
  if (release.sampling == Sampling::poisson) {
    secrets.emplace_back("which units are in a sample, and how many");
  } else if (release.sampling != Sampling::none) {
    secrets.emplace_back("which units are in a sample");
  }
  if (release.round_rate < 1) {
    secrets.emplace_back("which rounds take place for a unit (who takes part)");
  }
  return secrets;
}

DocumentedEvent noisy(ObjectReader& reader, const EventSetting& setting, privacy::Noise noise) {
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise = noise;
  const bool discrete = noise == privacy::Noise::discrete_gaussian;
  const char* key = discrete ? "sigma" : "noise_multiplier";
  reader.require(key, discrete ? "add the parameter of the noise, which is added to a whole number "
                                 "that holds at most 1 of each unit"
                               : "add the size of the noise over the sensitivity of a message");
  const double size = reader.number(key, kPositive).value_or(1);
  const double clips = discrete ? 1 : privacy::distance_in_clips(setting.relation);
  release.noise_multiplier = size * clips;
  read_sampling(reader, release);
  read_rounds(reader, release);
  const bool poisson = release.sampling == Sampling::poisson;
  if (poisson && setting.relation == privacy::Relation::replace_one &&
      noise != privacy::Noise::gaussian) {
    reader.report_at("sampling",
                     "Poisson samples under replace_one are covered for Gaussian noise only",
                     "set \"relation\" to \"add_remove\" or \"zero_out\"");
  }
  refuse_seen_sampling(reader, setting, release);
  const std::string name(discrete ? "discrete gaussian" : privacy::name_of(noise));
  return {fmt::format("{}, {} {}{}", name, discrete ? "sigma" : "noise multiplier",
                      short_text(size), sampling_words(release)),
          secrets_of(release),
          {},
          release,
          reader.place()};
}

DocumentedEvent mechanism(ObjectReader& reader, const EventSetting&) {
  reader.require("eps", "add the eps that the mechanism guarantees");
  const double eps = reader.number("eps", kNotNegative).value_or(1);
  const double delta = reader.number("delta", kDelta).value_or(0);
  const std::int64_t count = count_of(reader);
  const std::string also = delta > 0 ? fmt::format(", delta {}", short_text(delta)) : "";
  return {fmt::format("a mechanism of eps {}{}{}", short_text(eps), also, times(count)),
          {"whatever the mechanism's own guarantee keeps secret"},
          {},
          privacy::KnownBudget{{eps, delta}, count},
          reader.place()};
}

DocumentedEvent local(ObjectReader& reader, const EventSetting&) {
  reader.require("eps", "add the eps of the randomiser that each client runs by itself");
  const double eps = reader.number("eps", kNotNegative).value_or(1);
  const std::int64_t count = count_of(reader);
  return {
      fmt::format("a local randomiser of eps {}{}", short_text(eps), times(count)),
      {"the datum and the coins of a client, which stay with it (everybody may see its report)"},
      {},
      privacy::KnownBudget{{eps, 0}, count},
      reader.place()};
}

DocumentedEvent gdp(ObjectReader& reader, const EventSetting& setting) {
  reader.require("mu", "add the mu of the Gaussian guarantee");
  const double mu = reader.number("mu", kPositive).value_or(1);
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = privacy::distance_in_clips(setting.relation) / mu;
  release.count = count_of(reader);
  return {fmt::format("a mechanism of mu {} (Gaussian DP){}", short_text(mu), times(release.count)),
          {"whatever the mechanism's own guarantee keeps secret"},
          {},
          release,
          reader.place()};
}

DocumentedEvent zcdp(ObjectReader& reader, const EventSetting&) {
  reader.require("rho", "add the rho of the guarantee");
  const double rho = reader.number("rho", kNotNegative).value_or(1);
  const std::int64_t count = count_of(reader);
  return {fmt::format("a mechanism of rho {} (zCDP){}", short_text(rho), times(count)),
          {"whatever the mechanism's own guarantee keeps secret"},
          {},
          privacy::KnownConcentration{rho, count},
          reader.place()};
}

DocumentedEvent renyi(ObjectReader& reader, const EventSetting&) {
  reader.require("order", "add the order of the divergence");
  reader.require("divergence", "add the divergence at that order");
  const double order = reader.number("order", kOrder).value_or(2);
  const double divergence = reader.number("divergence", kNotNegative).value_or(1);
  const std::int64_t count = count_of(reader);
  return {fmt::format("a mechanism of Renyi divergence {} at order {}{}", short_text(divergence),
                      short_text(order), times(count)),
          {"whatever the mechanism's own guarantee keeps secret"},
          {},
          privacy::KnownDivergence{order, divergence, count},
          reader.place()};
}

DocumentedEvent shuffled(ObjectReader& reader, const EventSetting& setting) {
  reader.require("eps", "add the eps of the randomiser that each client runs by itself");
  reader.require("clients", "add the number of clients whose reports are shuffled together");
  privacy::ShuffledReports reports{};
  reports.epsilon = reader.number("eps", kNotNegative).value_or(1);
  reports.clients = reader.integer("clients", 1, 10'000'000).value_or(1);
  reports.values = reader.integer("values", 2, kMost).value_or(0);
  reports.count = count_of(reader);
  if (setting.relation != privacy::Relation::replace_one) {
    reader.report(
        "shuffled reports hide one client's datum among those of a known number of "
        "clients, which is a statement of replace_one",
        "set \"relation\" to \"replace_one\"");
  }
  if (setting.scope.unit != "client") {
    reader.report("shuffled reports are reports of clients, but the unit is " + setting.scope.unit,
                  "set \"unit\" to \"client\"");
  }
  const std::string kind = reports.values > 0
                               ? fmt::format("randomised response over {} values", reports.values)
                               : "local randomiser";
  return {
      fmt::format("reports of {} clients, shuffled: a {} of eps {}{}; bound: {}", reports.clients,
                  kind, short_text(reports.epsilon), times(reports.count),
                  privacy::name_of(privacy::shuffled_bound(reports))),
      {"whose report is which: the shuffler is trusted with that", "what clients have reported"},
      {fmt::format("all {} clients run the randomiser as they should", reports.clients)},
      reports,
      reader.place()};
}

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

ParticipationLimit read_limit(ObjectReader& reader) {
  constexpr std::int64_t most = 1'000'000;
  reader.require("rounds", "add the number of rounds");
  reader.require("participations", "add how often a unit takes part at most");
  reader.require("separation",
                 "add how many rounds apart two participations are at least (1: no limit)");
  ParticipationLimit limit;
  limit.rounds = reader.integer("rounds", 1, most).value_or(1);
  limit.most = reader.integer("participations", 1, most).value_or(1);
  limit.separation = reader.integer("separation", 1, most).value_or(1);
  return limit;
}

DocumentedEvent correlated(ObjectReader& reader, const EventSetting& setting) {
  reader.require("factorisation", "add how noise is correlated: \"factorisation\": \"blt\"");
  reader.require("noise_multiplier",
                 "add the size of the fresh noise of a round over the sensitivity of its message");
  const std::string name = reader.word("factorisation", correlation_names()).value_or("");
  Correlation kind = Correlation::independent;
  for (const Correlation one : correlations) kind = name_of(one) == name ? one : kind;
  const ParticipationLimit limit = read_limit(reader);
  const double z = reader.number("noise_multiplier", kPositive).value_or(1);
  const auto size = read_size(reader, kind, limit.rounds);
  const Factorisation found = factorise(kind, limit, size);
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = z * privacy::distance_in_clips(setting.relation) / found.sensitivity;
  release.count = count_of(reader);
  return {
      fmt::format("gaussian noise, correlated ({}), in {} rounds: {} sensitivities of a "
                  "message, {} of the whole sequence{}",
                  name, limit.rounds, short_text(z), short_text(z / found.sensitivity),
                  times(release.count)),
      secrets_of(release),
      {fmt::format("no unit takes part more than {} times, nor sooner than {} rounds later; who "
                   "takes part may be known",
                   limit.most, limit.separation)},
      release,
      reader.place()};
}

struct EventKind {
  const char* name;
  DocumentedEvent (*read)(ObjectReader&, const EventSetting&);
};
constexpr std::array kEventKinds{
    EventKind{"gaussian",
              [](ObjectReader& reader, const EventSetting& setting) {
                return noisy(reader, setting, privacy::Noise::gaussian);
              }},
    EventKind{"laplace",
              [](ObjectReader& reader, const EventSetting& setting) {
                return noisy(reader, setting, privacy::Noise::laplace);
              }},
    EventKind{"discrete_gaussian",
              [](ObjectReader& reader, const EventSetting& setting) {
                return noisy(reader, setting, privacy::Noise::discrete_gaussian);
              }},
    EventKind{"correlated", correlated},
    EventKind{"mechanism", mechanism},
    EventKind{"local", local},
    EventKind{"shuffled", shuffled},
    EventKind{"gdp", gdp},
    EventKind{"zcdp", zcdp},
    EventKind{"renyi", renyi},
    EventKind{"langevin", langevin_event},
    EventKind{"posterior", posterior_event}};

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const EventKind& kind : kEventKinds) names.emplace_back(kind.name);
  return names;
}

}  // namespace

DocumentedEvent read_event(ObjectReader& reader, const EventSetting& setting) {
  DocumentedEvent event{"", {}, {}, privacy::KnownBudget{{0, 0}, 0}, reader.place()};
  const auto misnamed = reader.member_with(kind_names());
  reader.require("event", misnamed && *misnamed != "note"
                              ? "name its kind \"event\" and not \"" + *misnamed + "\""
                              : "add its kind: \"event\": \"gaussian\"");
  const std::string note = reader.text("note").value_or("");
  const auto wanted = reader.word("event", kind_names());
  if (!wanted) return event;
  for (const EventKind& kind : kEventKinds) {
    if (*wanted == kind.name) event = kind.read(reader, setting);
  }
  if (!note.empty()) event.what += " (" + text::printable_line(note) + ")";
  reader.refuse_others();
  return event;
}

}  // namespace skald
