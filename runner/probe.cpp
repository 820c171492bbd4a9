#include "probe.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <unordered_map>

#include "grid/canonical.hpp"
#include "messages.hpp"

namespace skald {
namespace {

constexpr std::int64_t kShortest = 2000;  // iterations of a probe, where the run has so many
constexpr double kPatience = 2;           // seconds
constexpr std::size_t kMostLearnt = 1000;

OptionValue* run_option(Cell& cell, std::string_view name) {
  for (auto& [key, value] : cell.run) {
    if (key == name) return &value;
  }
  return nullptr;
}

// The cell with a shorter run and nothing that needs a reference.
Cell shortened(const Cell& cell) {
  Cell probe = cell;
  probe.metrics.clear();
  OptionValue* iterations = run_option(probe, "iterations");
  if (iterations != nullptr && as_number(*iterations)) {
    *iterations = std::min(static_cast<std::int64_t>(*as_number(*iterations)), kShortest);
  }
  return probe;
}

// Wall time of the job; none where it failed or took too long.
std::optional<double> time_of(const Job& job, WorkerPool& pool) {
  const auto start = std::chrono::steady_clock::now();
  pool.submit(0, encode(job), {.seconds = kPatience, .memory = std::nullopt});
  while (true) {
    for (const WorkerEvent& event : pool.wait(std::chrono::milliseconds(100))) {
      if (event.kind != WorkerEvent::Kind::message) return std::nullopt;
      if (kind_of(event.frame) != MessageKind::outcome) continue;
      pool.release(0);
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      const bool is_good = is_result(decode_outcome(event.frame).outcome.status);
      return is_good ? std::optional(elapsed.count()) : std::nullopt;
    }
  }
}

}  // namespace

std::string learn_costs(const StoreReader& reader, const std::vector<SweepRun>& runs,
                        CostModel& costs) {
  std::unordered_map<std::string, const Cell*> cells;
  for (const SweepRun& run : runs) cells.emplace(run.hash, run.cell);
  std::size_t learnt = 0;
  for (const auto& row : reader
                             .query("SELECT hash, wall_seconds FROM runs WHERE status = 'ok' AND "
                                    "wall_seconds IS NOT NULL ORDER BY id DESC LIMIT " +
                                    std::to_string(kMostLearnt))
                             .rows) {
    const auto cell = cells.find(std::get<std::string>(row[0]));
    if (cell == cells.end()) continue;
    costs.add(*cell->second, std::get<double>(row[1]));
    ++learnt;
  }
  return learnt == 0 ? "" : fmt::format("from {} finished runs", learnt);
}

std::string probe_costs(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& pending,
                        WorkerPool& pool, CostModel& costs) {
  std::set<std::string> seen;
  std::size_t probes = 0;
  for (const std::size_t i : pending) {
    const Cell& cell = *runs[i].cell;
    const std::string pair =
        cell.choice(Kind::sampler).plugin + "/" + cell.choice(Kind::model).plugin;
    if (!seen.insert(pair).second) continue;
    Job job;
    const Cell probe = shortened(cell);
    job.cell = write_cell(probe);
    job.replicate = static_cast<std::uint64_t>(runs[i].replicate);
    const auto seconds = time_of(job, pool);
    if (!seconds) continue;
    costs.add(probe, *seconds);
    ++probes;
  }
  return fmt::format("from {} short probes", probes);
}

}  // namespace skald
