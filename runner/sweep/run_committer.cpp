#include "sweep/run_committer.hpp"

#include <exception>

#include "store/store_trouble.hpp"

namespace skald {
namespace {

// What is known of the run without what it has left.
RunRecord refused(const RunRecord& run, const std::string& why) {
  RunRecord failed = run;
  failed.status = RunStatus::failed;
  failed.message = "the database refused what the run has left: " + why;
  failed.options = RunRecord().options;
  failed.series.clear();
  failed.vectors.clear();
  failed.costs.reset();
  failed.events.clear();
  failed.artifacts.clear();
  return failed;
}

}  // namespace

std::vector<std::size_t> RunCommitter::commit(std::span<RunRecord> runs) {
  if (try_to_store(runs).empty()) return {};
  std::vector<std::size_t> unstored;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string why = try_to_store(runs.subspan(i, 1));
    if (why.empty()) continue;
    runs[i] = refused(runs[i], why);
    const std::string also = try_to_store(runs.subspan(i, 1));
    if (also.empty()) continue;
    runs[i].message += "; it cannot be stored as failed either: " + also;
    unstored.push_back(i);
  }
  return unstored;
}

std::string RunCommitter::try_to_store(std::span<const RunRecord> runs) {
  try {
    store(runs);
    return "";
  } catch (const std::exception& e) {
    if (trouble_of(e) != StoreTrouble::of_row) throw;
    return e.what();
  }
}

void RunCommitter::store(std::span<const RunRecord> runs) {
  declare_recorded_metrics(runs);
  store_.record(runs);
}

void RunCommitter::declare_recorded_metrics(std::span<const RunRecord> runs) {
  std::vector<MetricRecord> metrics;
  std::set<std::string> names;
  for (const RunRecord& run : runs) {
    for (const SeriesRecord& series : run.series) {
      if (!series.metric.starts_with(kRecordedPrefix) || declared_.contains(series.metric))
        continue;
      if (!names.insert(series.metric).second) continue;
      metrics.push_back({series.metric, "", "recorded by the sampler itself", Better::none});
    }
  }
  if (metrics.empty()) return;
  store_.declare_metrics(metrics);
  declared_.merge(names);
}

}  // namespace skald
