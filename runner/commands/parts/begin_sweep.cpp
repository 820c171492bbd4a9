#include "commands/parts/begin_sweep.hpp"

#include <set>

#include "store/damage.hpp"
#include "sweep/probe.hpp"
#include "sweep/run_status.hpp"
#include "system/standard_streams.hpp"

namespace skald {

store::Store open_store(const std::string& database, bool allow_network_file_system) {
  store::StoreOptions options;
  options.allow_network_file_system = allow_network_file_system;
  store::Store store = store::Store::open(database, options);
  if (store.backup()) {
    print_error("{}: migrated to the schema of this version; the file as it was is kept as {}\n",
                database, store.backup()->string());
  }
  return store;
}

SweepPlan plan_sweep(const RunChoice& choice, const grid::Grid& grid,
                     const std::vector<SweepRun>& runs, const store::FinishedRuns& finished,
                     plugin_host::PluginHost& host, store::Store& store) {
  SweepPlan plan{.runs = runs};
  plan.finished = finished;
  plan.choice = choice;
  plan.stages = stages_so_far(choice, grid, runs, plan.finished, host, &store);
  plan.pending = plan.stages ? pending_runs(choice, runs, plan.finished, plan.stages->advance())
                             : pending_runs(choice, runs, plan.finished);
  const auto wall_seconds = [&](const std::string& hash) { return store.wall_seconds(hash); };
  learn_costs(runs, plan.finished, wall_seconds, plan.costs);
  return plan;
}

void require_whole(const SweepPlan& plan, const store::Store& store) {
  std::set<std::string> pending;
  for (const std::size_t i : plan.pending) pending.insert(plan.runs[i].hash.text());
  std::string hashes;
  for (const std::string& hash : store.damaged(plan.study)) {
    if (!plan.finished.contains(hash) || pending.contains(hash)) continue;
    hashes.append(hashes.empty() ? "" : ",").append(hash.substr(0, 12));
  }
  if (hashes.empty()) return;
  throw store::DamagedError(store.file().string() + ": runs are not as they were stored; \"" +
                            plan.alone + hashes + " --force\" does them again");
}

void supersede(const SweepPlan& plan, const OutdatedRuns& outdated, store::Store& store) {
  std::vector<std::string> hashes;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    if (status_of(plan.finished, plan.runs[i])) continue;
    const auto found = outdated.outdated.find(i);
    const bool stands =
        found != outdated.outdated.end() && found->second.kind == Outdated::Kind::incomplete;
    if (!stands) hashes.push_back(plan.runs[i].hash.text());
  }
  store.supersede(plan.study, hashes);
}

}  // namespace skald
