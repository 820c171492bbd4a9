// The outcome of one run.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "record/coefficients.hpp"
#include "record/records.hpp"
#include "skald/block.hpp"

namespace skald::record {

// Whom something that is said of a cell is about.
struct Subject {
  std::string section;  // of the grid: "sampler", "start.sampler", "metrics"; empty: none alone
  std::string metric;   // in the section "metrics": the name of the metric, if it is about one
};

// What a reference run leaves for the runs that are compared with it.
struct ReferenceOutcome {
  std::optional<Eigen::MatrixXd> predictive_average;  // classes x test rows, if it predicts
  std::optional<Eigen::MatrixXd> draws;  // d x count, chain after chain, each evenly spaced

  static auto fields(auto& outcome) { return std::tie(outcome.predictive_average, outcome.draws); }
};

// Returns how many draws a reference run leaves, over all chains: at most 4096 and 8 MiB, and none
// for models so large that fewer than 512 would fit.
constexpr Index kept_reference_draws(Index dimension) {
  constexpr Index most_draws = 4096, least_draws = 512, most_numbers = Index{1} << 20;
  const Index draws = std::min(most_draws, most_numbers / dimension);
  return draws < least_draws ? 0 : draws;
}

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
