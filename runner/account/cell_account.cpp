#include "account/cell_account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "problem/declared_releases.hpp"
#include "run/experiment.hpp"
#include "run/rehearsal.hpp"
#include "run/run_budget.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

std::string shown(double value) { return text::number_text(value, 4); }

// Of a method that claims something: others state so what noise single messages have.
std::optional<std::string> understated(const std::optional<run::PublishedClaim>& claim,
                                       const std::vector<Release>& releases) {
  if (!claim) return std::nullopt;
  double worst = 1;
  for (const Release& release : releases) worst = std::max(worst, release.understatement);
  if (worst == 1) return std::nullopt;
  return fmt::format("as published the noise is {} times too small for its claim", shown(worst));
}

// Returns eps / (2 rate) for the sampled release with the lowest rate; 0 if there is none.
double largest_base_loss(double epsilon, const std::vector<Release>& releases) {
  double largest = 0;
  for (const Release& release : releases) {
    if (release.sampling != Sampling::none) {
      largest = std::max(largest, epsilon / (2 * release.rate));
    }
  }
  return largest;
}

std::optional<std::string> broken(const Caveat& caveat,
                                  const std::optional<run::PublishedClaim>& claim,
                                  const std::vector<Release>& releases) {
  if (caveat.false_above == 0) return caveat.why;
  if (!claim || !claim->epsilon) return std::nullopt;
  const double x = largest_base_loss(*claim->epsilon, releases);
  if (x <= caveat.false_above || std::isinf(x)) return std::nullopt;
  return fmt::format("{}, false above x = {}; eps / (2 rate) is {}", caveat.why,
                     shown(caveat.false_above), shown(x));
}

bool is_anything_claimed(const Mechanism& mechanism, const std::vector<Release>& releases) {
  return mechanism.claim().has_value() &&
         std::any_of(releases.begin(), releases.end(),
                     [](const Release& release) { return release.count > 0; });
}

// Returns the reasons, one sentence each, why the guarantee with which the method was published
// does not hold for the first `iterations`; empty if none is known. They do not affect the eps that
// accountants certify, which holds regardless. `claim` is the published claim for the same run, if
// the host knows one.
std::vector<std::string> reasons_against_guarantee(
    run::Experiment& experiment, std::int64_t iterations,
    const std::optional<run::PublishedClaim>& claim) {
  const std::vector<Release> releases =
      problem::declared_releases(experiment.sampler(), experiment.problem(), iterations);
  std::vector<std::optional<std::string>> found = {understated(claim, releases)};
  if (claim && !claim->epsilon) found.push_back(claim->epsilon.reason());
  if (is_anything_claimed(experiment.mechanism(), releases)) {
    for (const Caveat& caveat :
         problem::declared(experiment.sampler(), experiment.problem(), iterations).caveats) {
      found.push_back(broken(caveat, claim, releases));
    }
  }
  std::vector<std::string> reasons;
  for (const auto& reason : found) {
    if (reason) reasons.push_back(*reason);
  }
  return reasons;
}

std::optional<NoiseWidth> noise_of(run::Experiment& experiment, double clients,
                                   std::int64_t iterations) {
  const auto releases = experiment.worst_releases(iterations);
  if (releases.empty()) return std::nullopt;
  const auto least = std::min_element(
      releases.begin(), releases.end(),
      [](const privacy::NoisyRelease& a, const privacy::NoisyRelease& b) {
        return privacy::multiplier_per_distance(a) < privacy::multiplier_per_distance(b);
      });
  NoiseWidth width{.multiplier = privacy::multiplier_per_distance(*least)};
  const bool whole = experiment.released(iterations).scope.unit == "client";
  if (!whole || least->noise != privacy::Noise::gaussian) return width;
  const std::int64_t whole_rounds = iterations / experiment.sampler().stride();
  const auto rounds = static_cast<double>(whole_rounds);
  const auto declared =
      problem::declared_releases(experiment.sampler(), experiment.problem(), iterations);
  if (run::spans_rounds(declared, rounds) || run::cancels(declared)) {
    return width;  // a round's noise is another number
  }
  const bool counted = privacy::may_repeat(*least) || least->sampling == Sampling::none;
  width.clients = counted ? static_cast<double>(least->draws) : least->rate * clients;
  width.in_average = least->noise_multiplier / width.clients;
  return width;
}

}  // namespace

CellAccount account_of(const grid::Cell& cell, std::int64_t replicates,
                       plugin_host::PluginHost& host) {
  CellAccount account;
  try {
    run::Experiment experiment(cell, 0, host);
    const bool claims = experiment.mechanism().claim().has_value();
    if (claims) account.scale = run::rehearse_round(experiment);
    const run::RunBudget budget(experiment);
    const std::int64_t iterations = budget.last_iteration();
    account.guarantee = experiment.released(iterations);
    account.guarantee->epsilon = experiment.eps_spent(iterations);
    if (claims) {
      account.noise =
          noise_of(experiment, static_cast<double>(experiment.problem().clients()), iterations);
      account.premises = experiment.premises();
    }
    account.claim = experiment.published_claim(iterations);
    account.remarks = reasons_against_guarantee(experiment, iterations, account.claim);
    if (account.scale && account.scale->rules()) {
      account.remarks.push_back(run::warning_of(*account.scale));
    }
    if (const auto large = experiment.large_delta()) account.remarks.push_back(*large);
    const std::string unpaid = experiment.private_inputs().complaint();
    if (claims && !unpaid.empty()) account.remarks.push_back(unpaid);
    if (iterations < experiment.plan().iterations) account.remarks.push_back(budget.why_eps());
    if (!std::isfinite(account.guarantee->epsilon)) return account;
    account.runs.push_back(releases_of(cell, experiment, iterations));
    for (std::int64_t replicate = 1; replicate < replicates; ++replicate) {
      run::Experiment other(cell, static_cast<std::uint64_t>(replicate), host);
      const std::int64_t last = run::RunBudget(other).last_iteration();
      account.runs.push_back(releases_of(cell, other, last));
    }
  } catch (const std::exception& e) {
    account.runs.clear();
    account.remarks.push_back(e.what());
  }
  return account;
}

}  // namespace skald
