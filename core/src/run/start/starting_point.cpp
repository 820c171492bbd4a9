#include "run/start/starting_point.hpp"

#include "problem/mode.hpp"
#include "skald/initialisation.hpp"

namespace skald::run {

Eigen::MatrixXd starting_point(Experiment& experiment) {
  const Index chains = experiment.run().chains;
  if (experiment.run().start == "mode")
    return problem::mode(experiment.problem()).replicate(1, chains);
  Eigen::MatrixXd start = Eigen::MatrixXd::Zero(experiment.problem().dimension(), chains);
  const auto* initialisation = extension<Initialisation>(experiment.model());
  if (experiment.run().start == "model" && initialisation != nullptr) {
    const random::OwnedRandom random(experiment.streams(), random::StreamOwner::model);
    initialisation->initialise(random, view(start));
  }
  if (experiment.run().start == "normal") {
    const double deviation = experiment.run().start_deviation;
    experiment.streams().add_normal({Role::start}, 0, deviation, view(start));
  }
  return start;
}

}  // namespace skald::run
