// The outcome of one run.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/coefficients.hpp"
#include "record/costs.hpp"
#include "record/records.hpp"
#include "record/reference_outcome.hpp"

namespace skald::record {

// Time that a run has taken.
struct TimeSpent {
  double wall_seconds = 0;
  double cpu_seconds = 0;
};

struct RunOutcome {
  RunStatus status = RunStatus::ok;  // ok, diverged, failed, out_of_memory or paused
  std::string message;
  std::vector<SeriesRecord> series;
  std::vector<VectorSeriesRecord> vectors;
  std::vector<std::string> uncovered;  // series that eps does not cover; stays in this process
  std::vector<MomentRecord> moments;
  std::optional<Costs> costs;
  std::vector<EventRecord> events;
  std::vector<std::pair<std::string, double>> formulas;  // "sampler.step" and its value
  ReferenceOutcome for_others;                           // if it is a reference run
  TimeSpent earlier;  // until the checkpoint from which the run went on
  // T of the law exp(-U/T) that the sampler declares, 1 of optimisers; NaN: there was no sampler.
  double temperature = std::numeric_limits<double>::quiet_NaN();
  double metric_seconds = 0;  // wall time of predictions and metrics, over all parts of the run
  // For each metric, the part of metric_seconds that its values took; the time of observables
  // belongs to no metric.
  std::vector<std::pair<std::string, double>> seconds_of_metrics;
  std::optional<Coefficients> coefficients;  // of a run that keeps its draws, where they are known
  std::string label_histogram;               // JSON, see to_json(LabelHistogram)
};

}  // namespace skald::record
