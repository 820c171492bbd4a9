// All that is stored of a run and that its eps covers, as numbers.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "record/run_outcome.hpp"

namespace skald::run {

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

}  // namespace skald::run
