// The cells of a grid, with every option filled in. Values only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "options/option_value.hpp"
#include "options/section.hpp"
#include "skald/plugin.hpp"
#include "stopping/rules.hpp"

namespace skald::grid {

// A list that its copies share until one of them changes.

// As a std::vector, which it converts to. The cells of a grid, of which there may be a million,
// share those of their sections that are the same. Functions that may change the list first make it
// a list of its own; references and iterators that were taken before are not affected.
template <class T>
class SharedList {
 public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;
  using iterator = typename std::vector<T>::iterator;

  SharedList() = default;
  SharedList(std::vector<T> items)  // NOLINT(google-explicit-constructor): a list is a list
      : items_(items.empty() ? nullptr : std::make_shared<std::vector<T>>(std::move(items))) {}
  SharedList(std::initializer_list<T> items) : SharedList(std::vector<T>(items)) {}

  operator const std::vector<T>&() const { return items(); }  // NOLINT(google-explicit-constructor)
  const std::vector<T>& items() const {
    static const std::vector<T> none;
    return items_ ? *items_ : none;
  }
  // Whether both are one list in memory.
  bool is_shared_with(const SharedList& other) const { return items_ == other.items_; }

  const_iterator begin() const { return items().begin(); }
  const_iterator end() const { return items().end(); }
  std::size_t size() const { return items().size(); }
  bool empty() const { return items().empty(); }
  const T& operator[](std::size_t i) const { return items()[i]; }
  const T& back() const { return items().back(); }

  // The items of this list alone, to be changed.
  std::vector<T>& own() {
    if (!items_) {
      items_ = std::make_shared<std::vector<T>>();
    } else if (items_.use_count() > 1) {
      items_ = std::make_shared<std::vector<T>>(*items_);
    }
    return *items_;
  }
  iterator begin() { return own().begin(); }
  iterator end() { return own().end(); }
  T& operator[](std::size_t i) { return own()[i]; }
  T& back() { return own().back(); }
  void push_back(T item) { own().push_back(std::move(item)); }
  template <class... Parts>
  T& emplace_back(Parts&&... parts) {
    return own().emplace_back(std::forward<Parts>(parts)...);
  }

  bool operator==(const SharedList& other) const {
    return is_shared_with(other) || items() == other.items();
  }

 private:
  std::shared_ptr<std::vector<T>> items_;  // null: empty
};

using OptionList = SharedList<options::NamedValue>;

struct PluginChoice {
  Kind kind = Kind::dataset;
  std::string plugin;
  std::uint32_t numerics_revision = 0;
  OptionList options = {};                // in the plugin's order, defaults filled in
  std::optional<std::int64_t> seed = {};  // datasets and partitions: replaces the replicate's seed
  std::string library = {};               // of a metric: its library file, if not named after it
  std::string passes = {};  // of a sampler: its option of the role passes, if it has one

  bool operator==(const PluginChoice&) const = default;
};

struct MetricChoice {
  std::string name;  // of its series; by default the plugin's name
  PluginChoice plugin;
  bool needs_reference = false;  // whether it compares with a reference run

  bool operator==(const MetricChoice&) const = default;
};

// A run on the cell's own problem, from whose end the cell's chains start.
struct StartChoice {
  PluginChoice sampler;
  OptionList run;  // the length: iterations and rounds, one of them set
  // As Cell::evaluated, of formulas in the start: "sampler.step" is the start's.
  std::vector<std::pair<std::string, std::string>> evaluated = {};

  bool operator==(const StartChoice&) const = default;
};

// The value of a cell on one axis: `name` is for tables ("p_c", "sampler"), `path` is the full name
// ("sampler.p_c", "sampler.plugin"). The value is std::monostate if the cell has no such option.
struct AxisValue {
  std::string name;
  std::string path;
  options::OptionValue value;

  bool operator==(const AxisValue&) const = default;
};

struct Cell {
  std::array<PluginChoice, 5> plugins;  // in the order of Kind
  OptionList run;                       // in the order of the caller's table, defaults filled in
  std::optional<StartChoice> start;     // nothing: chains start where run.start says
  SharedList<MetricChoice> metrics;
  std::uint64_t seed = 0;  // of the study; it and the replicate key a run's random streams
  // The axes of the grid, except those written as a bare key that names no option of this cell
  // (they have no path here), then those of K, p_c, rho and eps that are options of the cell.
  std::vector<AxisValue> axes;
  // Formulas that have been replaced by their values: path ("sampler.q_cv") and text.
  std::vector<std::pair<std::string, std::string>> evaluated;
  std::optional<std::size_t> reference;  // index into Grid::references
  // The metrics of a reference run are not part of its identity.
  bool is_reference = false;
  // Of a reference: whether its chains have random streams other than those of the runs that are
  // compared with it, without which a sampler of the same kind goes along with it. Data and
  // partition are the same. Stored references of older versions have not.
  bool has_own_streams = false;

  PluginChoice& choice(Kind kind) { return plugins[static_cast<std::size_t>(kind)]; }
  const PluginChoice& choice(Kind kind) const { return plugins[static_cast<std::size_t>(kind)]; }
  // Returns the plugins of the sections, then those of the metrics, then the sampler of the start.
  std::vector<PluginChoice> all_plugins() const;
  // Functions that are not const make a section that is shared the cell's own.
  std::vector<options::NamedValue>& options(options::Section section);
  const std::vector<options::NamedValue>& options(options::Section section) const;
  // Returns the option's value if it is a number.
  std::optional<double> number(options::Section section, std::string_view option) const;
  // Returns the option's value, or nullptr if the section has no such option.
  const options::OptionValue* find(options::Section section, std::string_view option) const;
  const options::OptionValue* find(const options::OptionPath& path) const {
    return find(path.section, path.option);
  }
  options::OptionValue* find(const options::OptionPath& path);
  // Same, for a path such as "sampler.p_c"; nullptr also if the path does not begin with a section.
  const options::OptionValue* find(std::string_view path) const;
  // Whether the section has such an option, with a value.
  bool is_set(options::Section section, std::string_view option) const;
  // Returns the options that are formulas, in the order of their sections.
  std::vector<options::OptionPath> formulas() const;

  bool operator==(const Cell&) const = default;
};

// Returns the cell's start, seen as a cell: with the sampler, the length and the formulas of the
// start in place of its own, and without a start and metrics. The cell must have a start.
Cell starting_cell(const Cell& cell);

// The cells of one document. A run is a cell with one of the replicates 0, ..., replicates - 1. The
// number of replicates is not part of a run's identity.
struct Grid {
  std::string name;
  std::string description;
  std::uint64_t seed = 0;
  std::int64_t replicates = 1;  // stopping.max
  stopping::Rules stopping;     // when a cell ends before it has them all
  std::vector<Cell> cells;
  std::vector<Cell> references;  // the cells that others are compared with, each once
  std::size_t excluded = 0;      // cells removed by "exclude"
  std::size_t duplicates = 0;    // cells dropped because an identical one precedes them
};

}  // namespace skald::grid
