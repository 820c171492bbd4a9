// The grid document as it is written: keys, values and places, nothing resolved yet.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/cell.hpp"
#include "json/diagnostic.hpp"
#include "json/json.hpp"

namespace skald::grid {

// An option as a document names it: "sampler.p_c", or "p_c" for whichever plugin owns it. The
// option "plugin" of a section is the choice of its plugin.
struct OptionKey {
  std::optional<options::Section> section;
  std::string option;
  json::Place place;
  std::string path;  // JSON pointer

  bool is_plugin() const {
    return option == "plugin" && section && *section != options::Section::run;
  }
};

struct Setting {
  OptionKey key;
  json::JsonValue value;
  std::string path;  // JSON pointer of the value
};

// The option has one of these values.
struct Condition {
  OptionKey key;
  std::vector<json::JsonValue> any_of;
};

using Conditions = std::vector<Condition>;  // all of them

// One value of an axis, or one row of a zip.
using Alternative = std::vector<Setting>;

// The alternatives of one axis.
using Axis = std::vector<Alternative>;

struct AxisEntry {
  Conditions when;
  std::vector<Axis> axes;  // they multiply
};

// One entry of "metrics": a plugin's name, or an object with options.
struct MetricText {
  std::string name;  // of its series; the plugin's where none is given
  std::string plugin;
  json::Place place, plugin_place;
  std::string path;  // JSON pointer
  std::vector<Setting> options;
};

struct SectionText {
  bool given = false;
  json::Place place;
  std::vector<Setting> settings;
};

using Sections = std::array<SectionText, 6>;

struct GridDocument {
  std::string name;  // letters, digits and ._- alone: it becomes a file name
  std::string description;
  std::uint64_t seed = 0;
  std::int64_t replicates = 1;
  json::Place replicates_place;
  std::vector<MetricText> metrics;
  Sections sections;
  std::vector<AxisEntry> axes;
  std::vector<Conditions> exclude;
  std::optional<Sections> reference;
};

inline constexpr std::size_t kLongestGridName = 100;

// Most entries of "axes" and axes in them together.
inline constexpr std::size_t kMaximumAxes = 1000;

// Longest list that linspace, logspace or range may make, and most values of all axes together.
inline constexpr std::int64_t kMaximumAxisLength = 1'000'000;

// Reads the shape of the document; appends what is wrong with it to `diagnostics` (without file).
GridDocument read_grid_document(const json::JsonValue& root,
                                std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
