// The part of a grid document that sets how many replicates a cell gets, and when it stops early.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "json/diagnostic.hpp"
#include "json/json.hpp"
#include "skald/options.hpp"
#include "stopping/rules.hpp"

namespace skald::grid {

// Rules of stopping, with the places in the document of everything that is checked against
// the cells later.
struct StoppingText {
  stopping::Rules rules;
  json::Place replicates, until_metric, race, race_metric, first_rung;
  std::vector<json::Place> by;  // one per axis in rules.race->by
};

// The members of "race", of "replicates" as an object, and of its "until".
std::span<const OptionInfo> race_members(), open_replicates_members(), until_members();

// Reads "replicates": a number, or an object with "min", "max", "step" and "until". Appends
// errors to `diagnostics`.
void read_replicates(const json::JsonValue& value, StoppingText& text,
                     std::vector<json::Diagnostic>& diagnostics);

// Reads "race". Appends errors to `diagnostics`.
void read_race(const json::JsonMember& member, StoppingText& text,
               std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
