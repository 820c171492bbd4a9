// The results database: committing points and runs, and reading a file of up to 100 000 runs.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "report/compare.hpp"
#include "report/decide/frontier.hpp"
#include "report/decide/target.hpp"
#include "store/database_check.hpp"
#include "store/store.hpp"
#include "store/store_reader.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace skald;

std::vector<record::MetricRecord> metrics(int count) {
  std::vector<record::MetricRecord> result;
  for (int m = 0; m < count; ++m) {
    result.push_back({"metric_" + std::to_string(m), "", "a number", record::Better::down});
  }
  return result;
}

// Six axes, the four of the field among them; a canonical text of a plausible length.
record::CellRecord cell(int index) {
  const auto level = [index](int stride, int levels) {
    return std::int64_t{(index / stride) % levels};
  };
  return {"cell-" + std::to_string(index),
          "{\"text\":\"" + std::string(600, 'x') + "\"}",
          {{"sampler.K", level(1, 10)},
           {"sampler.p_c", 0.01 * static_cast<double>(level(10, 10))},
           {"sampler.rho", 0.1 * static_cast<double>(level(100, 10))},
           {"privacy.eps", static_cast<double>(level(1000, 10))},
           {"sampler.plugin", std::string("fald")},
           {"sampler.step", 1e-3 / static_cast<double>(1 + level(100, 100))}},
          false};
}

std::vector<record::CellRecord> cells(int count) {
  std::vector<record::CellRecord> result;
  for (int c = 0; c < count; ++c) result.push_back(cell(c));
  return result;
}

record::RunRecord run(std::int64_t study, int cell, int replicate, int metric_count,
                      int point_count) {
  record::RunRecord record;
  record.cell = "cell-" + std::to_string(cell);
  record.hash = record.cell + "-" + std::to_string(replicate) + std::string(50, 'h');
  record.study = study;
  record.replicate = replicate;
  record.options = "{\"text\":\"" + std::string(300, 'x') + "\"}";
  record.costs = Costs{1, 2, 3, 4, 5, 6};
  for (int m = 0; m < metric_count; ++m) {
    record::SeriesRecord series;
    series.metric = "metric_" + std::to_string(m);
    for (int p = 0; p < point_count; ++p) {
      series.points.push_back({p, std::sin(cell + 0.1 * replicate + 0.01 * m + p)});
    }
    series.summary = record::summarize(series.points, 0);
    record.series.push_back(std::move(series));
  }
  return record;
}

// 1000 points per run: 5 metrics of 200, five runs per transaction (5000 rows). Argument: runs.
void commit_thousand_points_per_run(benchmark::State& state) {
  const auto runs = static_cast<int>(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    const TemporaryFolder folder;
    auto store = std::make_unique<store::Store>(store::Store::open(folder / "bench.db"));
    store->declare_metrics(metrics(5));
    const auto study = store->declare_study({"bench", "{}"}, cells(100));
    std::vector<std::vector<record::RunRecord>> batches(static_cast<std::size_t>(runs / 5));
    for (int r = 0; r < runs; ++r) {
      batches[static_cast<std::size_t>(r / 5)].push_back(run(study, r / 10, r % 10, 5, 200));
    }
    state.ResumeTiming();
    for (const auto& batch : batches) store->record(batch);
    state.PauseTiming();
    store.reset();
    state.counters["bytes_per_point"] =
        static_cast<double>(std::filesystem::file_size(folder / "bench.db")) / (1000.0 * runs);
    state.ResumeTiming();
  }
}
BENCHMARK(commit_thousand_points_per_run)
    ->Arg(10)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

// Runs of 10 metrics x 20 points, so many in a transaction.
void record_runs(benchmark::State& state, int together) {
  const TemporaryFolder folder;
  store::Store store = store::Store::open(folder / "bench.db");
  store.declare_metrics(metrics(10));
  const auto study = store.declare_study({"bench", "{}"}, cells(1));
  int replicate = 0;
  std::vector<record::RunRecord> runs(static_cast<std::size_t>(together));
  for ([[maybe_unused]] auto _ : state) {
    for (record::RunRecord& one : runs) one = run(study, 0, replicate++, 10, 20);
    store.record(runs);
  }
}

void record_one_run(benchmark::State& state) { record_runs(state, 1); }
BENCHMARK(record_one_run)->Unit(benchmark::kMicrosecond);

// As many as a sweep commits at most.
void record_500_runs(benchmark::State& state) { record_runs(state, 500); }
BENCHMARK(record_500_runs)->Unit(benchmark::kMillisecond);

// Cells of a database, ten runs each.
constexpr int kFewCells = 100, kManyCells = 10000;

void fill(const std::filesystem::path& file, int cell_count) {
  store::Store store = store::Store::open(file);
  store.declare_metrics(metrics(10));
  const auto study = store.declare_study({"bench", "{}"}, cells(cell_count));
  std::vector<record::RunRecord> batch;
  for (int r = 0; r < 10 * cell_count; ++r) {
    batch.push_back(run(study, r / 10, r % 10, 10, 1));
    if (batch.size() < 1000) continue;
    store.record(batch);
    batch.clear();
  }
}

