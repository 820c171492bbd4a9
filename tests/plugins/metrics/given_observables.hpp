// Observables whose values a test sets.
#pragma once

#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "skald/metric.hpp"
#include "test.hpp"

namespace skald::test {

inline Eigen::MatrixXd normal_draws(std::uint64_t seed, Index rows, Index cols) {
  Eigen::MatrixXd out(rows, cols);
  random::PhiloxRandom(seed, 0).normal({Role::noise}, 0, view(out));
  return out;
}

// Returns what was set; reading anything else means that the metric has not declared it.
class GivenObservables : public Observables {
 public:
  Eigen::MatrixXd thinned;  // d x n
  Eigen::MatrixXd scores;   // the scores of these draws
  Eigen::MatrixXd target_mean, target_covariance;
  Eigen::MatrixXd others;  // target_draws() or reference_draws()

  Index dimension() const override { return thinned.rows(); }
  Index chains() const override { return 1; }
  Index thin() const override { return 1; }
  std::int64_t draws() const override { return thinned.cols(); }
  ConstBlock mean() const override { refuse("mean"); }
  double cost(std::string_view) const override { refuse("cost"); }
  const Random& random() const override { return random_; }
  ConstBlock covariance() const override { refuse("covariance"); }
  Batches coordinate_batches() const override { refuse("coordinate_batches"); }
  ConstBlock thinned_draws() const override { return view(thinned); }
  Mixing mixing() const override { refuse("mixing"); }
  ConstBlock potentials() const override { refuse("potentials"); }
  void score(ConstBlock theta, Block out) const override {
    REQUIRE((theta.matrix() == thinned));
    out.matrix() = scores;
  }
  LawMoments target() const override { return {view(target_mean), view(target_covariance)}; }
  double temp() const override { refuse("temp"); }
  double mode_potential() const override { refuse("mode_potential"); }
  ConstBlock square_distances() const override { refuse("square_distances"); }
  ConstBlock target_draws() const override { return view(others); }
  Batches distance_batches() const override { refuse("distance_batches"); }
  std::span<const double> cell_counts() const override { refuse("cell_counts"); }
  ExactLaw exact_law() const override { refuse("exact_law"); }
  double square_distance_error() const override { refuse("square_distance_error"); }
  ConstBlock predictive() const override { refuse("predictive"); }
  std::span<const std::int32_t> classes() const override { refuse("classes"); }
  LabelTruth labels() const override { refuse("labels"); }
  std::span<const std::int32_t> test_clients() const override { refuse("test_clients"); }
  ConstBlock mean_prediction() const override { refuse("mean_prediction"); }
  ConstBlock reference_prediction() const override { refuse("reference_prediction"); }
  ConstBlock reference_draws() const override { return view(others); }
  ConstBlock reference_potentials() const override { refuse("reference_potentials"); }
  ConstBlock parameter() const override { refuse("parameter"); }
  PosteriorComparison reference_posterior() const override {
    PosteriorComparison comparison{};
    comparison.draws = view(thinned);
    comparison.points = view(others);
    return comparison;
  }

 private:
  [[noreturn]] static void refuse(const std::string& what) { throw std::logic_error(what); }

  random::PhiloxRandom random_{0, 0};
};

// The value of the metric at `path`, or of the metric `name` in that library.
inline double value_of(const std::string& path, const std::vector<Setting>& settings,
                       const Observables& given, const std::string& name = "") {
  const PluginDescriptor* found = &plugin_descriptor(path);
  while (!name.empty() && found->info.name != name) {
    found = found->next;
    REQUIRE(found != nullptr);
  }
  const std::vector<Value> values = option_values(*found, settings);
  const std::unique_ptr<Metric, void (*)(void*)> metric(
      static_cast<Metric*>(found->create(*found, values.data())), found->destroy);
  return metric->value(given);
}

}  // namespace skald::test
