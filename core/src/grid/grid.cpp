#include "grid/grid.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "grid/canonical.hpp"
#include "grid/cell_builder.hpp"
#include "grid/document.hpp"
#include "grid/metric_choices.hpp"
#include "grid/read_option.hpp"
#include "grid/selection.hpp"
#include "grid/stopping_checks.hpp"
#include "options/option_value.hpp"
#include "text/nearest.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald::grid {
namespace {

constexpr std::size_t kMaximumDiagnostics = 100;
constexpr std::array<std::string_view, 4> kFieldAxes{"K", "p_c", "rho", "eps"};
// The sections that are searched for the option of a field axis, in this order.
constexpr std::array<options::Section, 6> kFieldAxisSections{
    options::Section::sampler, options::Section::privacy,   options::Section::model,
    options::Section::dataset, options::Section::partition, options::Section::run};

// The diagnostics of many cells, each kept once.
class Findings {
 public:
  void add(json::Diagnostic diagnostic) {
    const json::Place& place = diagnostic.place;
    if (seen_.emplace(place.line, place.column, diagnostic.path).second)
      all_.push_back(std::move(diagnostic));
  }
  void add(std::vector<json::Diagnostic> diagnostics) {
    for (json::Diagnostic& diagnostic : diagnostics) add(std::move(diagnostic));
  }
  bool empty() const { return all_.empty(); }
  bool full() const { return all_.size() >= kMaximumDiagnostics; }

  std::vector<json::Diagnostic> take(const std::string& file) {
    std::stable_sort(
        all_.begin(), all_.end(), [](const json::Diagnostic& a, const json::Diagnostic& b) {
          return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
        });
    if (full()) all_.resize(kMaximumDiagnostics);
    for (json::Diagnostic& diagnostic : all_) diagnostic.file = file;
    return std::move(all_);
  }

 private:
  std::vector<json::Diagnostic> all_;
  std::set<std::tuple<int, int, std::string>> seen_;
};

struct NamedAxis {
  std::string name;
  OptionKey key;
};

// Returns the axes of a document in the order of its entries. An axis is named in full if two
// sections have an option of its name.
std::vector<NamedAxis> named_axes(const GridDocument& document) {
  std::vector<OptionKey> keys;
  std::map<std::string, std::set<options::Section>> sections;
  for (const AxisEntry& entry : document.axes) {
    for (const Axis& axis : entry.axes) {
      for (const Assignment& setting : axis.front()) {
        const OptionKey& key = setting.key;
        const bool known = std::any_of(keys.begin(), keys.end(), [&](const OptionKey& other) {
          return other.option == key.option &&
                 (other.section == key.section || !key.section || !other.section);
        });
        if (key.section && !key.is_plugin()) sections[key.option].insert(*key.section);
        if (!known) keys.push_back(key);
      }
    }
  }
  std::vector<NamedAxis> axes;
  for (const OptionKey& key : keys) {
    std::string name = key.option;
    if (key.is_plugin()) {
      name = name_of(*key.section);
    } else if (key.section && sections[key.option].size() > 1) {
      name = options::to_text({*key.section, key.option});
    }
    axes.push_back({std::move(name), key});
  }
  return axes;
}

class Expansion {
 public:
  Expansion(const GridDocument& document, std::vector<MetricChoice> metrics,
            const GridContext& context, Findings& findings)
      : document_(document),
        metrics_(std::move(metrics)),
        limit_(context.maximum_cells),
        tell_(context.tell),
        most_cells_(context.maximum_runs / std::max<std::int64_t>(1, document.stopping.rules.max)),
        findings_(findings),
        axes_(named_axes(document)),
        constants_(unknown_constants(context.constants)),
        build_{context.tables, constants_, context.folder, document.sections.back().place} {
    for (const std::string& name : context.reference_metrics) {
      if (auto metric = default_metric(name, context.tables))
        reference_metrics_.push_back(std::move(*metric));
    }
    for (const AxisEntry& entry : document.axes)
      if (entry.when.empty()) entries_.push_back(&entry);
    for (const AxisEntry& entry : document.axes)
      if (!entry.when.empty()) entries_.push_back(&entry);
  }