// A database of so many cells with ten runs of 10 metrics each, made once.
std::filesystem::path database(std::int64_t cell_count) {
  static const TemporaryFolder folder;
  const std::filesystem::path file = folder / (std::to_string(cell_count) + ".db");
  if (!exists(file)) fill(file, static_cast<int>(cell_count));
  return file;
}

void read_run_table(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    const record::ResultTable table = store::StoreReader(file).query("run_table");
    if (std::ssize(table.rows) != 10 * state.range(0)) state.SkipWithError("run_table lacks rows");
  }
}
BENCHMARK(read_run_table)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

// The first step of every command that reads runs: examines all seals and what they depend on.
void examine_seals(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    store::require_sound(store::StoreReader(file), "bench", store::Reading::final_values);
  }
}
BENCHMARK(examine_seals)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

void compare_all_cells(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    const store::StoreReader reader(file);
    const report::Comparison comparison = report::compare(reader.study_runs("bench"), {});
    if (std::ssize(comparison.rows) != state.range(0)) state.SkipWithError("compare lacks rows");
  }
}
BENCHMARK(compare_all_cells)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

void compare_over_axes(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  const std::vector<std::string> metric{"metric_3"};
  const report::CompareRequest request{{"K", "p_c"}, {"rho", "eps", "step"}};
  for ([[maybe_unused]] auto _ : state) {
    const store::StoreReader reader(file);
    const report::Comparison comparison =
        report::compare(reader.study_runs("bench", metric), request);
    if (comparison.rows.size() != 100) state.SkipWithError("compare lacks rows");
  }
}
BENCHMARK(compare_over_axes)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

void find_frontier(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  const std::vector<std::string> metrics{"metric_0", "metric_5", "bits_up"};
  const std::vector<report::Objective> objectives{
      {"metric_0", true}, {"metric_5", false}, {"bits_up", false}};
  for ([[maybe_unused]] auto _ : state) {
    const store::StoreReader reader(file);
    const report::Frontier frontier =
        report::frontier(reader.study_runs("bench", metrics), {{}, objectives, {}});
    if (std::ssize(frontier.comparison.rows) != state.range(0)) {
      state.SkipWithError("frontier lacks settings");
    }
  }
}
BENCHMARK(find_frontier)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

// As `skald compare --target`: curves of one value each, and the costs of those that are there.
void find_targets(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  const std::vector<std::string> metric{"metric_3"};
  const std::vector<record::MetricRecord> costs{{"metric_4", "", "", {}}};
  const report::Condition target = report::parse_condition("metric_3 >= 0.5");
  for ([[maybe_unused]] auto _ : state) {
    const store::StoreReader reader(file);
    const record::StudyRuns runs = reader.study_runs("bench", metric);
    std::vector<std::optional<std::int64_t>> reached;
    std::vector<record::RunMoment> moments;
    for (const record::Curve& curve : reader.curves(runs, metric.front())) {
      const auto iteration = report::first_reached(curve, target, record::Better::down);
      if (iteration) moments.push_back({runs.runs[reached.size()].id, *iteration});
      reached.push_back(iteration);
    }
    const auto until = report::runs_until(runs, reached, costs, reader.values_at(moments, costs));
    const report::TargetComparison comparison = report::compare_until(until, {});
    if (std::ssize(comparison.of) != state.range(0)) state.SkipWithError("targets lack settings");
  }
}
BENCHMARK(find_targets)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

void read_compare_seeds(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(store::StoreReader(file).query("compare_seeds"));
}
BENCHMARK(read_compare_seeds)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

// What `plan` asks: which of all runs are there, and with which status.
void find_finished_runs(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  std::vector<std::string> hashes;
  for (int r = 0; r < 10 * state.range(0); ++r) {
    hashes.push_back("cell-" + std::to_string(r / 10) + "-" + std::to_string(r % 10) +
                     std::string(50, 'h'));
  }
  for ([[maybe_unused]] auto _ : state) {
    const store::FinishedRuns finished = store::StoreReader(file).finished(hashes);
    if (finished.size() != hashes.size()) state.SkipWithError("runs are missing");
  }
}
BENCHMARK(find_finished_runs)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

void declare_cells(benchmark::State& state) {
  const TemporaryFolder folder;
  const std::vector<record::CellRecord> all = cells(static_cast<int>(state.range(0)));
  store::Store store = store::Store::open(folder / "bench.db");
  for ([[maybe_unused]] auto _ : state) store.declare_study({"bench", "{}"}, all);
}
BENCHMARK(declare_cells)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

void hash_all_results(benchmark::State& state) {
  const std::filesystem::path file = database(state.range(0));
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(store::StoreReader(file).results_hash());
}
BENCHMARK(hash_all_results)->Arg(kFewCells)->Arg(kManyCells)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
