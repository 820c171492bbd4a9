#include "run/start/beginning.hpp"

#include <chrono>
#include <cmath>
#include <stdexcept>

#include "problem/problem_constants.hpp"
#include "record/costs.hpp"
#include "run/run_budget.hpp"
#include "skald/initialisation.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

void require_budget(const RunOptions& run, const Ledger& costs) {
  const std::optional<Excess> found = excess(run, costs);
  if (!found) return;
  throw std::invalid_argument("run.budget." + std::string(found->budget) + " is " +
                              text::number_text(found->limit) + ", and the start alone makes it " +
                              text::number_text(found->cost) + ": raise it, or shorten the start");
}

}  // namespace

Beginning perform_start(Experiment& experiment, Threads* threads, const StartRun::Watch& watch) {
  const auto begun = std::chrono::steady_clock::now();
  Beginning beginning;
  beginning.theta = starting_point(experiment);
  experiment.ledger() = {};  // what it took to find that point is nobody's cost
  experiment.start_run()->go(view(beginning.theta), threads, [&](std::int64_t done) {
    require_budget(experiment.run(), experiment.told_costs());
    watch(done);
  });
  beginning.costs = experiment.start_costs() = experiment.ledger();
  beginning.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return beginning;
}

std::string note_of(const Beginning& beginning, const Experiment& experiment) {
  const Costs costs = record::counted(experiment.told(beginning.costs),
                                      static_cast<double>(experiment.run().chains));
  const auto told = [](double cost, const char* unit) {
    return (std::isnan(cost) ? "a number that stays secret of" : text::number_text(cost)) + unit;
  };
  return "of the costs, the start took " + told(costs.rounds, " rounds, ") +
         told(costs.bits_up, " bits up, ") + told(costs.bits_down, " bits down, ") +
         told(costs.gradient_evaluations, " gradient evaluations and ") +
         told(costs.normals, " normals (per chain); iterations are counted from its end");
}

void write_beginning(text::WireWriter& wire, const Beginning& beginning) {
  wire.put(beginning.theta);
  beginning.costs.save(wire);
  wire.put(beginning.seconds);
}

Beginning read_beginning(text::WireReader& wire, Experiment& experiment) {
  Beginning beginning;
  wire.read(beginning.theta);
  beginning.costs.restore(wire);
  wire.read(beginning.seconds);
  if (beginning.theta.rows() != experiment.problem().dimension() ||
      beginning.theta.cols() != experiment.run().chains) {
    throw std::runtime_error("the checkpoint has another shape of the chains");
  }
  experiment.start_costs() = beginning.costs;
  return beginning;
}

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
