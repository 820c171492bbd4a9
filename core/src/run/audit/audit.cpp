#include "run/audit/audit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "privacy/accounting.hpp"
#include "privacy/audit.hpp"
#include "privacy/gaussian.hpp"
#include "random/philox_random.hpp"
#include "run/audit/attacked_run.hpp"
#include "run/audit/stored_attack.hpp"
#include "run/experiment.hpp"
#include "run/run_budget.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using NoisyReleases = std::vector<privacy::NoisyRelease>;

constexpr const char* kNotAsked = "not attacked: the sampler asks for no gradient of the unit";
// Stretches of rounds that the attacker tells apart: a quantity each, whose weight is learnt.
constexpr std::int64_t kBins = 8;
// Streams of attacked runs, and of their canaries' coins.
constexpr std::uint64_t kWith = 0, kWithout = 1, kPilot = 2;
constexpr std::uint64_t kFirstCoins = (std::uint64_t{1} << 40) + (std::uint64_t{1} << 20);

// What is to be refuted, and how it may be attacked.
struct Target {
  privacy::Guarantee claim;
  NoisyReleases releases;
  CanaryPlace place;
  Exposure exposure;
  Relation relation = Relation::zero_out;
  Index dimension = 0, records = 0;
  std::int64_t rounds = 0;
};

// Unsampled Gaussian noise: the messages are together two Gaussians that far apart. 0: something
// else is declared.
double gaussian_distance(const NoisyReleases& releases) {
  double square = 0;
  for (const privacy::NoisyRelease& release : releases) {
    const bool plain = release.noise == privacy::Noise::gaussian && privacy::is_unsampled(release);
    if (!plain) return 0;
    const double z = privacy::multiplier_per_distance(release);
    square += privacy::repetitions(release) / (z * z);
  }
  return std::sqrt(square);
}

// The fewest misses that the releases allow whoever raises so many alarms.
double fewest_missed(const NoisyReleases& releases, double alarms) {
  if (const double mu = gaussian_distance(releases); mu > 0) {
    return privacy::gaussian_missed(mu, alarms);
  }
  std::vector<privacy::Budget> points;
  for (const double epsilon : {0.0, 0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0}) {
    const double delta = privacy::delta(releases, epsilon, Accounting::pld).delta;
    points.push_back({epsilon, delta});
    if (delta < 1e-9) break;
  }
  return privacy::least_missed(points, alarms);
}

std::int64_t iterations_of_round(const Sampler& sampler) {
  const double rate = sampler.communication_rate();
  const double between = rate > 0 ? std::ceil(1 / rate) : 1;
  const Index stride = sampler.stride();
  return (static_cast<std::int64_t>(between) + stride - 1) / stride * stride;
}

// Why there can be no such attack; empty: there can.
std::string why_not(const Target& target, const Experiment& experiment, const AuditPlan& plan) {
  if (experiment.has_start_run()) {
    return "the run starts where that of the section start ends, which an audit does not do; audit "
           "the cell without it";
  }
  const ShownEndAccount* last = experiment.shown_end();
  if (last != nullptr && last->is_exact) {
    return "eps rests on the curvature of rows, which those of an audit do not have";
  }
  if (last != nullptr && plan.attack != Attack::stored) {
    return std::string("the attack sees every round, but eps is against a ") + last->reader +
           "; audit what is stored";
  }
  if (plan.attack == Attack::canary || plan.attack == Attack::stored) return "";
  if (target.place.whole_client) {
    return "no row is clipped by the model, and no bound rests on local steps, where whole clients "
           "are protected";
  }
  if (plan.attack == Attack::clipping) return "";
  const auto* curvature = extension<PublicCurvature>(experiment.model());
  if (curvature == nullptr || !curvature->convex_rows()) return "";
  return "the model's rows are convex, whatever they are, and no row of a convex model can drive "
         "local steps apart like this";
}

// The client whose rows are the most, so that they are missed the most.
Index largest_client(const Problem& problem) {
  Index largest = 0;
  for (Index c = 1; c < problem.clients(); ++c) {
    if (problem.examples(c) > problem.examples(largest)) largest = c;
  }
  return largest;
}