  Grid expand() {
    grid_.name = document_.name;
    grid_.description = document_.description;
    grid_.seed = document_.seed;
    grid_.replicates = document_.stopping.rules.max;
    grid_.stopping = document_.stopping.rules;
    for (const SectionText& section : document_.sections)
      for (const Assignment& setting : section.settings) combination_.push_back(&setting);
    if (has_too_many_combinations()) {
      findings_.add(json::Diagnostic{
          .path = "/axes",
          .message = "the grid has more than " + std::to_string(limit_) + " combinations",
          .hint = "split it into several grids"});
      return std::move(grid_);
    }
    expand_entry(0, [this] { build(); });
    if (grid_.cells.empty() && findings_.empty()) {
      findings_.add(
          json::Diagnostic{.path = "/exclude", .message = "\"exclude\" removes every cell"});
    }
    return std::move(grid_);
  }

 private:
  static std::vector<ProblemConstant> unknown_constants(const std::vector<std::string>& names) {
    std::vector<ProblemConstant> constants;
    constants.reserve(names.size());
    for (const std::string& name : names) constants.push_back({name, std::nullopt});
    return constants;
  }

  // Counts the combinations, which is much cheaper than building their cells. Entries with "when"
  // have to be tested for every combination of the others.
  bool has_too_many_combinations() {
    std::size_t least = 1;
    for (const AxisEntry* entry : entries_) {
      if (!entry->when.empty()) break;
      for (const Axis& axis : entry->axes) least *= axis.size();
      if (least > limit_) return true;
    }
    std::size_t count = 0;
    if (entries_.empty() || entries_.back()->when.empty()) return false;
    expand_entry(0, [&] { stop_ = ++count > limit_; });
    return std::exchange(stop_, false);
  }

  bool stopped() const { return stop_ || findings_.full(); }

  // Calls visit() for every combination of the entries from `entry` on; combination_ holds it then.
  template <class Visit>
  void expand_entry(std::size_t entry, const Visit& visit) {
    if (stopped()) return;
    if (entry == entries_.size()) return visit();
    if (!holds(entries_[entry]->when)) return expand_entry(entry + 1, visit);
    expand_axis(entry, 0, visit);
  }

  template <class Visit>
  void expand_axis(std::size_t entry, std::size_t axis, const Visit& visit) {
    if (axis == entries_[entry]->axes.size()) return expand_entry(entry + 1, visit);
    for (const Alternative& alternative : entries_[entry]->axes[axis]) {
      if (stopped()) return;
      const std::size_t size = combination_.size();
      for (const Assignment& setting : alternative) combination_.push_back(&setting);
      expand_axis(entry, axis + 1, visit);
      combination_.resize(size);
    }
  }

  // Builds the cell of the current combination and adds it to the grid.
  void build() {
    if (tell_) tell_(built_++);
    BuiltCell built = build_cell(combination_, build_);
    if (excluded(built.cell)) {
      ++grid_.excluded;
      return;
    }
    if (!built.diagnostics.empty()) return findings_.add(std::move(built.diagnostics));
    Cell& cell = built.cell;
    if (document_.start && holds(document_.start->when)) {
      std::vector<json::Diagnostic> wrong = add_start(cell, *document_.start, build_);
      if (!wrong.empty()) return findings_.add(std::move(wrong));
    }
    cell.seed = document_.seed;
    cell.metrics = metrics_;
    add_clock_metric(cell, build_.tables);
    if (!grid_.cells.empty()) share_sections(grid_.cells.back(), cell);
    if (!cells_.insert(text::Digest::of(writer_.write(cell))).second) {
      ++grid_.duplicates;
      return;
    }
    cell.axes = axis_values(cell);
    if (document_.reference) add_reference(cell);
    grid_.cells.push_back(std::move(cell));
    stop_ = std::ssize(grid_.cells) > most_cells_;  // check_runs() refuses the grid
  }

