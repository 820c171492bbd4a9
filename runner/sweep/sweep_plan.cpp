#include "sweep/sweep_plan.hpp"

#include <filesystem>
#include <set>

#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "store/damage.hpp"
#include "sweep/pending_runs.hpp"
#include "sweep/probe.hpp"
#include "system/program.hpp"

namespace skald {
namespace {

// Counts the runs of the share that have ended and are not to be done again.
void count_cached(SweepPlan& plan) {
  const std::set<std::size_t> pending(plan.pending.begin(), plan.pending.end());
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    if (!plan.runs[i].is_ours || pending.contains(i)) continue;
    const auto status = status_of(plan.standing.finished, plan.runs[i]);
    if (!status) continue;
    ++plan.cached;
    if (plan.options.choice.only.empty() && !record::is_result(*status))
      ++plan.failures[std::string(name_of(*status))];
  }
}

void require_whole(const store::Store& store, const SweepPlan& plan) {
  std::set<std::string> pending;
  for (const std::size_t i : plan.pending) pending.insert(plan.runs[i].hash.text());
  std::string hashes;
  for (const std::string& hash : store.damaged(plan.study)) {
    if (!plan.standing.finished.contains(hash) || pending.contains(hash)) continue;
    hashes.append(hashes.empty() ? "" : ",").append(hash.substr(0, 12));
  }
  if (hashes.empty()) return;
  throw store::DamagedError(store.file().string() + ": runs are not as they were stored; \"" +
                            plan.alone + hashes + " --force\" does them again");
}

void supersede_outdated(store::Store& store, const SweepPlan& plan) {
  std::vector<std::string> hashes;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) {
    if (status_of(plan.standing.finished, plan.runs[i])) continue;
    const auto found = plan.standing.outdated.outdated.find(i);
    const bool stands = found != plan.standing.outdated.outdated.end() &&
                        found->second.kind == Outdated::Kind::incomplete;
    if (!stands) hashes.push_back(plan.runs[i].hash.text());
  }
  store.supersede(plan.study, hashes);
}

void remove_leftovers(const std::filesystem::path& database, const store::FinishedRuns& finished) {
  const auto is_done = [&finished](const std::string& hash) {
    const auto run = finished.find(hash);
    return run != finished.end() && run->second != record::RunStatus::timeout;
  };
  for (const std::string& hash : run_hashes_in(checkpoint_folder(database))) {
    if (is_done(hash)) remove_checkpoint(database, hash);
  }
  for (const std::string& hash : run_hashes_in(sample_folder(database))) {
    if (is_done(hash)) remove_unfinished_samples(database, hash);
  }
}

}  // namespace

SweepPlan plan_sweep(const SweepOptions& options, const grid::Grid& grid,
                     std::span<const SweepRun> runs, const store::StoredRuns* stored,
                     plugin_host::PluginHost& host) {
  const RunChoice& choice = options.choice;
  SweepPlan plan{.runs = runs, .options = options};
  if (stored != nullptr) plan.standing = standing_runs(choice, runs, *stored, host, grid.name);
  plan.own = with_stored_metrics(runs, plan.standing.makers, host);
  if (plan.own) plan.runs = plan.own->runs;
  const store::FinishedRuns& finished = plan.standing.finished;
  plan.stages = stages_so_far(choice, grid, plan.runs, finished, host, stored);
  plan.pending = plan.stages ? pending_runs(choice, plan.runs, finished, plan.stages->advance())
                             : pending_runs(choice, plan.runs, finished);
  if (stored != nullptr) plan.learnt = learn_costs(plan.runs, finished, *stored, plan.costs);
  count_cached(plan);
  return plan;
}

std::string alone(const std::string& grid, const std::string& database,
                  const std::vector<std::string>& words) {
  std::string text = "skald run " + shell_word(grid) + " --db " + shell_word(database);
  for (const std::string& word : words) text += " " + shell_word(word);
  return text + " --only ";
}

void make_ready(store::Store& store, const SweepPlan& plan) {
  require_whole(store, plan);
  supersede_outdated(store, plan);
  remove_leftovers(store.file(), plan.standing.finished);
}

}  // namespace skald
