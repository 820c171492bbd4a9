// What can be told from what is stored of runs, and from nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "record/run_outcome.hpp"
#include "run/audit/attacked_run.hpp"
#include "skald/sensitivity.hpp"

namespace skald::run {

// All that is stored of a run and that its eps covers, as numbers.
struct StoredNumbers {
  // What is made of releases: values of metrics, of what is known of chains, and the status.
  std::map<std::string, double> values;
  // All else: where records stand and how many there are, costs, texts, names. Nothing of it
  // depends on rows or on who takes part, unless a run's outcome ends it.
  std::map<std::string, double> facts;
};

// A text that is stored, by its name.
using StoredTexts = std::vector<std::pair<std::string, std::string>>;

// What else is stored of a run than its outcome, as of an owner of its own: identities, names of
// files. `of_neighbour`: where the private files are others. Empty: nothing.
using NamesOfRun = std::function<StoredTexts(bool of_neighbour)>;

// What the columns of `runs` and the rows of other tables have of it, except those that no eps
// covers. A member of RunOutcome that this function does not know does not compile.
StoredNumbers stored_numbers(const record::RunOutcome& outcome);

// Adds texts such as hashes and names of files: that they are equal or differ is all they tell.
void add_names(const StoredTexts& names, StoredNumbers& numbers);

struct StoredRuns {
  std::vector<StoredNumbers> with, without;  // the unit; see stored_runs()
};

// Makes `runs` runs of the cell on its data, in which the unit is a canary, and as many on a
// neighbour of it: of another sign, or nothing, and whole clients with half of their rows. Throws
// as Experiment does, and std::runtime_error if a run fails.
StoredRuns stored_runs(const grid::Cell& cell, const CanaryPlace& unit, Relation relation,
                       std::int64_t runs, const NamesOfRun& names, plugin_host::PluginHost& host);

struct StoredFinding {
  double claimed = 0;  // the least eps that any of the runs states
  double shown = 0;
  std::string columns;  // by which it is shown; empty: nothing that is covered differs at all
};

// An attacker who sees everything that is stored of these runs and that eps covers, by what the
// runs state, learns on half of them and is judged on the others.
StoredFinding attack_stored(const StoredRuns& runs, double delta, double significance);

}  // namespace skald::run
