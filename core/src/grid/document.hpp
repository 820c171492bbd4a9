// The grid document as written: keys, values and places, with nothing resolved yet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "grid/run_members.hpp"
#include "json/diagnostic.hpp"
#include "json/json.hpp"

namespace skald::grid {

// An option as a document names it: "sampler.p_c", or just "p_c" for whichever plugin owns it. The
// option "plugin" of a section chooses its plugin.
struct OptionKey {
  std::optional<options::Section> section;
  std::string option;
  json::Place place;
  std::string path;  // JSON pointer

  bool is_plugin() const {
    return option == "plugin" && section && *section != options::Section::run;
  }
};

struct Assignment {
  OptionKey key;
  json::JsonValue value;
  std::string path;  // JSON pointer of the value
};

// Holds if the option has one of these values.
struct When {
  OptionKey key;
  std::vector<json::JsonValue> any_of;
};

using Conditions = std::vector<When>;  // all of them must hold

// One value of an axis, or one row of a zip or of a random axis.
using Alternative = std::vector<Assignment>;

// The alternatives of one axis.
using Axis = std::vector<Alternative>;

struct AxisEntry {
  Conditions when;
  std::vector<Axis> axes;  // combined as a product
};

// One entry of "metrics": a plugin's name, or an object with options.
struct MetricText {
  std::string name;  // of its series; by default the plugin's name
  std::string plugin;
  json::Place place, plugin_place;
  std::string path;  // JSON pointer
  std::vector<Assignment> options;
};

struct SectionText {
  bool given = false;
  json::Place place;
  std::vector<Assignment> settings;
};

using Sections = std::array<SectionText, 6>;

// The run from whose end chains start; only its sampler and the length in its "run" are given.
struct StartText {
  Conditions when;  // for the cells in which they hold; empty: for all
  Sections sections;
};

struct GridDocument {
  std::string name;  // only letters, digits and ._-, since it becomes a file name
  std::string description;
  std::uint64_t seed = 0;
  StoppingText stopping;
  std::vector<MetricText> metrics;
  Sections sections;
  std::vector<AxisEntry> axes;
  std::vector<Conditions> exclude;
  std::optional<StartText> start;
  std::optional<Sections> reference;
};

inline constexpr std::size_t kLongestGridName = 100;

// The most entries of "axes", counted together with the axes inside them.
inline constexpr std::size_t kMaximumAxes = 1000;

// The longest list that linspace, logspace or range may make, and the most values that all axes may
// have together.
inline constexpr std::int64_t kMaximumAxisLength = 100'000;

// Reads the structure of the document. Appends what is wrong to `diagnostics`, without the file
// name.
GridDocument read_grid_document(const json::JsonValue& root,
                                std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
