// What a run begins with: where its chains are, and what has led them there.
#pragma once

#include <Eigen/Core>

#include <string>

#include "run/experiment.hpp"
#include "text/wire.hpp"

namespace skald::run {

struct Beginning {
  Eigen::MatrixXd theta;  // d x chains
  SealedLedger costs;     // of the start, over all chains; nothing for a run without one
  double seconds = 0;     // wall time of the start
};

// Performs the experiment's start, which it must have, from starting_point() on; its costs are then
// in the experiment's ledger, and in start_costs(). Calls watch() between portions. Throws as
// StartRun::go() does, and std::invalid_argument if the start alone exceeds a budget of the run.
Beginning perform_start(Experiment& experiment, Threads* threads, const StartRun::Watch& watch);

// Returns what of the run's costs belongs to its start, for people.
std::string note_of(const Beginning& beginning, const Experiment& experiment);

// For a checkpoint.
void write_beginning(text::WireWriter& wire, const Beginning& beginning);
// From a checkpoint, so that a start is not repeated. Throws std::runtime_error if the state is of
// another shape.
Beginning read_beginning(text::WireReader& wire, Experiment& experiment);

// Where the chains of a run begin.

// Returns the chains' first parameters, d x C, by the cell's run.start: those of all chains at the
// mode, at 0, drawn by the model, or normal around 0.
Eigen::MatrixXd starting_point(Experiment& experiment);

}  // namespace skald::run
