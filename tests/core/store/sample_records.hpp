// Small records to store.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "record/records.hpp"
#include "record/submission.hpp"
#include "report/table_writer.hpp"
#include "store/store.hpp"
#include "store/store_reader.hpp"
#include "temporary_folder.hpp"

namespace skald_test {

inline void write_file(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

// Changes a database as another program would, which does not mind its foreign keys.
inline void edit(const std::filesystem::path& file, const std::string& sql) {
  using namespace skald::store;
  Connection(file, Access::write, std::chrono::seconds(1))
      .execute("PRAGMA foreign_keys = OFF; " + sql);
}

// Returns a query or a view as csv.
inline std::string csv(const std::filesystem::path& file, const std::string& sql) {
  return skald::report::format_table(skald::store::StoreReader(file).query(sql),
                                     skald::report::TableFormat::csv);
}

inline std::vector<skald::record::MetricRecord> sample_metrics() {
  return {{"accuracy", "", "share of test rows classified correctly", skald::record::Better::up},
          {"w2", "", "Wasserstein distance to the posterior", skald::record::Better::down}};
}

inline skald::record::CellRecord sample_cell(const std::string& hash, double p_c,
                                             std::int64_t k = 5) {
  return {hash,
          R"({"sampler":{"plugin":"fald"}})",
          {{"sampler.plugin", std::string("fald")}, {"sampler.p_c", p_c}, {"sampler.K", k}},
          false,
          hash + "-0"};
}

// A run of `cell` with one series of `accuracy`, at iterations 10, 20, ...
inline skald::record::RunRecord sample_run(std::int64_t study, const std::string& cell,
                                           std::int64_t replicate,
                                           const std::vector<double>& values) {
  skald::record::RunRecord run;
  run.hash = cell + "-" + std::to_string(replicate);
  run.origin = cell + "-0";
  run.study = study;
  run.cell = cell;
  run.replicate = replicate;
  skald::record::SeriesRecord series;
  series.metric = "accuracy";
  std::int64_t iteration = 0;
  for (const double value : values) series.points.push_back({iteration += 10, value});
  series.summary = skald::record::summarize(series.points, 0);
  run.series.push_back(std::move(series));
  return run;
}

// A job of two tasks of the study "toy".
inline skald::record::SubmissionRecord sample_submission(const std::string& name = "skald-1-0") {
  return {.name = name,
          .study = "toy",
          .document = "d0",
          .scheduler = "slurm",
          .job = "17",
          .folder = "skald-1",
          .first_task = 5,
          .tasks = 2,
          .runs = 40,
          .task_seconds = 1799.5,
          .submitted = "2026-01-31T12:00:00.000Z",
          .submitted_by = "ann on login1",
          .cancelled = ""};
}

// A new database.
struct OpenStore {
  TemporaryFolder folder;
  std::filesystem::path file = folder / "r.db";
  skald::store::Store store = skald::store::Store::open(file);
};

// Declares the study "toy" with cells "a" (p_c 0.1) and "b" (p_c 0.2). Returns its id.
inline std::int64_t declare_toy(skald::store::Store& store) {
  store.declare_metrics(sample_metrics());
  const std::vector<skald::record::CellRecord> cells{sample_cell("a", 0.1), sample_cell("b", 0.2)};
  return store.declare_study({"toy", "{}"}, cells);
}

// Leaves a closed database of "toy" with one run, of cell "a".
inline void make_toy(const std::filesystem::path& file, const std::vector<double>& values = {0.5}) {
  skald::store::Store store = skald::store::Store::open(file);
  store.record(sample_run(declare_toy(store), "a", 0, values));
}

}  // namespace skald_test
