// A run on which metrics are checked.
#pragma once

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "conformance/sampler_run.hpp"
#include "observables/observable_set.hpp"
#include "random/philox_random.hpp"
#include "record/costs.hpp"
#include "skald/metric_info.hpp"
#include "skald/observables.hpp"

namespace skald::conformance {

// Independent draws of four chains from a Gaussian posterior in three dimensions at temperature 2,
// with everything that a metric may need: a reference run, reference draws, and 30 test rows of
// three classes or, if `needs` includes labels, with three labels each.
class KitRun {
 public:
  static constexpr Index chains = 4;
  static constexpr Index most_draws = 200;  // of every chain

  explicit KitRun(Need needs);

  // Continues until every chain has that many draws; they do not depend on how many calls it took.
  void draw_until(Index draws);

  observables::ObservableSet& observables() { return observables_; }
  const Costs& costs() const { return costs_; }
  double published_claim() const { return 2; }
  const Random& random() const { return random_; }
  // Probabilities of the classes at the mean of all draws.
  Eigen::MatrixXd mean_prediction() const;

 private:
  observables::ObservableSet observables_;
  Costs costs_;
  random::PhiloxRandom random_{0, 0};
  Eigen::MatrixXd draws_;  // all of them; the draws of all chains at one time are adjacent
  Index drawn_ = 0;        // of every chain
};

// Observables that record what a metric does with them.

// Each of these needs lets a metric read predictions.
inline constexpr Need kPredictions = Need::class_predictions | Need::label_predictions |
                                     Need::predictions | Need::client_predictions;

// Forwards to `source`, which it borrows. Every block is shown as a copy whose columns are apart,
// with other numbers in between.
class WatchedObservables final : public Observables {
 public:
  explicit WatchedObservables(const Observables& source) : source_(source) {}

  // The needs whose observables were read.
  Need read() const { return read_; }
  // Why the source refused to be read; "" if it did not.
  const std::string& refusal() const { return refusal_; }
  // Whether nothing has written to what was shown.
  bool intact() const {
    return std::all_of(shown_.begin(), shown_.end(), [](const Shown& one) {
      return one.copy.intact() && same_bits(one.copy.matrix(), one.source);
    });
  }

  Index dimension() const override { return source_.dimension(); }
  Index chains() const override { return source_.chains(); }
  Index thin() const override { return source_.thin(); }
  std::int64_t draws() const override { return source_.draws(); }
  ConstBlock mean() const override { return shown(source_.mean()); }
  const Random& random() const override { return source_.random(); }
  double cost(std::string_view name) const override {
    const bool of_clock = name == "simulated_seconds";
    return reading(of_clock ? Need::clock : Need::nothing, [&] { return source_.cost(name); });
  }

  ConstBlock covariance() const override {
    return reading(Need::covariance, [&] { return shown(source_.covariance()); });
  }
  Batches coordinate_batches() const override {
    return reading(Need::coordinate_batches, [&] { return shown(source_.coordinate_batches()); });
  }
  ConstBlock thinned_draws() const override {
    return reading(Need::thinned_draws, [&] { return shown(source_.thinned_draws()); });
  }
  Mixing mixing() const override {
    return reading(Need::mixing, [&] {
      const Mixing mixing = source_.mixing();
      return Mixing{shown(mixing.values), shown(mixing.scores), shown(mixing.low),
                    shown(mixing.high), shown(mixing.folded)};
    });
  }
  ConstBlock potentials() const override {
    return reading(Need::potentials, [&] { return shown(source_.potentials()); });
  }
  void score(ConstBlock theta, Block out) const override {
    reading(Need::score, [&] { source_.score(theta, out); });
  }

  LawMoments target() const override {
    return reading(Need::target, [&] { return shown(source_.target()); });
  }
  double temp() const override {
    return reading(Need::target, [&] { return source_.temp(); });
  }
  double mode_potential() const override {
    return reading(Need::target | Need::potentials, [&] { return source_.mode_potential(); });
  }
  ConstBlock square_distances() const override {
    return reading(Need::target, [&] { return shown(source_.square_distances()); });
  }
  ConstBlock target_draws() const override {
    return reading(Need::target_draws, [&] { return shown(source_.target_draws()); });
  }
  Batches distance_batches() const override {
    return reading(Need::distance_batches, [&] { return shown(source_.distance_batches()); });
  }
  std::span<const double> cell_counts() const override {
    return reading(Need::cell_counts, [&] { return source_.cell_counts(); });
  }
  ExactLaw exact_law() const override {
    return reading(Need::exact_law, [&] {
      ExactLaw law = source_.exact_law();
      law.moments = shown(law.moments);
      return law;
    });
  }
  double square_distance_error() const override {
    return reading(Need::exact_law, [&] { return source_.square_distance_error(); });
  }

  ConstBlock predictive() const override {
    return reading(kPredictions, [&] { return shown(source_.predictive()); });
  }
  std::span<const std::int32_t> classes() const override {
    return reading(kPredictions, [&] { return source_.classes(); });
  }
  LabelTruth labels() const override {
    return reading(kPredictions, [&] { return source_.labels(); });
  }
  std::span<const std::int32_t> test_clients() const override {
    return reading(Need::client_predictions, [&] { return source_.test_clients(); });
  }
  ConstBlock mean_prediction() const override {
    return reading(Need::mean_prediction, [&] { return shown(source_.mean_prediction()); });
  }

  ConstBlock reference_prediction() const override {
    return reading(Need::reference_prediction,
                   [&] { return shown(source_.reference_prediction()); });
  }
  ConstBlock reference_draws() const override {
    return reading(Need::reference_draws, [&] { return shown(source_.reference_draws()); });
  }
  ConstBlock reference_potentials() const override {
    return reading(Need::reference_draws | Need::potentials,
                   [&] { return shown(source_.reference_potentials()); });
  }
  ConstBlock parameter() const override {
    return reading(Need::parameter, [&] { return shown(source_.parameter()); });
  }
  PosteriorComparison reference_posterior() const override {
    return reading(Need::reference_posterior, [&] {
      PosteriorComparison comparison = source_.reference_posterior();
      comparison.batches = shown(comparison.batches);
      comparison.moments = shown(comparison.moments);
      comparison.draws = shown(comparison.draws);
      comparison.correlation = shown(comparison.correlation);
      comparison.mean_errors = shown(comparison.mean_errors);
      comparison.points = shown(comparison.points);
      return comparison;
    });
  }

 private:
  struct Shown {
    Eigen::MatrixXd source;
    GuardedBlock copy;
  };

  // Returns what f returns, and records that these needs were read.
  template <class F>
  std::invoke_result_t<F> reading(Need needs, F f) const {
    read_ = read_ | needs;
    try {
      return f();
    } catch (const std::logic_error& error) {
      refusal_ = error.what();
      throw;
    }
  }
  ConstBlock shown(ConstBlock block) const {
    if (block.cols == 0) return block;
    Shown& one = shown_.emplace_back(Shown{block.matrix(), GuardedBlock(block.rows, block.cols)});
    one.copy.block().matrix() = one.source;
    return one.copy.block();
  }
  Batches shown(Batches batches) const {
    batches.sums = shown(batches.sums);
    batches.squares = shown(batches.squares);
    return batches;
  }
  LawMoments shown(const LawMoments& moments) const {
    return {shown(moments.mean), shown(moments.covariance)};
  }

  const Observables& source_;
  mutable Need read_ = Need::nothing;
  mutable std::string refusal_;
  mutable std::deque<Shown> shown_;
};

}  // namespace skald::conformance
