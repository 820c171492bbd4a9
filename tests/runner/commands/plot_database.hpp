// A results database of one small study, and `skald plot` on it.
#pragma once

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "record/records.hpp"
#include "skald_process.hpp"
#include "store/store.hpp"

namespace skald::test {

struct StudyOf {
  std::string name = "small";
  std::string sampler = "fald";  // one of two
  std::string metric = "loss";
  int points = 4;
  bool has_times = false;                       // 0.5 + r seconds between records of replicate r
  record::EnvironmentRecord first_environment;  // of the first run
};

// Two samplers x K in {1, 5} x 3 replicates. A run has `points` records at iterations 10, 20, ...
// and one round in ten iterations.
inline void make_database(const std::filesystem::path& file, const StudyOf& study) {
  store::Store store = store::Store::open(file);
  store.declare_metrics(
      std::vector<record::MetricRecord>{{study.metric, "nat", "", record::Better::down},
                                        {"rounds", "round", "", record::Better::down}});
  std::vector<record::CellRecord> cells;
  for (const std::string& sampler : {study.sampler, std::string("vr_fald")}) {
    for (const std::int64_t k : {1, 5}) {
      cells.push_back({"cell" + std::to_string(cells.size()),
                       "{\"cell\":" + std::to_string(cells.size()) + "}",
                       {{"sampler.plugin", sampler}, {"sampler.K", k}},
                       false});
    }
  }
  const std::int64_t id = store.declare_study({study.name, "{}"}, cells);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    for (int r = 0; r < 3; ++r) {
      record::RunRecord run;
      run.hash = std::to_string(c) + "f" + std::to_string(r);
      run.study = id;
      run.cell = cells[c].hash;
      run.replicate = r;
      run.status = record::RunStatus::ok;
      run.used.wall_seconds = 1.5;
      run.environment.skald_version = "1.0";
      if (c == 0 && r == 0) run.environment = study.first_environment;
      run.costs = Costs{};
      run.costs->bits_up = 100.0 * static_cast<double>(c + 1);
      record::SeriesRecord loss{study.metric, {}, {}};
      for (int p = 1; p <= study.points; ++p) {
        loss.points.push_back({10 * p, static_cast<double>(c + 1) / p + 0.1 * r / 3});
        const double seconds = study.has_times ? (0.5 + r) * p : 0.5 * p;
        run.moments.push_back({10 * p, seconds, Costs{static_cast<double>(p)}});
      }
      loss.summary = record::summarize(loss.points, 0);
      run.series = {loss};
      store.record(run);
    }
  }
}

struct PlotDatabase {
  TemporaryFolder folder;
  explicit PlotDatabase(const StudyOf& study = {}) { make_database(folder / "r.db", study); }
  ProcessResult plot(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"plot", "r.db"});
    return run_skald(folder.path(), arguments);
  }
  std::string file(const std::string& name) const { return content(folder / name); }
};

// Returns the rows of a table without quotes, by the names of its columns.
inline std::vector<std::map<std::string, std::string>> rows_of(const std::string& csv) {
  std::istringstream lines(csv);
  std::vector<std::string> names;
  std::vector<std::map<std::string, std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == ',') {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
    if (names.empty()) {
      names = cells;
      continue;
    }
    rows.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i) rows.back()[names[i]] = cells.at(i);
  }
  return rows;
}

}  // namespace skald::test
