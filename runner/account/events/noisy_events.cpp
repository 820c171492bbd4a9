#include "account/events/read_event.hpp"

#include <algorithm>

#include "account/account_question.hpp"
#include "skald/parts/privacy/amplification.hpp"
#include "text/counted.hpp"

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
  if (release.sampling != Sampling::none) refuse_seen_clients(reader, setting, "sampling");
  if (setting.scope.adversary == "server" && release.round_rate < 1) {
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
    release.rate = needed_rate(reader);
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
    text = fmt::format(", {} with replacement", text::counted(release.draws, "draw"));
  } else if (release.sampling != Sampling::none) {
    text = fmt::format(", {} {}", privacy::name_of(release.sampling), short_text(release.rate));
  }
  if (release.steps > 1) text += fmt::format(", {}", text::counted(release.steps, "step"));
  if (release.round_rate < 1) {
    text += fmt::format(" in rounds of probability {} by a{} coin", short_text(release.round_rate),
                        release.round_coin == RoundCoin::own ? "n own" : " shared");
  }
  return text + times(release.count);
}

}  // namespace

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

DocumentedEvent noisy_event(ObjectReader& reader, const EventSetting& setting,
                            privacy::Noise noise) {
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise = noise;
  const bool discrete = noise != privacy::Noise::gaussian && noise != privacy::Noise::laplace;
  const bool scaled = noise == privacy::Noise::discrete_laplace;
  const char* key = scaled ? "scale" : discrete ? "sigma" : "noise_multiplier";
  const double size =
      reader.needed(key, kPositive,
                    discrete ? "add the parameter of the noise, which is added to a whole number "
                               "that holds at most 1 of each unit"
                             : "add the size of the noise over the sensitivity of a message");
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
  std::string name(privacy::name_of(noise));
  std::replace(name.begin(), name.end(), '_', ' ');
  return {fmt::format("{}, {} {}{}", name, discrete ? key : "noise multiplier", short_text(size),
                      sampling_words(release)),
          secrets_of(release),
          {},
          release};
}

}  // namespace skald
