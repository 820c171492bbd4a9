// Studies for pages, stored without a sweep.
#pragma once

#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

#include "record/records.hpp"
#include "store/store.hpp"

namespace skald::test {

// The letters and digits of a name: a hash can hold nothing else.
inline std::string word_in(std::string name) {
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
  return name;
}

// Two axes of numbers, K = 1, 2, 5 and rho = 0, 0.5, three replicates of each: `accuracy` along the
// runs at 10, 20, ..., 100 and `rounds` beside it. Of K = 5 replicate 2 of rho = 0.5 diverged, and
// replicates 1 and 2 of rho = 0 failed with `last_words`.
inline void store_grid(const std::filesystem::path& file, const std::string& name,
                       const std::string& document, const std::string& last_words) {
  using namespace skald;
  store::Store store = store::Store::open(file);
  store.declare_metrics(std::vector<record::MetricRecord>{
      {"accuracy", "", "Share of right answers", record::Better::up},
      {"rounds", "round", "Communications", record::Better::down}});
  std::vector<record::CellRecord> cells;
  for (const int k : {1, 2, 5}) {
    for (const double rho : {0.0, 0.5}) {
      const std::string hash = word_in(name) + std::to_string(k) + (rho > 0 ? "b" : "a");
      cells.push_back({hash, "{}", {{"sampler.K", std::int64_t{k}}, {"sampler.rho", rho}}, false});
    }
  }
  const auto study = store.declare_study({name, document, {"accuracy", "rounds"}}, cells);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    for (int replicate = 0; replicate < 3; ++replicate) {
      record::RunRecord run;
      run.hash = word_in(name) + std::to_string(c) + "-" + std::to_string(replicate);
      run.study = study;
      run.cell = cells[c].hash;
      run.replicate = replicate;
      run.environment.host = "host";
      run.environment.plugins =
          R"([{"kind": "sampler", "name": "fald", "version": "1", "sha256": "5e"}])";
      run.data_digests = R"({"data:x.csv": "d1"})";
      run.costs = Costs{10, 100.0 * static_cast<double>(c + 1), 1, 1, 1, 1};
      run.events = {{{}, "privacy", c < 2 ? "eps = 1 for one record" : "eps = 2 for one record"}};
      const bool has_failed = c == 4 && replicate > 0;
      if (c == 5 && replicate == 2) run.status = record::RunStatus::diverged;
      if (has_failed) {
        run.status = record::RunStatus::failed;
        run.message = last_words;
      } else {
        record::SeriesRecord accuracy{"accuracy", {}, {}};
        for (int p = 1; p <= 10; ++p) {
          const double value = 0.1 * static_cast<double>(c) + 0.01 * replicate + 0.03 / p;
          accuracy.points.push_back({10 * p, value});
          run.moments.push_back({10 * p, 0.5 * p, Costs{1.0 * p}});
        }
        accuracy.summary = record::summarize(accuracy.points, 0);
        run.series = {accuracy};
      }
      store.record(run);
    }
  }
}

}  // namespace skald::test