Target target_of(Experiment& experiment, std::int64_t last, const AuditPlan& plan) {
  Target target;
  const std::int64_t round = iterations_of_round(experiment.sampler());
  const Index stride = experiment.sampler().stride();
  // Local steps are at the tipping point once: at the run's start.
  const std::int64_t rounds = plan.attack == Attack::growth ? 1 : plan.rounds;
  const std::int64_t seen = plan.attack == Attack::stored ? last : std::min(last, rounds * round);
  target.exposure.iterations = seen / stride * stride;
  target.rounds = std::max<std::int64_t>(1, target.exposure.iterations / round);
  target.claim = experiment.released(target.exposure.iterations);
  target.releases = experiment.worst_releases(target.exposure.iterations);
  target.relation = target.claim.relation;
  target.place.client = std::max<Index>(experiment.worst_client(), 0);
  target.place.whole_client = target.claim.scope.unit == "client";
  if (plan.attack == Attack::stored && target.place.whole_client) {
    target.place.client = largest_client(experiment.problem());
  }
  target.place.attack = plan.attack;
  target.exposure.adversary = experiment.mechanism().claim().value().adversary;
  const bool are_sent = !target.place.whole_client || experiment.worst_client() >= 0;
  target.exposure.sees_clients = target.exposure.adversary == Adversary::server && are_sent;
  target.exposure.bins = plan.canaries > 0 ? 1 : std::min(kBins, target.rounds);
  target.dimension = experiment.problem().dimension();
  target.records = experiment.problem().examples(target.place.client);
  return target;
}

// Neighbours differ in the sign of the unit's gradient if it is replaced, else in whether it has
// any.
double other_size(Relation relation) {
  return relation == Relation::replace_one ? -kFarBeyondClips : 0;
}

std::string eps_text(double eps) { return text::number_text(eps, 4); }
std::string percent_text(double share) { return text::number_text(100 * share, 4) + " %"; }

void judge(AuditFinding& finding) {
  const double most = std::max(finding.shown, finding.shown_gaussian.value_or(0));
  const bool beyond_eps = most > finding.within.epsilon;
  const bool beyond_curve =
      finding.errors && finding.errors->missed < finding.errors->fewest_missed;
  finding.verdict =
      beyond_eps || beyond_curve ? AuditVerdict::contradicted : AuditVerdict::consistent;
  if (beyond_eps) {
    finding.why = "an attack shows eps " + eps_text(most) + ", above the " +
                  eps_text(finding.within.epsilon) + " that is claimed";
  } else if (beyond_curve) {
    finding.why =
        "an attacker who raises false alarms in at most " + percent_text(finding.errors->alarms) +
        " of the runs misses the unit in at most " + percent_text(finding.errors->missed) +
        ", where what is declared leaves at least " + percent_text(finding.errors->fewest_missed);
  } else {
    finding.why =
        "no contradiction: what the attack shows is within the claim, which it does not "
        "prove";
  }
}

// Many runs with the unit, and as many without.
void attack_often(AuditFinding& finding, const grid::Cell& cell, const Target& target,
                  const AuditPlan& plan, plugin_host::PluginHost& host) {
  const Canary canary{kFarBeyondClips, {}}, other{other_size(target.relation), {}};
  AttackedRuns with =
      attacked_runs(cell, target.place, {canary}, target.exposure, plan.runs, kWith, host);
  AttackedRuns without =
      attacked_runs(cell, target.place, {other}, target.exposure, plan.runs, kWithout, host);
  finding.runs = 2 * plan.runs;
  if (with.asked == 0) {
    finding.verdict = AuditVerdict::not_attacked;
    finding.why =
        with.gain == 0 ? "not attacked: the model's gradient is 0 at the client's rows" : kNotAsked;
    return;
  }
  const privacy::SeenRuns seen{std::move(with.seen), std::move(without.seen)};
  const privacy::AttackOutcome outcome =
      privacy::attack_linearly(seen, target.claim.delta, plan.significance);
  finding.shown = outcome.epsilon;
  if (gaussian_distance(target.releases) > 0) finding.shown_gaussian = outcome.gaussian_epsilon;
  const privacy::ShownErrors& errors = outcome.gaussian_errors;
  const double least = fewest_missed(target.releases, errors.alarms);
  finding.errors = {errors.alarms, errors.missed, least};
  judge(finding);
  if (target.place.attack == Attack::clipping) {
    finding.why += "; the model's clipping leaves a row " + text::number_text(with.gain, 6) +
                   " times the clip";
  }
}

