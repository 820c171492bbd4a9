// What a grid consists of: cells with every option filled in. Values only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "options/option_path.hpp"
#include "options/option_value.hpp"
#include "options/section.hpp"
#include "skald/plugin.hpp"

namespace skald::grid {

struct PluginChoice {
  Kind kind = Kind::dataset;
  std::string plugin;
  std::uint32_t numerics_revision = 0;
  std::vector<options::NamedValue>
      options;                       // in the order of the plugin's table, defaults filled in
  std::optional<std::int64_t> seed;  // dataset and partition: in place of the replicate's seed
  std::string library =
      {};  // of a metric: the name of its file, where it is not that of the plugin

  bool operator==(const PluginChoice&) const = default;
};

struct MetricChoice {
  std::string name;  // of its series: the plugin's, or another that tells two of one plugin apart
  PluginChoice plugin;
  bool needs_reference = false;  // whether it compares with a reference run

  bool operator==(const MetricChoice&) const = default;
};

// The cell's place on one axis: `name` for tables ("p_c", "sampler"), `path` in full
// ("sampler.p_c", "sampler.plugin"). std::monostate: the cell has no such option.
struct AxisValue {
  std::string name;
  std::string path;
  options::OptionValue value;

  bool operator==(const AxisValue&) const = default;
};

struct Cell {
  std::array<PluginChoice, 5> plugins;   // in the order of Kind
  std::vector<options::NamedValue> run;  // in the order of the caller's table, defaults filled in
  std::vector<MetricChoice> metrics;
  std::uint64_t seed = 0;  // of the study; a run's streams are keyed by it and the replicate
  // The axes of the grid, without those written as a bare key that names no option of this cell
  // (such a key has no path here), then those of K, p_c, rho, eps that are options of the cell.
  std::vector<AxisValue> axes;
  // Formulas that were replaced by their value: path ("sampler.q_cv") and text.
  std::vector<std::pair<std::string, std::string>> evaluated;
  std::optional<std::size_t> reference;  // index into Grid::references
  // A reference run is asked for no metrics: what it is measured by is no part of its identity.
  bool is_reference = false;

  PluginChoice& choice(Kind kind) { return plugins[static_cast<std::size_t>(kind)]; }
  const PluginChoice& choice(Kind kind) const { return plugins[static_cast<std::size_t>(kind)]; }
  // Those of the sections, then those of the metrics.
  std::vector<PluginChoice> all_plugins() const;
  std::vector<options::NamedValue>& options(options::Section section);
  const std::vector<options::NamedValue>& options(options::Section section) const;
  // The option's value, or nullptr if the section has no such option.
  const options::OptionValue* find(options::Section section, std::string_view option) const;
  const options::OptionValue* find(const options::OptionPath& path) const {
    return find(path.section, path.option);
  }
  options::OptionValue* find(const options::OptionPath& path);
  // The same of "sampler.p_c"; nullptr also where that begins with no section.
  const options::OptionValue* find(std::string_view path) const;

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

}  // namespace skald::grid
