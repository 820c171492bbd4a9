// What the metrics of a run are computed from: draws in, observables out.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observables/batch_means.hpp"
#include "observables/cell_counts.hpp"
#include "observables/chain_moments.hpp"
#include "observables/even_draws.hpp"
#include "observables/mixing_draws.hpp"
#include "observables/predictive.hpp"
#include "observables/reference_comparison.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/square_autocovariance.hpp"
#include "record/diagnosis.hpp"
#include "skald/block.hpp"
#include "skald/metric_info.hpp"
#include "skald/table.hpp"

namespace skald::observables {

// What is known about a run before it starts.

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

class ObservableSet {
 public:
  // The most coordinates kept in batches; a larger model's are spread evenly over all of them.
  static constexpr Index most_coordinates = 1024;
  // The most coordinates by which mixing is judged; the most draws per chain whose potentials are
  // kept; the most thinned draws of all chains.
  static constexpr Index most_mixing = 32;
  static constexpr Index potential_draws = 1024;
  static constexpr Index thinned_draws = 512;

  // `needs`: of all metrics together. `facts` must hold what they require (see require_needs()).
  // Throws std::invalid_argument for facts whose shapes do not fit.
  ObservableSet(Need needs, RunFacts facts);

  // Whether observe_prediction() must be called.
  bool observes_predictions() const { return predictive_.has_value(); }

  // Takes one draw of every chain, d x C.
  void observe(ConstBlock theta);
  // Takes the class probabilities at the current draw of one chain, classes x test rows.
  void observe_prediction(ConstBlock probabilities);
  // Declares that the draws observed until the next restart() are a single draw of every chain,
  // from this exact law (deviations from x*). Needs a target.
  void set_law(const oracles::Moments& law);
  // Forgets all draws, as at the end of burn-in.
  void restart();

  const RunFacts& facts() const { return facts_; }
  const ChainMoments& moments() const { return moments_; }
  // What is known of the chains, if averages of draws are taken (RunFacts::averages_draws).
  // `mixing`: mixing()->batches().
  record::Diagnostics diagnostics(const MixingBatches& mixing) const;
  // Each of the following is null if no metric needs it. Batches of coordinates of theta and of ||X
  // - x*||^2; what chains are judged by; at most 512 thinned draws of all chains; U of
  // draws.
  const std::optional<BatchMeans>& coordinates() const { return coordinates_; }
  const std::optional<BatchMeans>& square_distances() const { return square_distances_; }
  const std::optional<Predictive>& predictive() const { return predictive_; }
  const std::optional<CellCounts>& cells() const { return cells_; }
  std::optional<ReferenceComparison>& comparison() { return comparison_; }
  const std::optional<MixingDraws>& mixing() const { return mixing_; }
  const std::optional<EvenDraws>& points() const { return points_; }
  const std::optional<EvenDraws>& potentials() const { return potentials_; }
  ConstBlock target_draws() const { return view(target_points_); }
  ConstBlock reference_draws() const { return view(reference_points_); }
  ConstBlock reference_potentials() const { return view(reference_potentials_); }
  double mode_potential() const { return mode_potential_; }
  // The number of coordinates in batches, and of those by which mixing is judged, if these are not
  // all.
  std::optional<Index> watched_coordinates() const;
  std::optional<Index> judged_coordinates() const;

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::vector<std::span<double>> state();
  // Whether the state, if it was overwritten from outside, is one that this class could have
  // written, so that its counts and positions are within bounds.
  bool is_sound() const;

 private:
  void prepare_kept_draws(Need needs);
  void prepare_potentials(Need needs);
  void observe_kept_draws(ConstBlock theta);

  RunFacts facts_;
  ChainMoments moments_;
  std::optional<BatchMeans> coordinates_;
  std::optional<BatchMeans> square_distances_;
  std::optional<Predictive> predictive_;
  Index spacing_ = 1;        // between watched coordinates
  Eigen::MatrixXd watched_;  // watched coordinates of the current draw; empty if all are watched
  std::optional<ReferenceComparison> comparison_;
  std::optional<CellCounts> cells_;
  std::optional<ChainMoves> moves_;
  std::optional<MixingDraws> mixing_;
  Index judged_spacing_ = 1;  // between the coordinates by which mixing is judged
  Eigen::MatrixXd judged_;    // these coordinates of the current draw; empty if they are all
  std::optional<EvenDraws> points_, potentials_;
  Eigen::MatrixXd target_points_, current_potentials_;  // d x 512; 1 x C
  double mode_potential_ = 0;
  Eigen::MatrixXd reference_points_;      // d x 512
  Eigen::MatrixXd reference_potentials_;  // 1 x n
};

}  // namespace skald::observables
