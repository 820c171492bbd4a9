// What one metric sees of a run at one record.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "observables/observable_set.hpp"
#include "record/costs.hpp"
#include "skald/observables.hpp"

namespace skald::observables {

// The values computed from an ObservableSet at one record, once for all metrics.
struct RecordedValues {
  ObservableSet& set;
  const Costs& costs;
  double published_claim;      // eps that the method's paper claims so far; NaN if none
  ConstBlock mean_prediction;  // empty if no metric needs it
  const Random& random;
  // In place of costs.eps_spent where it takes long: asked for by the metrics that read it alone.
  std::function<double()> eps_spent = {};

  std::optional<Eigen::MatrixXd> mean = {}, covariance = {}, square_distances = {}, predictive = {},
                                 law_mean = {}, target_mean = {};
  std::optional<MixingBatches> mixing = {};
  std::optional<PosteriorComparison> comparison = {};
};

// Shows an ObservableSet to one metric. Throws std::logic_error if the metric reads what is not
// among its needs.
class ObservableView final : public Observables {
 public:
  // Borrows its arguments, which must outlive it.
  ObservableView(const std::string& metric, Need needs, RecordedValues& values)
      : metric_(metric), needs_(needs), values_(values) {}

  Index dimension() const override { return facts().dimension; }
  Index chains() const override { return facts().chains; }
  Index thin() const override { return facts().thin; }
  std::int64_t draws() const override { return values_.set.moments().draws(); }
  ConstBlock mean() const override;
  const Random& random() const override { return values_.random; }
  double cost(std::string_view name) const override;

  ConstBlock covariance() const override;
  Batches coordinate_batches() const override;
  ConstBlock thinned_draws() const override;
  Mixing mixing() const override;
  ConstBlock potentials() const override;
  void score(ConstBlock theta, Block out) const override;

  LawMoments target() const override;
  double temp() const override;
  double mode_potential() const override;
  ConstBlock square_distances() const override;
  ConstBlock target_draws() const override;
  Batches distance_batches() const override;
  std::span<const double> cell_counts() const override;
  ExactLaw exact_law() const override;
  double square_distance_error() const override;

  ConstBlock predictive() const override;
  std::span<const std::int32_t> classes() const override;
  LabelTruth labels() const override;
  std::span<const std::int32_t> test_clients() const override;
  ConstBlock mean_prediction() const override;

  ConstBlock reference_prediction() const override;
  ConstBlock reference_draws() const override;
  ConstBlock reference_potentials() const override;
  PosteriorComparison reference_posterior() const override;
  ConstBlock parameter() const override;

 private:
  const RunFacts& facts() const { return values_.set.facts(); }
  void require(Need need, const char* read) const;
  void require_predictions(const char* read) const;

  const std::string& metric_;
  Need needs_;
  RecordedValues& values_;
};

}  // namespace skald::observables
