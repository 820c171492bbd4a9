// Events of Bayesian runs: Langevin steps with noise of their own, and draws from a posterior.
#include "account/events/read_event.hpp"
#include "privacy/langevin_noise.hpp"
#include "text/counted.hpp"

namespace skald {
namespace {

using privacy::CommonNoise;
using privacy::LangevinStep;
using privacy::LangevinView;
using privacy::NoisyRelease;

constexpr NumberRange kAmplitude{0, 1, false, false, "from 0 to 1"};

// How a run of FA-LD releases its steps.
struct LangevinRun {
  LangevinStep step{};
  std::int64_t local_steps = 1, rounds = 1, chains = 1;
  CommonNoise common = CommonNoise::known;
};

LangevinStep read_step(ObjectReader& reader) {
  LangevinStep step{};
  step.step =
      reader.needed("step", kPositive, "add the step h on the global potential: \"step\": 1e-4");
  step.temp = reader.number("temp", kPositive).value_or(1);
  step.rho = reader.number("rho", kAmplitude).value_or(0);
  step.clip =
      reader.needed("clip", kPositive, "add the norm to which the gradient of each row is clipped");
  step.rate = reader.number("rate", kShare).value_or(1);
  step.clients = reader.integer("clients", 1, kMost).value_or(1);
  step.participants = reader.integer("S", 1, step.clients).value_or(step.clients);
  return step;
}

LangevinRun read_run(ObjectReader& reader) {
  const std::vector<std::string> kinds{"known", "hidden"};
  LangevinRun run;
  run.step = read_step(reader);
  run.local_steps = reader.integer("K", 1, kMost).value_or(1);
  run.rounds = reader.integer("rounds", 0, kMost).value_or(1);
  run.chains = reader.integer("chains", 1, kMost).value_or(1);
  const bool is_hidden = reader.word("common_noise", kinds).value_or("known") == "hidden";
  run.common = is_hidden ? CommonNoise::hidden : CommonNoise::known;
  const double most = static_cast<double>(run.local_steps) * static_cast<double>(run.rounds) *
                      static_cast<double>(run.chains);
  if (most > 0x1p53) {
    reader.report_at("rounds", "\"rounds\" times \"K\" times \"chains\" is more than 2^53 steps",
                     "lower one of them");
    run.rounds = run.chains = run.local_steps = 1;
  }
  return run;
}

void require_record(ObjectReader& reader, const EventSetting& setting) {
  if (setting.scope.unit == "record" && setting.relation != privacy::Relation::add_remove) return;
  reader.report(
      "the noise of Langevin steps hides one row of a client, whose number of rows is public: unit "
      "record, relation replace_one or zero_out",
      "set \"unit\" to \"record\" and \"relation\" to \"replace_one\"");
}

std::string run_words(const LangevinRun& run, double multiplier) {
  const LangevinStep& s = run.step;
  std::string text = fmt::format("langevin steps, h {}, T {}, rho {}", short_text(s.step),
                                 short_text(s.temp), short_text(s.rho));
  if (s.clients > 1)
    text += fmt::format(", {} of {}", s.participants, text::counted(s.clients, "client"));
  text += fmt::format(": noise multiplier {}", short_text(multiplier));
  if (s.rate < 1) text += fmt::format(", without_replacement {}", short_text(s.rate));
  return text + fmt::format(", {} x {} in {} chain{}", run.rounds,
                            text::counted(run.local_steps, "step"), run.chains,
                            run.chains == 1 ? "" : "s");
}

std::vector<std::string> run_secrets(const LangevinRun& run, const NoisyRelease& release) {
  std::vector<std::string> secrets{"the own noise of every client, and the seed it is from"};
  if (run.common == CommonNoise::hidden && run.step.rho > 0) {
    secrets.emplace_back("the noise that clients have in common, and the seed it is from");
  }
  if (run.step.rate < 1) secrets.emplace_back("which rows are in a batch");
  if (release.round_rate < 1) secrets.emplace_back("who takes part in a round");
  return secrets;
}

}  // namespace

DocumentedEvent langevin_event(ObjectReader& reader, const EventSetting& setting) {
  require_record(reader, setting);
  const LangevinRun run = read_run(reader);
  const bool is_observer = setting.scope.adversary == "observer";
  const bool is_average = is_observer && run.local_steps == 1;
  const double multiplier = privacy::langevin_multiplier(
      run.step, run.common, is_average ? LangevinView::average : LangevinView::iterates);
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = multiplier;
  release.sampling = run.step.rate < 1 ? Sampling::without_replacement : Sampling::none;
  release.rate = run.step.rate;
  release.count = run.rounds * run.chains;
  release.steps = run.local_steps;
  if (is_observer) {
    release.round_rate =
        static_cast<double>(run.step.participants) / static_cast<double>(run.step.clients);
  }
  std::vector<std::string> premises{
      "every client runs the algorithm as it should; clients count alike (weights 1 / N)"};
  if (is_average) premises.emplace_back("nothing but the averages of the clients gets out");
  return {run_words(run, multiplier / privacy::distance_in_clips(setting.relation)),
          run_secrets(run, release), premises, release};
}

DocumentedEvent posterior_event(ObjectReader& reader, const EventSetting& setting) {
  const double spread =
      reader.needed("spread", kPositive,
                    "add the length of an interval in which the log-likelihood of every unit lies, "
                    "wherever the prior has mass");
  const double temp = reader.number("temp", kPositive).value_or(1);
  const std::int64_t draws = reader.integer("draws", 0, kMost).value_or(1);
  const privacy::PosteriorDraws event{privacy::posterior_range(spread, temp, setting.relation),
                                      draws};
  return {fmt::format("{} of the posterior at T {}, log-likelihoods within {}: eps {} each",
                      draws == 1 ? std::string("a draw") : text::counted(draws, "draw"),
                      short_text(temp), short_text(spread), short_text(event.range)),
          {"whatever a chain does before a draw, and the seed"},
          {"draws are exact and independent: a chain that has not converged is not covered"},
          event};
}

}  // namespace skald
