#include "run/rehearsal.hpp"

#include "run/noise_watch.hpp"
#include "run/run_budget.hpp"
#include "run/starting_point.hpp"

namespace skald::run {
namespace {

class Silent final : public Recorder {
 public:
  void record(const char*, double) override {}
  void record_vector(const char*, std::span<const double>) override {}
};

}  // namespace

std::optional<NoiseScale> rehearse_round(Experiment& experiment) {
  Silent recorder;
  Eigen::MatrixXd theta = starting_point(experiment).leftCols(1);
  experiment.start(recorder, view(theta));
  const Index stride = experiment.sampler().stride();
  const NoiseWatch watch(experiment.mechanism(), stride);
  Context context{experiment.problem(), experiment.random(), watch, experiment.ledger(), recorder};
  experiment.sampler().advance(context, stride, view(theta));
  return watch.scale(RunBudget(experiment).last_iteration());
}

}  // namespace skald::run
