#include "sweep/probe.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "engine/job_batch.hpp"
#include "grid/canonical.hpp"
#include "grid/cell.hpp"
#include "sweep/pending_runs.hpp"

namespace skald {
namespace {

constexpr std::int64_t kIterations = 2000;  // of a probe, unless the run has fewer
constexpr std::int64_t kRounds = 10;
constexpr std::int64_t kBriefShare = 10;  // the brief probe is shorter by this factor
constexpr double kLongestProbe = 2;       // seconds
constexpr std::size_t kMostLearnt = 1000;
constexpr std::size_t kMostBudgets = 24;  // cells whose budgets are tried

// A budget of what grows as a run goes on, per chain.
struct GrowingBudget {
  const char* option;  // in the section run
  double (*cost)(const Costs& costs);
};
constexpr GrowingBudget kGrowingBudgets[] = {
    {"budget.bits", [](const Costs& c) { return c.bits_up + c.bits_down; }},
    {"budget.bits_up", [](const Costs& c) { return c.bits_up; }},
    {"budget.simulated_seconds", [](const Costs& c) { return c.simulated_seconds; }}};

options::OptionValue* option_in(grid::OptionList& run, std::string_view name) {
  for (auto& [key, value] : run) {
    if (key == name) return &value;
  }
  return nullptr;
}

// Returns by which factor the cell's run and its start have to be shortened, both alike, so that
// neither has more than kIterations or kRounds.
double common_share(grid::Cell cell) {
  double share = 1;
  for (const auto& [name, most] : {std::pair("iterations", kIterations), {"rounds", kRounds}}) {
    for (grid::OptionList* run : {&cell.run, &cell.start->run}) {
      const options::OptionValue* length = option_in(*run, name);
      const auto asked = length == nullptr ? std::nullopt : options::as_number(*length);
      if (asked) share = std::max(share, *asked / static_cast<double>(most));
    }
  }
  return share;
}

// Shortens the run to a part of its length, but to at least a round.
void shorten(grid::OptionList& run, double share, double round) {
  for (const auto& [name, least] : {std::pair("iterations", std::ceil(round)), {"rounds", 1.0}}) {
    options::OptionValue* length = option_in(run, name);
    const auto asked = length == nullptr ? std::nullopt : options::as_number(*length);
    if (!asked) continue;
    *length =
        static_cast<std::int64_t>(std::min(*asked, std::max(std::round(*asked / share), least)));
  }
}

// Returns the cell with its run and its start shortened by one factor: time grows with the sum of
// both, and what an iteration takes differs.
grid::Cell shortened_with_start(const grid::Cell& cell, std::int64_t share) {
  grid::Cell probe = cell;
  const double common = common_share(cell) * static_cast<double>(share);
  shorten(probe.run, common, round_length(cell));
  shorten(probe.start->run, common, round_length(grid::starting_cell(cell)));
  return probe;
}

// Returns the cell with at most kIterations and kRounds, divided by `share`, and without metrics
// that need a reference, or draws, which a warm-up leaves none of.
grid::Cell shortened(const grid::Cell& cell, std::int64_t share = 1) {
  grid::Cell probe = cell.start ? shortened_with_start(cell, share) : cell;
  std::erase_if(probe.metrics.own(), [](const auto& metric) { return metric.needs_reference; });
  if (options::OptionValue* keeps = option_in(probe.run, "keep_samples")) *keeps = false;
  for (const GrowingBudget& budget : kGrowingBudgets) {
    if (options::OptionValue* limit = option_in(probe.run, budget.option)) *limit = {};
  }
  if (cell.start) return probe;
  for (const auto& [name, most] : {std::pair("iterations", kIterations), {"rounds", kRounds}}) {
    options::OptionValue* length = option_in(probe.run, name);
    if (length == nullptr || !options::as_number(*length)) continue;
    const auto asked = static_cast<std::int64_t>(*options::as_number(*length));
    *length = std::max<std::int64_t>(std::min(asked, most) / share, 1);
  }
  return probe;
}

// Returns nothing if the run failed or took too long.
std::optional<ShortRun> answer_of(const grid::Cell& cell, std::int64_t replicate, Engine& engine) {
  const auto begun = std::chrono::steady_clock::now();
  RunJob job;
  job.is_trial = true;
  job.cell = grid::write_cell(cell);
  job.replicate = static_cast<std::uint64_t>(replicate);
  const JobLimits limits{.seconds = kLongestProbe, .memory = std::nullopt};
  JobEnd end = std::move(do_jobs(engine, {job}, limits).front());
  if (!end.answer || !record::is_result(end.answer->outcome.status)) return std::nullopt;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
  return ShortRun{*std::move(end.answer), elapsed.count()};
}

// Returns the wall time of the replicate by its worker's clock.
std::optional<double> time_of(const grid::Cell& cell, std::int64_t replicate, Engine& engine) {
  const auto done = answer_of(cell, replicate, engine);
  return done ? std::optional(done->answer.outcome.used.wall_seconds) : std::nullopt;
}

// Returns the share of the cell's length that its budgets leave, by what the shortened run `probe`
// of it has cost.
double affordable_share(const grid::Cell& cell, const grid::Cell& probe, const Costs& costs) {
  const double length = work_of(probe) / work_of(cell);
  double share = 1;
  for (const GrowingBudget& budget : kGrowingBudgets) {
    const auto limit = cell.number(options::Section::run, budget.option);
    const double cost = budget.cost(costs);
    if (limit && cost > 0) share = std::min(share, length * *limit / cost);
  }
  return share;
}

bool has_growing_budget(const grid::Cell& cell) {
  return std::any_of(std::begin(kGrowingBudgets), std::end(kGrowingBudgets),
                     [&](const GrowingBudget& budget) {
                       return cell.number(options::Section::run, budget.option).has_value();
                     });
}

}  // namespace

void probe_budgets(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
                   Engine& engine, CostModel& costs) {
  struct Shares {
    double sum = 0;
    std::size_t count = 0;
  };
  std::map<std::string, Shares> of_pair;
  std::set<const grid::Cell*> seen;
  std::vector<std::size_t> untried;
  std::size_t tried = 0;
  for (const std::size_t i : pending) {
    const grid::Cell& cell = *runs[i].cell;
    if (!seen.insert(&cell).second || !has_growing_budget(cell)) continue;
    Shares& pair = of_pair[pair_of(cell)];
    const grid::Cell brief = shortened(cell, kBriefShare);
    const auto done =
        tried++ < kMostBudgets ? answer_of(brief, runs[i].replicate, engine) : std::nullopt;
    if (!done || !done->answer.outcome.costs) {
      untried.push_back(i);
      continue;
    }
    const double share = affordable_share(cell, brief, *done->answer.outcome.costs);
    costs.limit(runs[i], share);
    pair.sum += share;
    ++pair.count;
  }
  for (const std::size_t i : untried) {
    const Shares& pair = of_pair[pair_of(*runs[i].cell)];
    if (pair.count > 0) costs.limit(runs[i], pair.sum / static_cast<double>(pair.count));
  }
}

std::optional<ShortRun> do_short_run(const SweepRun& run, Engine& engine) {
  return answer_of(shortened(*run.cell, kBriefShare), run.replicate, engine);
}

std::size_t learn_costs(std::span<const SweepRun> runs, const store::FinishedRuns& finished,
                        const store::StoredRuns& stored, CostModel& costs) {
  const std::size_t stride = finished.size() / kMostLearnt + 1;
  std::size_t ended = 0, learnt = 0;
  for (const SweepRun& run : runs) {
    if (status_of(finished, run) != record::RunStatus::ok || ended++ % stride != 0) continue;
    const auto seconds = stored.wall_seconds(run.hash.text());
    if (!seconds) continue;
    costs.add(run, *seconds);
    ++learnt;
  }
  return learnt;
}

std::size_t probe_costs(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
                        Engine& engine, CostModel& costs) {
  std::set<std::string> seen;
  std::size_t pairs = 0;
  for (const std::size_t i : pending) {
    const grid::Cell& cell = *runs[i].cell;
    if (!seen.insert(pair_of(cell)).second) continue;
    const grid::Cell brief = shortened(cell, kBriefShare), longer = shortened(cell);
    if (!time_of(brief, runs[i].replicate, engine)) continue;  // loads plugins and data
    const auto few = time_of(brief, runs[i].replicate, engine);
    const auto more = time_of(longer, runs[i].replicate, engine);
    if (!few) continue;
    if (more) costs.add_lengths(brief, *few, longer, *more);
    if (!more) costs.add_lengths(brief, 0, brief, *few);
    ++pairs;
  }
  return pairs;
}

}  // namespace skald
