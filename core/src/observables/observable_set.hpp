// What the metrics of a run are computed from: draws in, observables out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "observables/batch_means.hpp"
#include "observables/cell_counts.hpp"
#include "observables/chain_moments.hpp"
#include "observables/chain_moves.hpp"
#include "observables/even_draws.hpp"
#include "observables/mixing_draws.hpp"
#include "observables/predictive.hpp"
#include "observables/run_facts.hpp"
#include "record/diagnosis.hpp"
#include "skald/metric_info.hpp"

namespace skald::observables {

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
