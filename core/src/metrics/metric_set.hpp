// The metrics of one run: draws in, named values out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "metrics/batch_means.hpp"
#include "metrics/cell_counts.hpp"
#include "metrics/chain_moments.hpp"
#include "metrics/even_draws.hpp"
#include "metrics/metric_context.hpp"
#include "metrics/metric_definitions.hpp"
#include "metrics/predictive.hpp"

namespace skald {

class MetricSet {
 public:
  // Coordinates watched by ess, r_hat and mcse in a larger model, spread evenly over all of them.
  static constexpr Index most_coordinates = 1024;
  // The same of ess_geyer, and its draws per chain; draws per chain of the hpd errors; draws of all
  // chains of empirical distances.
  static constexpr Index most_sequences = 32, sequence_draws = 2048;
  static constexpr Index potential_draws = 1024;
  static constexpr Index transport_points = 512;

  // Throws std::invalid_argument for a name that is no metric or comes twice, for a metric that the
  // problem cannot give, and for a context whose shapes do not fit.
  MetricSet(std::span<const std::string> names, MetricContext context);

  // Whether observe_prediction() is to be called, and whether values() needs the class
  // probabilities at mean_parameter().
  bool observes_predictions() const { return predictive_.has_value(); }
  bool needs_mean_parameter_prediction() const;

  // One draw of every chain, d x C.
  void observe(ConstBlock theta);
  // Class probabilities of the current draw of one chain, classes x test rows.
  void observe_prediction(ConstBlock probabilities);
  // The draws observed from now on, until restart(), are one of every chain from this exact law
  // (deviations from x*). Needs a target.
  void set_law(const Moments& law);
  // Forgets all draws: the end of burn-in.
  void restart();

  Eigen::VectorXd mean_parameter() const { return moments_.mean(); }
  // Classes x test rows; what a later run takes as its reference. Needs observes_predictions().
  Eigen::MatrixXd predictive_average() const { return predictive_->average(); }

  // The requested metrics, in the order asked for, sparse ones `with_sparse` only. Throws
  // std::invalid_argument when a needed prediction at the mean parameter is missing.
  std::vector<std::pair<std::string, double>> values(const Costs& costs,
                                                     ConstBlock mean_parameter_prediction = {},
                                                     bool with_sparse = true) const;
  // Sentences that a reader of the values should know.
  std::vector<std::string> notes() const;

  // Everything a checkpoint must keep: copied out, and into an object constructed alike, it
  // continues bit for bit.
  std::vector<std::span<double>> state();

 private:
  bool asked_for(std::string_view name) const;
  void prepare_kept_draws();
  void prepare_distances();
  void prepare_levels();
  void observe_kept_draws(ConstBlock theta);

  MetricContext context_;
  std::vector<const MetricDefinition*> metrics_;
  ChainMoments moments_;
  std::optional<BatchMeans> coordinates_;
  std::optional<BatchMeans> square_distances_;
  std::optional<Predictive> predictive_;
  Index spacing_ = 1;        // between watched coordinates
  Eigen::MatrixXd watched_;  // of the current draw; empty when all coordinates are watched
  std::optional<ReferenceComparison> comparison_;
  std::optional<CellCounts> cells_;
  std::optional<EvenDraws> sequences_, points_, potentials_;
  Eigen::MatrixXd target_points_, current_potentials_;  // d x 512; 1 x C
  double mode_potential_ = 0;
  Eigen::MatrixXd reference_points_;  // d x 512
  double reference_level_ = 0;
};

}  // namespace skald
