// The members of a grid beside its sections: where runs start, when they stop, what was tuned.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/diagnostic.hpp"
#include "json/json.hpp"
#include "skald/options.hpp"
#include "stopping/axis_walk.hpp"
#include "stopping/rules.hpp"

namespace skald::grid {

// The section "start" of a grid, as written.

// Reports which members the section lacks, or has and cannot have, with the reason: it gives a
// "sampler" and a "run" that says nothing but how long it is. `path` is the section's.
void check_start(const json::JsonValue& start, const std::string& path,
                 std::vector<json::Diagnostic>& diagnostics);

// The part of a grid document that sets how many replicates a cell gets, and when it stops early.

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

// The member "tuned" of a grid: what `skald tune` has found for it.

// The values of a group of cells, by the full names of their options: {"sampler.K", 5}.
using CellValues = std::vector<std::pair<std::string, json::JsonValue>>;

// An option whose value was chosen for a group of cells.
struct TunedChoice {
  std::string option;  // its full name: "sampler.lr"
  CellValues when;     // the group; empty: all cells that have the option
  json::JsonValue value;
  stopping::Side below = stopping::Side::open, above = stopping::Side::open;
  std::string metric;                 // by which it was chosen
  double factor = 0;                  // between it and the neighbours that it was compared with
  std::int64_t points = 0, runs = 0;  // that were tried
  std::string privacy;                // what the choice reveals, in words; see docs/tuning.md
  std::string may_be_open;            // why an open side does not matter; empty: it does

  // Whether a side has ended so. An open one does not count if somebody has said why it may be.
  bool has(stopping::Side side) const {
    const bool is_excused = side == stopping::Side::open && !may_be_open.empty();
    return !is_excused && (below == side || above == side);
  }
};

inline constexpr std::string_view kTuned = "tuned";

// The members of an entry, besides "when" and "value".
std::span<const OptionInfo> tuned_members();

// Reads the member's value; appends what is wrong to `diagnostics`.
std::vector<TunedChoice> read_tuned(const json::JsonValue& list,
                                    std::vector<json::Diagnostic>& diagnostics);
json::JsonValue to_json(const TunedChoice& choice);

}  // namespace skald::grid
