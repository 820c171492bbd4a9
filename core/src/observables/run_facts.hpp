// What is known about a run before it starts.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observables/reference_comparison.hpp"
#include "oracles/moments.hpp"
#include "oracles/square_autocovariance.hpp"
#include "skald/block.hpp"
#include "skald/metric_info.hpp"
#include "skald/table.hpp"

namespace skald::observables {

// If something is not known, the string next to it says why, as the end of a sentence: "model
// logistic has none".
struct RunFacts {
  Index dimension = 0;  // d
  Index chains = 0;     // C
  Index thin = 1;       // iterations from one observed draw to the next
  // Whether metrics average draws, so that the chains must be judged; and how many draws of each
  // chain there are at most.
  bool averages_draws = false;
  std::int64_t most_draws = std::numeric_limits<std::int64_t>::max();

  std::optional<oracles::Moments> target;  // a Gaussian posterior: mean x*, covariance T A^{-1}
  std::string why_no_target;
  // Set if there is a target. target_draws returns `count` draws from it, d x count, the same for
  // every run; temp is T if the target is exp(-U/T).
  std::function<Eigen::MatrixXd(Index count)> target_draws;
  double temp = 1;
  // Computes U of a block of draws. Needed if there is a target or if a reference run has left
  // draws.
  std::function<void(ConstBlock theta, std::span<double> out)> potential;
  // Computes -grad U / T of a block of draws, without adding to the run's costs.
  std::function<void(ConstBlock theta, Block out)> score;

  std::optional<ReferencePosterior> reference_posterior;  // external draws
  std::string why_no_reference_posterior;

  // The exact law, for deviations from x*; set only if there is a target. If it has no moments, the
  // exact metrics are +inf when the law diverges and NaN otherwise.
  std::optional<oracles::StationaryLaw> law;
  // How ||X - x*||^2 correlates along a stationary chain of that law; nothing: that is not known.
  // Asked for by the metrics that read it alone: it may take longer than the run.
  std::function<std::optional<oracles::SquareAutocovariance>()> square_autocovariance;

  std::optional<Eigen::VectorXd> parameter;  // with which the data were drawn
  std::string why_no_parameter;

  bool has_clock = false;  // whether simulated time passes

  Index classes = 0;                 // 0: the model predicts neither classes nor labels
  std::vector<std::int32_t> labels;  // the classes of the test rows; or
  Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> truth;  // their labels, classes x rows
  // The clients of the test rows, -1 for no client; empty if the partition does not assign test
  // rows.
  std::vector<std::int32_t> test_clients;
  std::string why_no_predictions;
  Index test_rows() const {
    return labels.empty() ? truth.cols() : static_cast<Index>(labels.size());
  }

  std::optional<Eigen::MatrixXd> reference;  // predictive average of a reference run
  std::string why_no_reference;
  std::optional<Eigen::MatrixXd> reference_draws;  // of that run, d x count, chain after chain
  std::string why_no_reference_draws;
};

// Takes the array "parameter" of a table, or null, where it is one of a model of that dimension: a
// single column of as many finite numbers. Otherwise says why not.
void take_parameter(const NamedArray* stated, RunFacts& facts);

// Throws std::invalid_argument if the facts lack what a metric needs: "metric 'w2' needs a Gaussian
// posterior; " and why there is none.
void require_needs(const std::string& metric, Need needs, const RunFacts& facts);

}  // namespace skald::observables
