#include "sweep/run_committer.hpp"

#include <exception>

#include "store/damage.hpp"

namespace skald {
namespace {

// Returns the record as a failed run, without the results that the store refused.
record::RunRecord refused(const record::RunRecord& run, const std::string& why) {
  record::RunRecord failed = run;
  failed.status = record::RunStatus::failed;
  failed.message = "the database refused what the run has left: " + why;
  failed.options = record::RunRecord().options;
  failed.series.clear();
  failed.vectors.clear();
  failed.costs.reset();
  failed.events.clear();
  failed.artifacts.clear();
  return failed;
}

}  // namespace

std::vector<std::size_t> RunCommitter::commit(std::span<record::RunRecord> runs) {
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

std::string RunCommitter::try_to_store(std::span<const record::RunRecord> runs) {
  try {
    store(runs);
    return "";
  } catch (const std::exception& e) {
    if (store::trouble_of(e) != store::StoreTrouble::of_row) throw;
    return e.what();
  }
}

void RunCommitter::store(std::span<const record::RunRecord> runs) {
  declare_recorded_metrics(runs);
  const std::vector<store::FormerRun> former = store_.record(runs);
  former_.insert(former_.end(), former.begin(), former.end());
}

void RunCommitter::declare_recorded_metrics(std::span<const record::RunRecord> runs) {
  std::vector<record::MetricRecord> metrics;
  std::set<std::string> names;
  for (const record::RunRecord& run : runs) {
    for (const record::SeriesRecord& series : run.series) {
      if (!series.metric.starts_with(record::kRecordedPrefix) || declared_.contains(series.metric))
        continue;
      if (!names.insert(series.metric).second) continue;
      metrics.push_back(
          {series.metric, "", "recorded by the sampler itself", record::Better::none});
    }
  }
  if (metrics.empty()) return;
  store_.declare_metrics(metrics);
  declared_.merge(names);
}

}  // namespace skald