  void add_reference(Cell& cell) {
    BuiltCell built = build_reference(cell, *document_.reference, build_);
    if (!built.diagnostics.empty()) return findings_.add(std::move(built.diagnostics));
    Cell& reference = built.cell;
    reference.metrics = reference_metrics_;
    reference.is_reference = true;
    reference.has_own_streams = true;
    reference.axes = axis_values(reference);
    const auto [entry, is_new] = references_.try_emplace(
        text::Digest::of(reference_writer_.write(reference)), grid_.references.size());
    if (is_new) grid_.references.push_back(std::move(reference));
    cell.reference = entry->second;
  }

  bool holds(const Conditions& when) {
    return std::all_of(when.begin(), when.end(), [this](const When& condition) {
      return is_any_of(value_so_far(condition.key, combination_, build_), condition);
    });
  }

  bool excluded(const Cell& cell) {
    return std::any_of(document_.exclude.begin(), document_.exclude.end(),
                       [&](const Conditions& all) {
                         return std::all_of(all.begin(), all.end(), [&](const When& condition) {
                           return is_any_of(value_in(cell, condition.key), condition, &cell);
                         });
                       });
  }

  // `finished`: the finished cell that the value comes from, if there is one; formulas in the
  // condition are then evaluated in it.
  bool is_any_of(const std::optional<options::OptionValue>& value, const When& condition,
                 const Cell* finished = nullptr) {
    if (!value) return false;
    const ChosenPlugins chosen = chosen_plugins(combination_, build_.tables);
    return std::any_of(condition.any_of.begin(), condition.any_of.end(),
                       [&](const json::JsonValue& wanted) {
                         if (condition.key.is_plugin())
                           return *value == options::OptionValue(wanted.text);
                         return is(*value, wanted, condition, chosen, finished);
                       });
  }

  bool is(const options::OptionValue& value, const json::JsonValue& wanted, const When& condition,
          const ChosenPlugins& chosen, const Cell* finished) {
    const std::vector<options::Section> found = owners(condition.key, chosen, build_.tables);
    if (found.size() != 1) return false;
    const PluginDescriptor* plugin = plugin_of(chosen, found.front());
    const OptionInfo& info =
        *declaration(found.front(), condition.key.option, plugin, build_.tables);
    if (wanted.is(json::JsonValue::Kind::null))
      return std::holds_alternative<std::monostate>(value);
    const CheckedValue checked = read_option(info, wanted, build_.folder);
    if (!checked.fault.empty()) {
      findings_.add({"", wanted.place, condition.key.path,
                     "\"" + condition.key.option + "\" " + checked.fault, checked.hint,
                     subject_of(found.front(), plugin)});
      return false;
    }
    if (finished != nullptr && std::holds_alternative<options::Expression>(checked.value)) {
      const options::OptionPath option{found.front(), condition.key.option};
      return equals_formula(*finished, option, value, checked.value, wanted, condition.key.path);
    }
    return options::matches(value, checked.value);
  }

  // Returns whether a value of a finished cell equals that of a formula over the cell's options.
  bool equals_formula(const Cell& cell, const options::OptionPath& option,
                      const options::OptionValue& value, const options::OptionValue& formula,
                      const json::JsonValue& wanted, const std::string& path) {
    if (options::matches(value, formula)) return true;
    Cell asked = cell;
    if (options::OptionValue* held = asked.find(option)) *held = formula;
    for (const ExpressionFault& fault :
         evaluate_expressions(asked, build_.tables, build_.constants)) {
      if (fault.token.empty()) return false;  // a value that the option cannot have
      findings_.add({"", wanted.place, path, fault.message, fault.hint, ""});
    }
    const options::OptionValue* computed = asked.find(option.section, option.option);
    return computed != nullptr && options::matches(value, *computed);
  }

  std::vector<AxisValue> axis_values(const Cell& cell) const {
    std::vector<AxisValue> values;
    for (const NamedAxis& axis : axes_) {
      const bool has_option = axis.key.section || value_in(cell, axis.key);
      if (has_option) values.push_back(axis_value(cell, axis.name, axis.key));
    }
    for (const std::string_view name : kFieldAxes) {
      if (name == "K" && counts_passes(cell)) continue;
      const bool known = std::any_of(values.begin(), values.end(),
                                     [&](const AxisValue& value) { return value.name == name; });
      if (known) continue;
      for (const options::Section section : kFieldAxisSections) {
        if (cell.find(section, name)) {
          values.push_back(
              axis_value(cell, std::string(name), {section, std::string(name), {}, ""}));
          break;
        }
      }
    }
    return values;
  }

