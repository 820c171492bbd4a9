// The outcome of one run.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "record/coefficients.hpp"
#include "record/records.hpp"
#include "record/reference_outcome.hpp"
#include "record/subject.hpp"

namespace skald::record {

// `used` is what the run has taken until the checkpoint from which it went on, and its metrics
// until the end; whoever has the run done adds the rest. The status is ok, diverged, failed,
// out_of_memory or paused.
struct RunOutcome : RunResults {
  // These two stay in this process.
  Subject about;                                         // of the message
  std::vector<std::string> uncovered;                    // series that eps does not cover
  std::vector<std::pair<std::string, double>> formulas;  // "sampler.step" and its value
  ReferenceOutcome for_others;                           // if it is a reference run
  // For each metric, the part of used.metric_seconds that its values took; the time of observables
  // belongs to no metric.
  std::vector<std::pair<std::string, double>> seconds_of_metrics;
  std::optional<Coefficients> coefficients;  // of a run that keeps its draws, where they are known
  std::string label_histogram;               // JSON, see to_json(LabelHistogram)

  static auto fields(auto& run) {
    return std::tuple_cat(RunResults::fields(run),
                          std::tie(run.formulas, run.for_others, run.seconds_of_metrics,
                                   run.label_histogram, run.coefficients));
  }
};

}  // namespace skald::record
