// Events of Bayesian runs: Langevin steps with noise of their own, and draws from a posterior.
#include <array>

#include "account/events/event_kind.hpp"
#include "privacy/langevin_noise.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using privacy::CommonNoise;
using privacy::LangevinView;
using privacy::NoisyRelease;

struct LangevinEvent {
  double step = 1, temp = 1, rho = 0, clip = 1, rate = 1;
  std::string_view common_noise = "known";
  std::int64_t clients = 1;
  std::optional<std::int64_t> participants;
  std::int64_t local_steps = 1, rounds = 1, chains = 1;
};

constexpr std::array kLangevin{
    required(option("step", &LangevinEvent::step, "the step h on the global potential").above(0)),
    option("temp", &LangevinEvent::temp, "the temperature T").above(0),
    option("rho", &LangevinEvent::rho, "amplitude of the noise that clients have in common")
        .at_least(0)
        .at_most(1),
    required(option("clip", &LangevinEvent::clip,
                    "the norm to which the gradient of each row is clipped")
                 .above(0)),
    option("rate", &LangevinEvent::rate, "the share of a client's rows in a batch")
        .above(0)
        .at_most(1),
    option("clients", &LangevinEvent::clients, "how many clients there are").at_least(1),
    option("S", &LangevinEvent::participants,
           "how many of them take part in a round; all if left out")
        .at_least(1),
    option("K", &LangevinEvent::local_steps, "local steps in a round").at_least(1),
    option("rounds", &LangevinEvent::rounds, "rounds of each chain").at_least(0),
    option("chains", &LangevinEvent::chains, "chains on the same rows").at_least(1),
    option("common_noise", &LangevinEvent::common_noise,
           "whether the adversary knows the noise that clients have in common")
        .one_of("known|hidden")};

void refuse_uncovered(const LangevinEvent& o, const EventSetting& setting, ObjectReader& reader) {
  if (setting.scope.unit != "record" || setting.relation == privacy::Relation::add_remove) {
    reader.report(
        "the noise of Langevin steps hides one row of a client, whose number of rows is public: "
        "unit record, relation replace_one or zero_out",
        "set \"unit\" to \"record\" and \"relation\" to \"replace_one\"");
  }
  reader.is_at_most("S", o.participants.value_or(1), o.clients, "raise \"clients\"");
  const double steps = static_cast<double>(o.local_steps) * static_cast<double>(o.rounds) *
                       static_cast<double>(o.chains);
  if (steps > 0x1p53) {
    reader.report_at("rounds", "\"rounds\" times \"K\" times \"chains\" is more than 2^53 steps",
                     "lower one of them");
  }
}

std::string words_of(const LangevinEvent& o, std::int64_t participants, double multiplier) {
  std::string text = fmt::format("langevin steps, h {}, T {}, rho {}", short_text(o.step),
                                 short_text(o.temp), short_text(o.rho));
  if (o.clients > 1)
    text += fmt::format(", {} of {}", participants, text::counted(o.clients, "client"));
  text += fmt::format(": noise multiplier {}", short_text(multiplier));
  if (o.rate < 1) text += fmt::format(", without_replacement {}", short_text(o.rate));
  return text + fmt::format(", {} x {} in {}", o.rounds, text::counted(o.local_steps, "step"),
                            text::counted(o.chains, "chain"));
}

std::vector<std::string> secrets_of_steps(const LangevinEvent& o, const NoisyRelease& release) {
  std::vector<std::string> secrets{"the own noise of every client, and the seed it is from"};
  if (o.common_noise == "hidden" && o.rho > 0) {
    secrets.emplace_back("the noise that clients have in common, and the seed it is from");
  }
  if (o.rate < 1) secrets.emplace_back("which rows are in a batch");
  if (release.round_rate < 1) secrets.emplace_back("who takes part in a round");
  return secrets;
}

DocumentedEvent langevin_event(const LangevinEvent& o, const EventSetting& setting,
                               ObjectReader& reader) {
  refuse_uncovered(o, setting, reader);
  if (reader.has_faults()) return {};
  const std::int64_t participants = o.participants.value_or(o.clients);
  const bool is_observer = setting.scope.adversary == "observer";
  const bool is_average = is_observer && o.local_steps == 1;
  const double multiplier = privacy::langevin_multiplier(
      {.step = o.step,
       .temp = o.temp,
       .rho = o.rho,
       .clients = o.clients,
       .participants = participants,
       .clip = o.clip,
       .rate = o.rate},
      o.common_noise == "hidden" ? CommonNoise::hidden : CommonNoise::known,
      is_average ? LangevinView::average : LangevinView::iterates);
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = multiplier;
  release.sampling = o.rate < 1 ? Sampling::without_replacement : Sampling::none;
  release.rate = o.rate;
  release.count = o.rounds * o.chains;
  release.steps = o.local_steps;
  if (is_observer) {
    release.round_rate = static_cast<double>(participants) / static_cast<double>(o.clients);
  }
  std::vector<std::string> premises{
      "every client runs the algorithm as it should; clients count alike (weights 1 / N)"};
  if (is_average) premises.emplace_back("nothing but the averages of the clients gets out");
  return {words_of(o, participants, multiplier / privacy::distance_in_clips(setting.relation)),
          secrets_of_steps(o, release), premises, release};
}

struct PosteriorEvent {
  double spread = 1, temp = 1;
  std::int64_t draws = 1;
};

constexpr std::array kPosterior{
    required(option("spread", &PosteriorEvent::spread,
                    "the length of an interval in which the log-likelihood of every unit lies, "
                    "wherever the prior has mass")
                 .above(0)),
    option("temp", &PosteriorEvent::temp, "the temperature T: draws are of exp(-U / T)").above(0),
    option("draws", &PosteriorEvent::draws, "draws of all chains together").at_least(0)};

DocumentedEvent posterior_event(const PosteriorEvent& o, const EventSetting& setting,
                                ObjectReader&) {
  const privacy::PosteriorDraws event{privacy::posterior_range(o.spread, o.temp, setting.relation),
                                      o.draws};
  return {fmt::format("{} of the posterior at T {}, log-likelihoods within {}: eps {} each",
                      o.draws == 1 ? std::string("a draw") : text::counted(o.draws, "draw"),
                      short_text(o.temp), short_text(o.spread), short_text(event.range)),
          {"whatever a chain does before a draw, and the seed"},
          {"draws are exact and independent: a chain that has not converged is not covered"},
          event};
}

constexpr std::array kLangevinKinds{
    event_kind<kLangevin, langevin_event>(
        "langevin",
        "the local steps of FA-LD, whose own noise is the mechanism; "
        "clients of equal weight"),
    event_kind<kPosterior, posterior_event>("posterior",
                                            "independent draws from an exact posterior")};

}  // namespace

std::span<const EventKind> langevin_events() { return kLangevinKinds; }

}  // namespace skald