// What is stored of as many runs as planned, and of as many of a neighbour.
void attack_what_is_stored(AuditFinding& finding, const grid::Cell& cell, const Target& target,
                           const AuditPlan& plan, const NamesOfRun& names,
                           plugin_host::PluginHost& host) {
  const StoredFinding found =
      attack_stored(stored_runs(cell, target.place, target.relation, plan.runs, names, host),
                    target.claim.delta, plan.significance);
  finding.runs = 2 * plan.runs;
  finding.shown = found.shown;
  finding.within.epsilon = found.claimed;
  judge(finding);
  finding.why += found.columns.empty() ? "; no column that is covered differs from run to run"
                                       : "; the most by " + found.columns;
}

// The canaries' coins: heads are in the data.
std::vector<bool> coins(std::uint64_t seed, std::uint64_t replicate, std::int64_t canaries) {
  const random::PhiloxRandom streams(seed, replicate);
  const auto words = random_words(streams, {Role::start}, 0, 0, canaries);
  std::vector<bool> in;
  for (const std::uint64_t word : words) in.push_back(below(word, 2) == 1);
  return in;
}

// One run with canaries of known coins.
struct CoinRun {
  std::vector<bool> in;
  MatrixXd seen;  // a column for each canary
  std::int64_t asked = 0;
};

CoinRun coin_run(const grid::Cell& cell, const Target& target, std::int64_t canaries,
                 std::uint64_t world, plugin_host::PluginHost& host) {
  CoinRun run{coins(cell.seed, kFirstCoins + world, canaries), {}, 0};
  std::vector<Canary> all;
  for (Index i = 0; i < canaries; ++i) {
    const bool heads = run.in[static_cast<std::size_t>(i)];
    all.push_back({heads ? kFarBeyondClips : other_size(target.relation), i});
  }
  CanaryPlace place = target.place;
  place.records = canaries;
  const AttackedRuns runs = attacked_runs(cell, place, all, target.exposure, 1, world, host);
  run.asked = runs.asked;
  run.seen = runs.seen.reshaped(runs.seen.size() / canaries, canaries);
  return run;
}

// What an attacker learns from a run whose coins it knows: how to score the canaries of another.
VectorXd score_by(const CoinRun& known) {
  const auto in = static_cast<Index>(std::count(known.in.begin(), known.in.end(), true));
  privacy::SeenRuns runs{MatrixXd(known.seen.rows(), in),
                         MatrixXd(known.seen.rows(), known.seen.cols() - in)};
  Index with = 0, without = 0;
  for (Index i = 0; i < known.seen.cols(); ++i) {
    const bool heads = known.in[static_cast<std::size_t>(i)];
    (heads ? runs.with.col(with++) : runs.without.col(without++)) = known.seen.col(i);
  }
  return privacy::discriminant(runs);
}

// Guesses the quarter of the canaries whose scores are the furthest out, half of them at each end.
privacy::OneRunCounts guess(const VectorXd& scores, const std::vector<bool>& in) {
  std::vector<std::size_t> order(in.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return scores[static_cast<Index>(a)] < scores[static_cast<Index>(b)];
  });
  const std::size_t each = std::max<std::size_t>(1, in.size() / 8);
  privacy::OneRunCounts counts{static_cast<std::int64_t>(in.size()),
                               static_cast<std::int64_t>(2 * each), 0};
  for (std::size_t i = 0; i < each; ++i) {
    counts.correct += !in[order[i]];
    counts.correct += in[order[order.size() - 1 - i]];
  }
  return counts;
}

