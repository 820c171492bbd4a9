// The grid documents of `skald tune`: from a grid to the groups of settings for which an option is
// tuned, to a grid of the values that are to be tried, and to the grid with the chosen ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "grid/option_tables.hpp"
#include "grid/run_members.hpp"
#include "json/json.hpp"
#include "options/section.hpp"

namespace skald {

// Cells for which one value of the option is chosen.
struct TuningGroup {
  grid::CellValues when;  // the axes that tell the group from others
  std::string setting;    // the same for people: "sampler = fedavg, K = 5"
  // The points that the grid has on the option's axis; multiples of `formula` if that is not empty.
  std::vector<double> start;
  std::string formula;               // without "="
  double least = 0, most = 0;        // what the option can be
  bool is_whole = false;             // whether that is a whole number
  const grid::Cell* cell = nullptr;  // one of them
  std::size_t settings = 0;          // that differ in more than what is tuned

  // The value of a point as a grid writes it.
  json::JsonValue value_at(double point) const;
};

// Returns the full name of an option that the grid's cells have, given alone or in full. Throws
// UsageError if there is none, or if several sections have it.
options::OptionPath tuned_option(const grid::Grid& grid, const std::string& name);

// Returns the groups, in the order of the grid: the cells in which the option counts and is not
// null, by the axes `by`, or, if that is empty, by all axes that vary except those of the options
// `tuned`. An axis that has no effect in a cell does not tell its group from others. Throws
// UsageError if the option cannot be tuned in a cell: if it is no number.
std::vector<TuningGroup> tuning_groups(const grid::Grid& grid, const options::OptionPath& option,
                                       const std::vector<options::OptionPath>& tuned,
                                       const std::vector<std::string>& by,
                                       const grid::OptionTables& tables);

// Returns the index of the group that a cell of such a grid belongs to, or of none: the number of
// groups.
std::size_t group_of(const std::vector<TuningGroup>& groups, const grid::Cell& cell);

// The value of a cell's option as the document has it: a formula as its text.
std::string written_value(const grid::Cell& cell, const std::string& path);

// Returns the document without the option on its axes, but where it is null, so that values for
// groups can be added. Throws UsageError if it is in a random axis, or null in a zipped one.
json::JsonValue without_axis(json::JsonValue document, const options::OptionPath& option);

// Gives the option these values in the cells of a group.
void add_values(json::JsonValue& document, const options::OptionPath& option,
                const TuningGroup& group, std::vector<json::JsonValue> values);

// Returns the document as a study of this name that measures the metric alone, with so many
// replicates.
json::JsonValue trial_document(const json::JsonValue& document, const std::string& name,
                               const std::string& metric, std::int64_t replicates);

// Returns the document with the choices, under another name and seed.
json::JsonValue tuned_document(const json::JsonValue& document,
                               const std::vector<grid::TunedChoice>& choices);

}  // namespace skald
