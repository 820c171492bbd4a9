// How many replicates a document asks for, and what ends a cell before it has them all.
#pragma once

#include <string>
#include <vector>

#include "json/diagnostic.hpp"
#include "json/json.hpp"
#include "stopping/rules.hpp"

namespace skald::grid {

// The rules with the places of what can only be checked against the cells.
struct StoppingText {
  stopping::Rules rules;
  json::Place replicates, until_metric, race, race_metric, first_rung;
  std::vector<json::Place> by;  // of the axes of rules.race->by
};

// Reads "replicates": a number, or an object with "min", "max", "step" and "until". Appends what is
// wrong to `diagnostics`.
void read_replicates(const json::JsonValue& value, StoppingText& text,
                     std::vector<json::Diagnostic>& diagnostics);

// Reads "race".
void read_race(const json::JsonMember& member, StoppingText& text,
               std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
