// Noise on a clipped sum, or on a whole number that holds at most 1 of each unit.
#include <algorithm>
#include <array>

#include "account/account_question.hpp"
#include "account/events/event_kind.hpp"
#include "skald/parts/privacy/amplification.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using privacy::Noise;
using privacy::NoisyRelease;
using privacy::RoundCoin;

struct NoisyEvent : Repeated {
  double size = 1;
  std::string_view sampling = "none";
  double rate = 1;
  std::int64_t draws = 1, units = 2, steps = 1;
  double round_rate = 1;
  std::string_view coin = "shared";
};

constexpr auto noisy_options(const char* size, const char* doc) {
  return std::array{
      noise_row(&NoisyEvent::size, size, doc),
      option("sampling", &NoisyEvent::sampling,
             "how the units behind a message are drawn, in secret and anew for each")
          .one_of("none|poisson|without_replacement|with_replacement"),
      required(option("rate", &NoisyEvent::rate, "the share of the units in a sample")
                   .above(0)
                   .at_most(1)
                   .only_if("sampling=poisson|without_replacement")),
      required(option("draws", &NoisyEvent::draws, "the number of draws in a sample")
                   .at_least(1)
                   .only_if("sampling=with_replacement")),
      required(option("units", &NoisyEvent::units, "how many units are drawn from")
                   .at_least(2)
                   .only_if("sampling=with_replacement")),
      count_row<NoisyEvent>("how often it happens: the number of rounds"),
      option("steps", &NoisyEvent::steps, "messages in a round").at_least(1),
      option(
          "round_rate", &NoisyEvent::round_rate,
          "probability that a round takes place for a unit, as where clients are drawn first and "
          "records then")
          .above(0)
          .at_most(1),
      option("coin", &NoisyEvent::coin, "who shares the coin of round_rate (own: the unit alone)")
          .one_of("shared|own")};
}
constexpr auto kNoisy = noisy_options("noise_multiplier", kNoiseOverSensitivity);
constexpr const char* kParameter =
    "the parameter of the noise, which is added to a whole number that holds at most 1 of each "
    "unit";
constexpr auto kDiscreteGaussian = noisy_options("sigma", kParameter);
constexpr auto kDiscreteLaplace = noisy_options("scale", kParameter);

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

// What samples, rounds and relation leave without an account.
void refuse_uncovered(ObjectReader& reader, const NoisyRelease& release) {
  const Sampling sampling = release.sampling;
  const bool replaced = release.relation == privacy::Relation::replace_one;
  if (sampling == Sampling::with_replacement && release.rate == 1) {
    reader.report_at("draws", "so many draws miss a unit with probability 0 in double precision",
                     "set \"sampling\" to \"none\" and account its noise for one copy per draw");
  }
  const bool fixed =
      sampling == Sampling::without_replacement || sampling == Sampling::with_replacement;
  if (fixed && release.relation == privacy::Relation::add_remove) {
    reader.report_at("sampling",
                     "a fixed number of draws reveals how many units there are, which add_remove "
                     "hides",
                     "set \"relation\" to \"replace_one\" or \"zero_out\"");
  }
  if (static_cast<double>(release.count) * static_cast<double>(release.steps) > 0x1p53) {
    reader.report_at("count", "\"count\" times \"steps\" is more than 2^53 releases",
                     "lower one of them");
  }
  if (release.round_coin == RoundCoin::own && replaced) {
    reader.report_at("coin",
                     "a coin of its own makes an idle round look like one without the unit, which "
                     "replace_one does not compare",
                     "set \"relation\" to \"zero_out\" or \"add_remove\", or \"coin\" to "
                     "\"shared\"");
  }
  if (sampling == Sampling::poisson && replaced && release.noise != Noise::gaussian) {
    reader.report_at("sampling",
                     "Poisson samples under replace_one are covered for Gaussian noise only",
                     "set \"relation\" to \"add_remove\" or \"zero_out\"");
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

template <Noise noise>
DocumentedEvent noisy_event(const NoisyEvent& o, const EventSetting& setting,
                            ObjectReader& reader) {
  constexpr bool discrete = noise != Noise::gaussian && noise != Noise::laplace;
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise = noise;
  release.noise_multiplier = o.size * (discrete ? 1 : privacy::distance_in_clips(setting.relation));
  release.sampling = named_sampling(std::string(o.sampling));
  release.rate = o.rate;
  if (release.sampling == Sampling::with_replacement) {
    release.draws = o.draws;
    release.rate = replacement_rate(o.draws, o.units);
  }
  release.count = o.count;
  release.steps = o.steps;
  release.round_rate = o.round_rate;
  release.round_coin = o.coin == "own" ? RoundCoin::own : RoundCoin::shared;
  refuse_uncovered(reader, release);
  refuse_seen_sampling(reader, setting, release);
  std::string name(privacy::name_of(noise));
  std::replace(name.begin(), name.end(), '_', ' ');
  const char* size = noise == Noise::discrete_gaussian  ? "sigma"
                     : noise == Noise::discrete_laplace ? "scale"
                                                        : "noise multiplier";
  return {fmt::format("{}, {} {}{}", name, size, short_text(o.size), sampling_words(release)),
          secrets_of(release),
          {},
          release};
}

constexpr std::array kNoisyKinds{
    event_kind<kNoisy, noisy_event<Noise::gaussian>>(
        "gaussian", "a sum of clipped contributions under Gaussian noise"),
    event_kind<kNoisy, noisy_event<Noise::laplace>>(
        "laplace", "a sum of clipped contributions under Laplace noise"),
    event_kind<kDiscreteGaussian, noisy_event<Noise::discrete_gaussian>>(
        "discrete_gaussian",
        "a whole number under discrete Gaussian "
        "noise"),
    event_kind<kDiscreteLaplace, noisy_event<Noise::discrete_laplace>>(
        "discrete_laplace", "a whole number under discrete Laplace noise")};

}  // namespace

std::span<const EventKind> noisy_events() { return kNoisyKinds; }

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

}  // namespace skald