void require_room(const Target& target, std::int64_t canaries) {
  const Index room = std::min(target.records, target.dimension);
  if (target.place.whole_client) {
    throw std::invalid_argument(
        "one run has room for one canary if whole clients are protected: audit by many runs");
  }
  if (canaries >= 8 && canaries <= room) return;
  throw std::invalid_argument(
      "an audit by one run has " + std::to_string(canaries) + " canaries, expected 8 to " +
      std::to_string(room) + ", the fewer of the attacked client's records (" +
      std::to_string(target.records) + ") and parameters (" + std::to_string(target.dimension) +
      "): ask for fewer, or audit by many runs");
}

// One run, each canary in it by a coin.
void attack_once(AuditFinding& finding, const grid::Cell& cell, const Target& target,
                 const AuditPlan& plan, plugin_host::PluginHost& host) {
  require_room(target, plan.canaries);
  const CoinRun known = coin_run(cell, target, plan.canaries, kPilot, host);
  const CoinRun attacked = coin_run(cell, target, plan.canaries, kWith, host);
  finding.runs = 1;
  finding.canaries = plan.canaries;
  if (attacked.asked == 0) {
    finding.verdict = AuditVerdict::not_attacked;
    finding.why = kNotAsked;
    return;
  }
  const VectorXd scores = attacked.seen.transpose() * score_by(known);
  const privacy::OneRunCounts counts = guess(scores, attacked.in);
  finding.guesses = counts.guesses;
  finding.correct = counts.correct;
  const bool gaussian = gaussian_distance(target.releases) > 0;
  const double significance = gaussian ? plan.significance / 2 : plan.significance;
  finding.shown = privacy::one_run_epsilon(counts, target.claim.delta, significance);
  if (gaussian) {
    finding.shown_gaussian =
        privacy::one_run_gaussian_epsilon(counts, target.claim.delta, significance);
  }
  judge(finding);
}

AuditFinding attack(const grid::Cell& cell, const AuditPlan& plan, plugin_host::PluginHost& host,
                    const NamesOfRun& names) {
  AuditFinding finding;
  if (plan.attack != Attack::canary && plan.canaries > 0) {
    throw std::invalid_argument("an audit by one run has the attack " +
                                std::string(name_of(plan.attack)) +
                                ", expected canary: audit by many runs");
  }
  finding.attack = plan.attack;
  finding.seed = cell.seed;
  Experiment experiment(cell, 0, host);
  if (!experiment.mechanism().claim()) {
    finding.claimed = std::numeric_limits<double>::infinity();
    finding.why = "nothing is claimed: the mechanism adds no noise";
    return finding;
  }
  experiment.rehearse_start();
  const std::int64_t last = RunBudget(experiment).last_iteration();
  finding.claimed = experiment.eps_spent(last);
  const Target target = target_of(experiment, last, plan);
  finding.within = target.claim;
  finding.client = target.place.client;
  if (const auto& called = experiment.data().client_names; !called.empty())
    finding.client_name = called[static_cast<std::size_t>(finding.client)];
  finding.rounds = target.rounds;
  if (!std::isfinite(finding.claimed)) {
    finding.why = "eps is infinite: " + (experiment.private_inputs().complaint().empty()
                                             ? std::string("nothing is claimed")
                                             : experiment.private_inputs().complaint());
    return finding;
  }
  if (const std::string reason = why_not(target, experiment, plan); !reason.empty()) {
    finding.verdict = AuditVerdict::not_attacked;
    finding.why = "not attacked: " + reason;
    return finding;
  }
  if (plan.attack == Attack::stored) {
    attack_what_is_stored(finding, cell, target, plan, names, host);
  } else if (plan.canaries > 0) {
    attack_once(finding, cell, target, plan, host);
  } else {
    attack_often(finding, cell, target, plan, host);
  }
  return finding;
}

}  // namespace

AuditFinding audit(const grid::Cell& cell, const AuditPlan& plan, plugin_host::PluginHost& host,
                   const NamesOfRun& names) {
  const auto start = std::chrono::steady_clock::now();
  AuditFinding finding = attack(cell, plan, host, names);
  finding.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return finding;
}

}  // namespace skald::run
