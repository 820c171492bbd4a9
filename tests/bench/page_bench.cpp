// The page of a study: reading it from the database and writing it. A page has at most 15 MB.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "store/store.hpp"
#include "store/store_reader.hpp"
#include "temporary_folder.hpp"
#include "web/study_page.hpp"

namespace {

using namespace skald;

constexpr int kReplicates = 10, kPoints = 100;

// Three axes of numbers.
record::CellRecord cell(int index) {
  const auto level = [index](int stride) { return static_cast<double>((index / stride) % 10); };
  return {"cell-" + std::to_string(index),
          "{\"text\":\"" + std::string(600, 'x') + "\"}",
          {{"sampler.K", static_cast<std::int64_t>(level(1) + 1)},
           {"sampler.rho", 0.1 * level(10)},
           {"privacy.eps", 1 + level(100)}},
          false};
}

record::SeriesRecord series(const std::string& metric, int index, int replicate) {
  record::SeriesRecord series{metric, {}, {}};
  series.points.reserve(kPoints);
  for (int p = 1; p <= kPoints; ++p) {
    const double value =
        metric == "rounds" ? p : std::sin(index + 0.1 * replicate) + std::exp(-0.05 * p);
    series.points.push_back({10 * p, value});
  }
  series.summary = record::summarize(series.points, 0);
  return series;
}

record::RunRecord run(std::int64_t study, int index, int replicate) {
  record::RunRecord record;
  record.cell = "cell-" + std::to_string(index);
  record.hash = record.cell + "-" + std::to_string(replicate) + std::string(50, 'h');
  record.study = study;
  record.replicate = replicate;
  record.costs = Costs{100, 1.0 + index, 3, 4, 5, 6};
  for (const char* metric : {"accuracy", "nll", "rounds"}) {
    record.series.push_back(series(metric, index, replicate));
  }
  record.events = {{{}, "privacy", "eps = " + std::to_string(index % 10)}};
  return record;
}

std::filesystem::path database(const TemporaryFolder& folder, int runs) {
  const std::filesystem::path file = folder / "bench.db";
  store::Store store = store::Store::open(file);
  store.declare_metrics(
      std::vector<record::MetricRecord>{{"accuracy", "", "a number", record::Better::up},
                                        {"nll", "nat", "a number", record::Better::down},
                                        {"rounds", "round", "a cost", record::Better::down}});
  std::vector<record::CellRecord> cells;
  for (int index = 0; index < runs / kReplicates; ++index) cells.push_back(cell(index));
  const auto study = store.declare_study({"bench", "{}"}, cells);
  std::vector<record::RunRecord> batch;
  for (int r = 0; r < runs; ++r) {
    batch.push_back(run(study, r / kReplicates, r % kReplicates));
    if (batch.size() < 1000 && r + 1 < runs) continue;
    store.record(batch);
    batch.clear();
  }
  return file;
}

// Runs of three metrics with 100 points each. Argument: runs.
void make_page(benchmark::State& state) {
  const TemporaryFolder folder;
  const std::filesystem::path file = database(folder, static_cast<int>(state.range(0)));
  std::size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    store::StoreReader reader(file);
    bytes = study_page(read_study(reader, "")).size();
  }
  state.counters["megabytes"] = static_cast<double>(bytes) / 1e6;
  if (bytes > 15'000'000) state.SkipWithError("the page has more than 15 MB");
}
BENCHMARK(make_page)->Arg(100)->Arg(10'000)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace

BENCHMARK_MAIN();