  // Whether an option of the sampler says in K's place how long local work lasts.
  static bool counts_passes(const Cell& cell) {
    return cell.is_set(options::Section::sampler, cell.choice(Kind::sampler).passes);
  }

  static AxisValue axis_value(const Cell& cell, const std::string& name, const OptionKey& key) {
    AxisValue axis{name, key.option, {}};
    for (const options::Section section : options::kSections) {
      if (key.section ? *key.section != section : !cell.find(section, key.option)) continue;
      axis.path = options::to_text({section, key.option});
      break;
    }
    axis.value = value_in(cell, key).value_or(options::OptionValue());
    return axis;
  }

  const GridDocument& document_;
  SharedList<MetricChoice> metrics_, reference_metrics_;
  std::size_t limit_;
  std::function<void(std::size_t)> tell_;
  std::size_t built_ = 0;    // combinations
  std::int64_t most_cells_;  // of which all replicates may be done
  Findings& findings_;
  std::vector<NamedAxis> axes_;
  std::vector<ProblemConstant> constants_;
  BuildContext build_;
  std::vector<const AxisEntry*> entries_;
  Combination combination_;
  bool stop_ = false;
  Grid grid_;
  CanonicalWriter writer_, reference_writer_;
  std::unordered_set<text::Digest> cells_;                    // their hashes
  std::unordered_map<text::Digest, std::size_t> references_;  // by hash
};

void check_replicates(const GridDocument& document, const GridContext& context,
                      Findings& findings) {
  const std::int64_t most = document.stopping.rules.max;
  if (most <= context.maximum_runs) return;
  findings.add(json::Diagnostic{.place = document.stopping.replicates,
                                .path = "/replicates",
                                .message = "\"replicates\" must be at most " +
                                           std::to_string(context.maximum_runs) + ", got " +
                                           std::to_string(most)});
}

void check_runs(const Grid& grid, const GridContext& context, Findings& findings) {
  const auto cells = std::ssize(grid.cells) + std::ssize(grid.references);
  if (cells <= context.maximum_runs / grid.replicates) return;
  findings.add(json::Diagnostic{
      .path = "/replicates",
      .message = "found more than " +
                 text::counted(context.maximum_runs / grid.replicates, "cell") +
                 " and references, whose " + text::counted(grid.replicates, "replicate") +
                 " are more than " + text::counted(context.maximum_runs, "run"),
      .hint = "split it into several grids"});
}

}  // namespace

text::Result<Grid, std::vector<json::Diagnostic>> read_grid(std::string_view text,
                                                            const GridContext& context) {
  json::JsonDocument json = json::parse_json(text, context.file);
  Findings findings;
  findings.add(std::move(json.diagnostics));
  if (!json.readable) return text::no_value(findings.take(context.file));
  std::vector<json::Diagnostic> found;
  const GridDocument document = read_grid_document(json.root, found);
  if (json.root.is(json::JsonValue::Kind::object)) select_plugins(document, context.tables, found);
  findings.add(std::move(found));
  std::vector<json::Diagnostic> of_metrics;
  const std::vector<MetricChoice> metrics =
      choose_metrics(document.metrics, context.tables, context.folder, of_metrics);
  findings.add(std::move(of_metrics));
  check_replicates(document, context, findings);
  if (!json.root.is(json::JsonValue::Kind::object))
    return text::no_value(findings.take(context.file));
  Grid grid = Expansion(document, metrics, context, findings).expand();
  if (findings.empty()) {
    check_runs(grid, context, findings);
    std::vector<json::Diagnostic> of_stopping;
    check_stopping(document.stopping, context.tables, grid, of_stopping);
    findings.add(std::move(of_stopping));
  }
  if (!findings.empty()) return text::no_value(findings.take(context.file));
  return grid;
}

}  // namespace skald::grid
