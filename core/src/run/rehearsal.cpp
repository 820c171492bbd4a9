#include "run/rehearsal.hpp"

#include "problem/declared_releases.hpp"
#include "run/noise_watch.hpp"
#include "run/run_budget.hpp"
#include "run/silent_recorder.hpp"
#include "run/start/starting_point.hpp"

namespace skald::run {
std::optional<NoiseScale> scale_of(const NoiseWatch& watch, Experiment& experiment,
                                   std::int64_t iterations) {
  std::optional<NoiseScale> scale = watch.scale(iterations);
  if (!scale) return scale;
  const std::vector<Release> releases =
      problem::declared_releases(experiment.sampler(), experiment.problem(), iterations);
  if (cancels(releases)) return std::nullopt;
  scale->spans_rounds = spans_rounds(releases, scale->rounds);
  return scale;
}

std::optional<NoiseScale> rehearse_round(Experiment& experiment) {
  SilentRecorder recorder;
  Eigen::MatrixXd theta = starting_point(experiment).leftCols(1);
  experiment.start(recorder, view(theta));
  if (experiment.has_start_run()) return std::nullopt;  // the first round is where that ends
  const Index stride = experiment.sampler().stride();
  const NoiseWatch watch(experiment.mechanism(), stride);
  experiment.at_work(experiment.random(), watch, recorder).advance(stride, view(theta));
  return scale_of(watch, experiment, RunBudget(experiment).last_iteration());
}

}  // namespace skald::run
