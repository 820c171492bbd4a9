#include "commands/parts/trials.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "database/open_database.hpp"
#include "grids/finding.hpp"
#include "grids/trial_builds.hpp"
#include "report/decide/competition.hpp"
#include "sweep/declaration.hpp"
#include "sweep/screen.hpp"
#include "sweep/sweep.hpp"
#include "sweep/sweep_plan.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "system/system_limits.hpp"
#include "system/whole_file.hpp"
#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr double kWorst = std::numeric_limits<double>::infinity();

std::unique_ptr<Engine> engine_for(const SweepOptions& sweep, std::size_t workers) {
  EngineOptions options;
  options.plugins = sweep.plugins;
  options.jobs = workers;
  return engine_named(kDefaultEngine).make(options);
}

// Throws GridFaults if runs cannot begin, as far as that can be tried in a moment.
void require_beginnings(const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                        const std::vector<std::size_t>& pending, Engine& engine) {
  constexpr TrialLimits moment{.cell_seconds = 2, .seconds = 2};
  const TrialBuilds builds = build_first_cells(runs, pending, moment, engine);
  if (!builds.faults.empty()) throw GridFaults(findings_of(loaded, builds.faults));
}

std::vector<std::size_t> ours_of(const std::vector<SweepRun>& runs) {
  std::vector<std::size_t> ours;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].is_ours) ours.push_back(i);
  }
  return ours;
}

}  // namespace

const record::MetricRecord& judging_metric(const LoadedGrid& loaded, const std::string& name) {
  const auto found = std::ranges::find(loaded.metrics, name, &record::MetricRecord::name);
  if (found == loaded.metrics.end()) {
    std::vector<std::string> names;
    for (const record::MetricRecord& metric : loaded.metrics) names.push_back(metric.name);
    const auto near = text::nearest(name, names);
    throw UsageError(fmt::format("--metric: there is no metric \"{}\"; {}", name,
                                 near ? "did you mean \"" + *near + "\"?" : "see skald metrics"));
  }
  if (found->better != record::Better::none) return *found;
  throw UsageError("--metric: neither direction of \"" + name +
                   "\" is better; name another metric");
}

Trials::Trials(SweepOptions sweep, bool any_chains, plugin_host::PluginHost& host)
    : sweep_(std::move(sweep)), any_chains_(any_chains), host_(host) {
  outlive_readers();
  outlive_file_size_limit();
}

void Trials::sweep(const LoadedGrid& loaded, const std::vector<SweepRun>& runs) {
  store::Store store = open_store(sweep_.database, sweep_.allow_network_file_system);
  SweepPlan plan = plan_sweep(sweep_, loaded.grid, runs, &store, host_);
  plan.study = declare(loaded, runs, ours_of(runs), store);
  plan.alone = alone(sweep_.grid, sweep_.database, plugin_arguments(sweep_.plugins));
  plan.threads = thread_share(runs, worker_count(sweep_.jobs));
  make_ready(store, plan);
  runs_ = ours_of(runs).size();
  const auto is_ours = [&](std::size_t run) { return runs[run].is_ours; };
  done_ += static_cast<std::size_t>(std::ranges::count_if(plan.pending, is_ours));
  if (plan.pending.empty()) return;
  const OpenFilesLimit files;
  const auto engine = engine_for(sweep_, files.allow(plan.threads.workers).workers);
  if (!has_begun_) require_beginnings(loaded, runs, plan.pending, *engine);
  has_begun_ = true;
  Screen screen;
  screen.start(plan.cached + plan.pending.size(), plan.cached);
  const SweepResults results =
      Sweep(std::move(plan), store, host_, *engine, screen).go(interrupts_);
  if (!results.is_complete) throw Interrupted();
}

std::vector<Trial> Trials::read(const std::vector<SweepRun>& runs,
                                const record::MetricRecord& metric) const {
  const store::Store store = open_store(sweep_.database, sweep_.allow_network_file_system);
  std::vector<std::string> hashes;
  for (const SweepRun& run : runs) hashes.push_back(run.hash.text());
  const store::FinishedRuns finished = store.finished(hashes);
  const store::FinalValues values = store.final_values(hashes, metric.name);
  const bool rests_on_chains = !any_chains_ && report::averages_draws(metric);
  const store::Diagnoses diagnoses = rests_on_chains ? store.diagnoses(hashes) : store::Diagnoses{};
  std::vector<Trial> trials;
  std::size_t failed = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const SweepRun& run = runs[i];
    if (!run.is_ours) continue;
    if (run.replicate == 0) trials.push_back({*run.cell, {}});
    const record::RunStatus status = finished.at(hashes[i]);
    const bool is_result = record::is_result(status);
    failed += is_result ? 0 : 1;
    const auto value = values.find(hashes[i]);
    const auto chains = diagnoses.find(hashes[i]);
    const bool counts = status == record::RunStatus::ok && value != values.end() &&
                        record::may_be_chosen(rests_on_chains, chains == diagnoses.end()
                                                                   ? std::nullopt
                                                                   : std::optional(chains->second));
    trials.back().losses.push_back(counts ? -report::merit_of(value->second, metric.better)
                                          : kWorst);
  }
  if (failed == 0) return trials;
  throw std::runtime_error(fmt::format(
      "{} without a result, by which nothing can be chosen; if such values cannot be, --least or "
      "--most keeps within those that can, else skald run {} --db {} --retry "
      "failed,crashed,timeout,out_of_memory does them again",
      text::counted(failed, "run has ended", "runs have ended"), shell_word(sweep_.grid),
      shell_word(sweep_.database)));
}

std::vector<Trial> Trials::run(const json::JsonValue& document, const std::string& metric,
                               const std::function<bool(const grid::Cell&)>& is_asked) {
  write_whole(sweep_.grid, json::write_json_indented(document) + "\n");
  const LoadedGrid loaded = load_grid(sweep_.grid, host_);
  std::vector<SweepRun> runs = list_runs(loaded.grid);
  for (SweepRun& run : runs) run.is_ours = !run.is_reference && is_asked(*run.cell);
  sweep(loaded, runs);
  return read(runs, judging_metric(loaded, metric));
}

}  // namespace skald
