// Events known by a guarantee, or by the law of what they tell.
#include <cmath>
#include <stdexcept>

#include "account/events/read_event.hpp"
#include "privacy/events/selection.hpp"
#include "text/counted.hpp"

namespace skald {
namespace {

using privacy::NoisyRelease;
using Amplify = privacy::RenyiCurve (*)(privacy::RenyiCurve, double);

constexpr NumberRange kProbability{0, 1, false, false, "from 0 to 1"};
constexpr NumberRange kProperShare{0, 1, true, true, "between 0 and 1"};
constexpr NumberRange kListedNoise{0.3, kNoEnd, false, true, "of at least 0.3"};
constexpr NumberRange kShape{-1, kNoEnd, true, true, "above -1"};
constexpr NumberRange kAtLeastOne{1, kNoEnd, false, true, "of at least 1"};
const std::vector<std::string> kSamples{"none", "poisson", "without_replacement"};
const std::vector<std::string> kOwnSecrets{"whatever the mechanism's own guarantee keeps secret"};
const std::vector<std::string> kNumbers{"negative_binomial", "poisson"};

// How a mechanism that is known by a guarantee gets its data.
struct SecretSample {
  Amplify amplify = nullptr;  // none: everybody takes part
  double rate = 1;
  std::string words;
};

SecretSample read_sample(ObjectReader& reader, const EventSetting& setting) {
  const std::string scheme = reader.word("sampling", kSamples).value_or("none");
  if (scheme == "none") return {};
  SecretSample sample;
  sample.rate = needed_rate(reader);
  sample.words = fmt::format(", {} {}", scheme, short_text(sample.rate));
  sample.amplify = scheme == "poisson" ? privacy::poisson_renyi : privacy::fixed_size_renyi;
  const bool replaced = setting.relation == privacy::Relation::replace_one;
  if ((scheme == "poisson") == replaced) {
    reader.report_at("sampling",
                     "what samples make of a mechanism that is known by its divergences is covered "
                     "for poisson under add_remove and zero_out, and for without_replacement under "
                     "replace_one",
                     "set \"relation\" or \"sampling\" accordingly");
  }
  refuse_seen_clients(reader, setting, "sampling");
  return sample;
}

void refuse_replaced(ObjectReader& reader, const EventSetting& setting, const char* what) {
  if (setting.relation != privacy::Relation::replace_one) return;
  reader.report(std::string(what) + " is covered under add_remove and zero_out only",
                "set \"relation\" to one of them");
}

double randomiser_eps(ObjectReader& reader) {
  return reader.needed("eps", kNotNegative,
                       "add the eps of the randomiser that each client runs by itself");
}

double message_noise(ObjectReader& reader, const NumberRange& range) {
  return reader.needed("noise_multiplier", range,
                       "add the size of the noise over the sensitivity of a message");
}

// ", delta 1e-06", or "" where that is 0.
std::string also(const char* name, double value) {
  return value > 0 ? fmt::format(", {} {}", name, short_text(value)) : "";
}

void need_replaced(ObjectReader& reader, const EventSetting& setting, const char* why) {
  if (setting.relation == privacy::Relation::replace_one) return;
  reader.report(why, "set \"relation\" to \"replace_one\"");
}

// The numbers of a mixture, each of which was read; reports if they do not go together.
privacy::Event mixture_law(ObjectReader& reader, const privacy::GaussianMixture& mixture,
                           std::int64_t count) {
  try {
    return privacy::with_count(privacy::known(mixture), count);
  } catch (const std::invalid_argument& refused) {
    reader.report(refused.what(), "");
    return privacy::KnownBudget{{0, 0}, 0};
  }
}

}  // namespace

DocumentedEvent mechanism_event(ObjectReader& reader, const EventSetting&) {
  const double eps =
      reader.needed("eps", kNotNegative, "add the eps that the mechanism guarantees");
  const double delta = reader.number("delta", kDelta).value_or(0);
  const std::int64_t count = count_of(reader);
  return {
      fmt::format("a mechanism of eps {}{}{}", short_text(eps), also("delta", delta), times(count)),
      kOwnSecrets,
      {},
      privacy::KnownBudget{{eps, delta}, count}};
}

DocumentedEvent local_event(ObjectReader& reader, const EventSetting&) {
  const double eps = randomiser_eps(reader);
  const std::int64_t count = count_of(reader);
  return {
      fmt::format("a local randomiser of eps {}{}", short_text(eps), times(count)),
      {"the datum and the coins of a client, which stay with it (everybody may see its report)"},
      {},
      privacy::KnownBudget{{eps, 0}, count}};
}

DocumentedEvent gdp_event(ObjectReader& reader, const EventSetting& setting) {
  const double mu = reader.needed("mu", kPositive, "add the mu of the Gaussian guarantee");
  const NoisyRelease release = gaussian_release(mu, reader, setting);
  return {fmt::format("a mechanism of mu {} (Gaussian DP){}", short_text(mu), times(release.count)),
          kOwnSecrets,
          {},
          release};
}

DocumentedEvent zcdp_event(ObjectReader& reader, const EventSetting& setting) {
  const double rho = reader.needed("rho", kNotNegative, "add the rho of the guarantee");
  const double xi = reader.number("xi", kNotNegative).value_or(0);
  const SecretSample sample = read_sample(reader, setting);
  const std::int64_t count = count_of(reader);
  DocumentedEvent event{fmt::format("a mechanism of rho {}{} (zCDP){}{}", short_text(rho),
                                    also("xi", xi), sample.words, times(count)),
                        kOwnSecrets,
                        {},
                        privacy::KnownConcentration{rho, xi, count}};
  if (!sample.amplify) return event;
  event.secrets.emplace_back("which units are in a sample");
  event.event = privacy::known(sample.amplify(privacy::concentrated(rho, xi), sample.rate), count);
  return event;
}

DocumentedEvent renyi_event(ObjectReader& reader, const EventSetting&) {
  const double order = reader.needed("order", kOrder, "add the order of the divergence", 2);
  const double divergence =
      reader.needed("divergence", kNotNegative, "add the divergence at that order");
  const std::int64_t count = count_of(reader);
  return {fmt::format("a mechanism of Renyi divergence {} at order {}{}", short_text(divergence),
                      short_text(order), times(count)),
          kOwnSecrets,
          {},
          privacy::known_at(order, divergence, count)};
}

DocumentedEvent response_event(ObjectReader& reader, const EventSetting& setting) {
  const double eps = reader.needed(
      "eps", kNotNegative, "add the logarithm of how much likelier the true value is than another");
  const std::int64_t values =
      reader.needed("values", 2, kMost, "add the number of values that are told apart");
  const std::int64_t count = count_of(reader);
  need_replaced(reader, setting,
                "randomised response hides which of its values a unit has: replace_one");
  return {fmt::format("randomised response over {}, eps {}{}", text::counted(values, "value"),
                      short_text(eps), times(count)),
          {"the true values, and the coins"},
          {},
          privacy::with_count(privacy::known_response(eps, values), count)};
}

DocumentedEvent mixture_event(ObjectReader& reader, const EventSetting& setting) {
  const double z =
      reader.needed("noise_multiplier", kPositive, "add the standard deviation of the noise");
  reader.require("shifts", "add by how much a unit may move the sum: \"shifts\": [0, 1]");
  reader.require("probabilities", "add how likely each shift is: \"probabilities\": [0.9, 0.1]");
  privacy::GaussianMixture mixture{z, {}, {}};
  mixture.shift = reader.numbers("shifts", kNotNegative).value_or(std::vector<double>{});
  const auto weights = reader.numbers("probabilities", kProbability);
  for (const double weight : weights.value_or(std::vector<double>{})) {
    mixture.log_weight.push_back(std::log(weight));
  }
  const std::int64_t count = count_of(reader);
  refuse_replaced(reader, setting, "a random shift");
  refuse_seen_clients(reader, setting, "probabilities");
  return {fmt::format("gaussian, noise {}, moved by one of {} distances{}", short_text(z),
                      mixture.shift.size(), times(count)),
          {"the messages before noise, the noise, the seed it is from, and by how much units move "
           "them"},
          {},
          mixture_law(reader, mixture, count)};
}

DocumentedEvent allocation_event(ObjectReader& reader, const EventSetting& setting) {
  const double z = message_noise(reader, kListedNoise);
  const std::int64_t bins = reader.needed(
      "bins", 1, privacy::most_bins, "add in how many steps a unit may be: the steps of an epoch");
  const std::int64_t picks = reader.integer("participations", 1, bins).value_or(1);
  const std::int64_t count = count_of(reader);
  refuse_replaced(reader, setting, "a step at random");
  refuse_seen_clients(reader, setting, "bins");
  NoisyRelease epoch;
  epoch.noise_multiplier = z;
  epoch.relation = setting.relation;
  epoch.sampling = Sampling::balls_in_bins;
  epoch.rate = 1 / static_cast<double>(bins);
  epoch.draws = picks;
  epoch.count = count;
  return {fmt::format("gaussian, noise multiplier {}, every unit in {} of {}{}", short_text(z),
                      picks == 1 ? "one" : std::to_string(picks), text::counted(bins, "step"),
                      times(count)),
          {"the messages before noise, the noise, and the seed it is from",
           "which units are in a step, and how many"},
          {picks == 1 ? "every unit picks its step by itself, anew in every epoch"
                      : "every unit picks its steps by itself, anew in every epoch"},
          epoch};
}

DocumentedEvent truncated_event(ObjectReader& reader, const EventSetting& setting) {
  privacy::TruncatedSample sample{};
  const double z = message_noise(reader, kPositive);
  sample.noise_multiplier = z * privacy::distance_in_clips(setting.relation);
  sample.rate = needed_rate(reader, kProperShare, 0.5);
  const bool is_public = setting.relation == privacy::Relation::replace_one;
  sample.units = reader.needed("units", 1, kMost,
                               is_public ? "add the number of units, exactly"
                                         : "add the number of units, or more than there are");
  sample.most =
      reader.needed("at_most", 1, kMost, "add how many units of a sample are kept at most");
  sample.relation = setting.relation;
  const std::int64_t count = count_of(reader);
  refuse_seen_clients(reader, setting, "rate");
  return {
      fmt::format("gaussian, noise multiplier {}, poisson {} of {}, at most {}{}", short_text(z),
                  short_text(sample.rate), sample.units, sample.most, times(count)),
      {"the messages before noise, the noise, and the seed it is from",
       "which units are in a sample, and how many"},
      {"of a sample that is too large, a uniform subset is kept"},
      privacy::with_count(privacy::known(sample), count)};
}

DocumentedEvent selection_event(ObjectReader& reader, const EventSetting& setting) {
  reader.require("events",
                 "add what is released of one candidate, if it is the one that is chosen");
  reader.require("mean", "add how many candidates are tried on average");
  privacy::Repetitions repetitions{1, 1};
  const bool poisson = reader.word("number", kNumbers).value_or("negative_binomial") == "poisson";
  repetitions.shape = reader.number("shape", kShape).value_or(1);
  repetitions.mean = reader.number("mean", poisson ? kPositive : kAtLeastOne).value_or(1);
  if (poisson && reader.has("shape")) {
    reader.report_at("shape", "\"shape\" is of the number negative_binomial", "remove it");
  }
  if (poisson) repetitions.shape = kNoEnd;
  const std::int64_t count = count_of(reader);
  DocumentedEvent event{"",
                        {"how many candidates are tried, and all but the best"},
                        {},
                        privacy::KnownBudget{{0, 0}, 0}};
  privacy::Composition once{setting.relation, {}};
  std::string what;
  std::vector<ObjectReader> candidates = reader.objects("events", "an event");
  if (reader.has("events") && candidates.empty()) {
    reader.report_at("events", "a candidate that releases nothing cannot be chosen", "");
  }
  for (ObjectReader& candidate : candidates) {
    const DocumentedEvent part = read_event(candidate, setting);
    const std::string refusal = privacy::renyi_refusal(part.event);
    if (!refusal.empty()) candidate.report(refusal + ", which a choice of candidates needs", "");
    what += (what.empty() ? "" : "; ") + part.what;
    event.secrets.insert(event.secrets.end(), part.secrets.begin(), part.secrets.end());
    event.premises.insert(event.premises.end(), part.premises.begin(), part.premises.end());
    once.events.push_back(part.event);
  }
  event.what = fmt::format(
      "the best of {} candidates ({}) that each release: {}{}", short_text(repetitions.mean),
      poisson ? "Poisson" : fmt::format("shape {}", short_text(repetitions.shape)), what,
      times(count));
  event.event = privacy::KnownCurve{[=](std::span<const double> orders) {
                                      return privacy::selection_rdp(repetitions, orders,
                                                                    privacy::rdp(once, orders));
                                    },
                                    count};
  return event;
}

DocumentedEvent shuffled_event(ObjectReader& reader, const EventSetting& setting) {
  privacy::ShuffledReports reports{};
  reports.epsilon = randomiser_eps(reader);
  reports.clients = reader.needed("clients", 1, 10'000'000,
                                  "add the number of clients whose reports are shuffled together");
  reports.values = reader.integer("values", 2, kMost).value_or(0);
  reports.count = count_of(reader);
  need_replaced(reader, setting,
                "shuffled reports hide one client's datum among those of a known number of "
                "clients, which is a statement of replace_one");
  if (setting.scope.unit != "client") {
    reader.report("shuffled reports are reports of clients, but the unit is " + setting.scope.unit,
                  "set \"unit\" to \"client\"");
  }
  const std::string kind = reports.values > 0 ? fmt::format("randomised response over {}",
                                                            text::counted(reports.values, "value"))
                                              : "local randomiser";
  return {
      fmt::format("reports of {}, shuffled: a {} of eps {}{}; bound: {}",
                  text::counted(reports.clients, "client"), kind, short_text(reports.epsilon),
                  times(reports.count), privacy::shuffled_bound(reports)),
      {"whose report is which: the shuffler is trusted with that", "what clients have reported"},
      {fmt::format("all {} run the randomiser as they should",
                   text::counted(reports.clients, "client"))},
      privacy::known(reports)};
}

}  // namespace skald
