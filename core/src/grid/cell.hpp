// What a grid consists of: cells with every option filled in. Values only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "plugin_host/number_array.hpp"
#include "skald/plugin.hpp"

namespace skald {

// A formula that needs the problem's constants and is therefore evaluated where the problem is
// built; "= p_c * step_bound / 2" as it is written.
struct Expression {
  std::string text;

  bool operator==(const Expression&) const = default;
};

// A file or folder: as the grid writes it, which is what identifies a cell, and where it is.
struct FilePath {
  std::string written;
  std::string resolved;

  bool operator==(const FilePath&) const = default;
};

// std::monostate: the option is not set.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string,
                                 NumberArray, FilePath, Expression>;
using NamedValue = std::pair<std::string, OptionValue>;

// The six sections of a grid that have options; the first five have the values of Kind.
enum class Section { dataset, partition, model, sampler, privacy, run };
inline constexpr std::array<std::string_view, 6> kSectionNames{"dataset", "partition", "model",
                                                               "sampler", "privacy",   "run"};
constexpr Section section_of(Kind kind) { return static_cast<Section>(kind); }
constexpr std::string_view name_of(Section section) {
  return kSectionNames[static_cast<std::size_t>(section)];
}

struct PluginChoice {
  Kind kind = Kind::dataset;
  std::string plugin;
  std::uint32_t numerics_revision = 0;
  std::vector<NamedValue> options;   // in the order of the plugin's table, defaults filled in
  std::optional<std::int64_t> seed;  // dataset and partition: in place of the replicate's seed

  bool operator==(const PluginChoice&) const = default;
};

// The cell's place on one axis: `name` for tables ("p_c", "sampler"), `path` in full
// ("sampler.p_c", "sampler.plugin"). std::monostate: the cell has no such option.
struct AxisValue {
  std::string name;
  std::string path;
  OptionValue value;

  bool operator==(const AxisValue&) const = default;
};

struct Cell {
  std::array<PluginChoice, 5> plugins;  // in the order of Kind
  std::vector<NamedValue> run;          // in the order of the caller's table, defaults filled in
  std::vector<std::string> metrics;
  std::uint64_t seed = 0;  // of the study; a run's streams are keyed by it and the replicate
  // The axes of the grid, without those written as a bare key that names no option of this cell
  // (such a key has no path here), then those of K, p_c, rho, eps that are options of the cell.
  std::vector<AxisValue> axes;
  // Formulas that were replaced by their value: path ("sampler.q_cv") and text.
  std::vector<std::pair<std::string, std::string>> evaluated;
  std::optional<std::size_t> reference;  // index into Grid::references

  PluginChoice& choice(Kind kind) { return plugins[static_cast<std::size_t>(kind)]; }
  const PluginChoice& choice(Kind kind) const { return plugins[static_cast<std::size_t>(kind)]; }
  std::vector<NamedValue>& options(Section section);
  const std::vector<NamedValue>& options(Section section) const;
  // The option's value, or nullptr if the section has no such option.
  const OptionValue* find(Section section, std::string_view option) const;

  bool operator==(const Cell&) const = default;
};

// The cells of one document. A run is a cell with one of the replicates 0, ..., replicates - 1.
struct Grid {
  std::string name;
  std::string description;
  std::uint64_t seed = 0;
  std::int64_t replicates = 1;
  std::vector<Cell> cells;
  std::vector<Cell> references;  // what cells are compared with; each once
  std::size_t excluded = 0;      // cells removed by "exclude"
  std::size_t duplicates = 0;    // cells left out because an identical one stands before them
};

// The number that a value denotes, or nothing if it is not a single number.
std::optional<double> as_number(const OptionValue& value);

// The value as people write it: 0.1, true, fald, [[1, 2], [3, 4]], = p_c / 2, null.
std::string display(const OptionValue& value);

}  // namespace skald
