// Observables that record what a metric does with them.
#pragma once

#include <deque>
#include <stdexcept>
#include <string>

#include "conformance/guarded_block.hpp"
#include "skald/metric_info.hpp"
#include "skald/observables.hpp"

namespace skald::conformance {

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
  bool intact() const;

  Index dimension() const override { return source_.dimension(); }
  Index chains() const override { return source_.chains(); }
  Index thin() const override { return source_.thin(); }
  std::int64_t draws() const override { return source_.draws(); }
  ConstBlock mean() const override { return shown(source_.mean()); }
  const Random& random() const override { return source_.random(); }
  double cost(std::string_view name) const override { return source_.cost(name); }

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

 private:
  struct Shown {
    Eigen::MatrixXd source;
    GuardedBlock copy;
  };

  // Returns what f returns, and records that these needs were read.
  template <class F>
  auto reading(Need needs, F f) const {
    read_ = read_ | needs;
    try {
      return f();
    } catch (const std::logic_error& error) {
      refusal_ = error.what();
      throw;
    }
  }
  ConstBlock shown(ConstBlock block) const;
  Batches shown(Batches batches) const;
  LawMoments shown(const LawMoments& moments) const;

  const Observables& source_;
  mutable Need read_ = Need::nothing;
  mutable std::string refusal_;
  mutable std::deque<Shown> shown_;
};

}  // namespace skald::conformance
