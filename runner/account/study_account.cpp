#include "account/study_account.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <variant>

#include "privacy/accounting.hpp"
#include "privacy/rdp.hpp"
#include "text/counted.hpp"

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

}  // namespace skald
