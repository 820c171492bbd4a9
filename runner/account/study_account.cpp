#include "account/study_account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <tuple>
#include <variant>

#include "privacy/accounting.hpp"
#include "privacy/rdp.hpp"
#include "problem/declared_releases.hpp"
#include "run/experiment.hpp"
#include "run/noise_watch.hpp"
#include "run/run_budget.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// Returns the data set's name and the files that it reads.
std::string data_of(const grid::Cell& cell) {
  const grid::PluginChoice& choice = cell.choice(Kind::dataset);
  std::string text = choice.plugin;
  for (const auto& [name, value] : choice.options) {
    if (const auto* file = std::get_if<options::FilePath>(&value)) text += " " + file->written;
  }
  return text;
}

using Group = std::vector<const RunReleases*>;

// Returns the accountant of all runs if they share one that composes unconditionally, else pld.
Accounting common_accounting(const Group& group) {
  const Accounting first = group.front()->claim.accounting;
  const bool agree = std::all_of(group.begin(), group.end(), [&](const RunReleases* run) {
    return run->claim.accounting == first;
  });
  const bool composes = first == Accounting::rdp || first == Accounting::zcdp;
  return agree && composes ? first : Accounting::pld;
}

// By the Renyi accountant, which is quick, where it already shows that eps protects nobody: many
// runs with different noise take pld minutes.
privacy::Guarantee composed(const std::vector<privacy::NoisyRelease>& releases, double delta,
                            Accounting accounting, const privacy::AccountingOptions& options) {
  constexpr double protects_nobody = 100;
  if (accounting == Accounting::pld && privacy::have_renyi_bounds(releases)) {
    const privacy::Guarantee bound = privacy::epsilon(releases, delta, Accounting::rdp, options);
    if (bound.epsilon > protects_nobody) return bound;
  }
  return privacy::epsilon(releases, delta, accounting, options);
}

StudyAccount compose(const Group& group, std::size_t all, std::size_t groups) {
  std::vector<privacy::NoisyRelease> releases;
  double delta = 0;  // the least that any run needs: those that claim eps alone hold at every delta
  std::size_t servers = 0;
  for (const RunReleases* run : group) {
    releases.insert(releases.end(), run->releases.begin(), run->releases.end());
    const double own = run->claim.delta;
    if (own > 0) delta = delta > 0 ? std::min(delta, own) : own;
    if (run->claim.adversary == Adversary::server) ++servers;
  }
  const bool server = servers == group.size();
  privacy::AccountingOptions options;
  const auto reader = std::find_if(group.begin(), group.end(), [](const RunReleases* run) {
    return run::is_reader_of_end(run->guarantee.scope.adversary);
  });
  const std::string adversary = reader != group.end() ? (*reader)->guarantee.scope.adversary
                                : server              ? "server"
                                                      : "observer";
  options.scope = {group.front()->guarantee.scope.unit, adversary};
  StudyAccount study;
  study.name = fmt::format("{} of {} together, on {}", group.size(), text::counted(all, "run"),
                           group.front()->data);
  study.guarantee = composed(releases, delta, common_accounting(group), options);
  const bool clients = group.front()->guarantee.scope.unit == "client";
  study.remarks.push_back(fmt::format(
      "an upper bound for cells x replicates: it takes a {} of every run, and every run "
      "to draw noise and samples of its own, which runs of one seed do not",
      clients ? "client to be one" : "record to be a training row"));
  if (reader != group.end()) {
    study.remarks.push_back(
        "nothing of runs with run.publish last or average is shown but that of each chain");
  } else if (servers > 0 && !server) {
    study.remarks.push_back(
        "against an observer, whom the runs stated against the server hold off too");
  }
  if (group.size() < all && groups == 1) {
    study.remarks.push_back(fmt::format(
        "{} no finite eps: with them, that of the whole study is infinite",
        text::counted(static_cast<std::int64_t>(all - group.size()), "run has", "runs have")));
  }
  if (groups > 1) {
    study.remarks.push_back(
        "other runs are on other data, of another unit or relation, or without a finite eps, and "
        "are not in this number");
  }
  return study;
}

}  // namespace

RunReleases releases_of(const grid::Cell& cell, const run::Experiment& experiment,
                        std::int64_t iterations) {
  return {data_of(cell), experiment.released(iterations), experiment.mechanism().claim().value(),
          experiment.worst_releases(iterations)};
}

std::vector<StudyAccount> compose_studies(const std::vector<RunReleases>& runs, std::size_t all) {
  std::map<std::tuple<std::string, std::string, Relation>, Group> groups;
  for (const RunReleases& run : runs) {
    groups[{run.data, run.guarantee.scope.unit, run.guarantee.relation}].push_back(&run);
  }
  std::vector<StudyAccount> studies;
  for (const auto& [key, group] : groups) {
    if (all > 1) studies.push_back(compose(group, all, groups.size()));
  }
  return studies;
}

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
