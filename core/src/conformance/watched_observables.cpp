#include "conformance/watched_observables.hpp"

#include <algorithm>

#include "conformance/sampler_run.hpp"

namespace skald::conformance {
namespace {

// Each of these needs lets a metric read predictions.
constexpr Need kPredictions = Need::class_predictions | Need::label_predictions |
                              Need::predictions | Need::client_predictions;

}  // namespace

bool WatchedObservables::intact() const {
  return std::all_of(shown_.begin(), shown_.end(), [](const Shown& one) {
    return one.copy.intact() && same_bits(one.copy.matrix(), one.source);
  });
}

ConstBlock WatchedObservables::shown(ConstBlock block) const {
  if (block.cols == 0) return block;
  Shown& one = shown_.emplace_back(Shown{block.matrix(), GuardedBlock(block.rows, block.cols)});
  one.copy.block().matrix() = one.source;
  return one.copy.block();
}

Batches WatchedObservables::shown(Batches batches) const {
  batches.sums = shown(batches.sums);
  batches.squares = shown(batches.squares);
  return batches;
}

LawMoments WatchedObservables::shown(const LawMoments& moments) const {
  return {shown(moments.mean), shown(moments.covariance)};
}

ConstBlock WatchedObservables::covariance() const {
  return reading(Need::covariance, [&] { return shown(source_.covariance()); });
}
Batches WatchedObservables::coordinate_batches() const {
  return reading(Need::coordinate_batches, [&] { return shown(source_.coordinate_batches()); });
}
ConstBlock WatchedObservables::thinned_draws() const {
  return reading(Need::thinned_draws, [&] { return shown(source_.thinned_draws()); });
}
Mixing WatchedObservables::mixing() const {
  return reading(Need::mixing, [&] {
    const Mixing mixing = source_.mixing();
    return Mixing{shown(mixing.values), shown(mixing.scores), shown(mixing.low),
                  shown(mixing.high)};
  });
}
ConstBlock WatchedObservables::potentials() const {
  return reading(Need::potentials, [&] { return shown(source_.potentials()); });
}
void WatchedObservables::score(ConstBlock theta, Block out) const {
  reading(Need::score, [&] { source_.score(theta, out); });
}

LawMoments WatchedObservables::target() const {
  return reading(Need::target, [&] { return shown(source_.target()); });
}
double WatchedObservables::temp() const {
  return reading(Need::target, [&] { return source_.temp(); });
}
double WatchedObservables::mode_potential() const {
  return reading(Need::target | Need::potentials, [&] { return source_.mode_potential(); });
}
ConstBlock WatchedObservables::square_distances() const {
  return reading(Need::target, [&] { return shown(source_.square_distances()); });
}
ConstBlock WatchedObservables::target_draws() const {
  return reading(Need::target_draws, [&] { return shown(source_.target_draws()); });
}
Batches WatchedObservables::distance_batches() const {
  return reading(Need::distance_batches, [&] { return shown(source_.distance_batches()); });
}
std::span<const double> WatchedObservables::cell_counts() const {
  return reading(Need::cell_counts, [&] { return source_.cell_counts(); });
}
ExactLaw WatchedObservables::exact_law() const {
  return reading(Need::exact_law, [&] {
    ExactLaw law = source_.exact_law();
    law.moments = shown(law.moments);
    return law;
  });
}
double WatchedObservables::square_distance_error() const {
  return reading(Need::exact_law, [&] { return source_.square_distance_error(); });
}

ConstBlock WatchedObservables::predictive() const {
  return reading(kPredictions, [&] { return shown(source_.predictive()); });
}
std::span<const std::int32_t> WatchedObservables::classes() const {
  return reading(kPredictions, [&] { return source_.classes(); });
}
LabelTruth WatchedObservables::labels() const {
  return reading(kPredictions, [&] { return source_.labels(); });
}
std::span<const std::int32_t> WatchedObservables::test_clients() const {
  return reading(Need::client_predictions, [&] { return source_.test_clients(); });
}
ConstBlock WatchedObservables::mean_prediction() const {
  return reading(Need::mean_prediction, [&] { return shown(source_.mean_prediction()); });
}

ConstBlock WatchedObservables::reference_prediction() const {
  return reading(Need::reference_prediction, [&] { return shown(source_.reference_prediction()); });
}
ConstBlock WatchedObservables::reference_draws() const {
  return reading(Need::reference_draws, [&] { return shown(source_.reference_draws()); });
}
ConstBlock WatchedObservables::reference_potentials() const {
  return reading(Need::reference_draws | Need::potentials,
                 [&] { return shown(source_.reference_potentials()); });
}
PosteriorComparison WatchedObservables::reference_posterior() const {
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

}  // namespace skald::conformance
