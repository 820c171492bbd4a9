#include "grids/tuning_document.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "grid/selection.hpp"
#include "json/json.hpp"
#include "options/condition.hpp"
#include "options/option_json.hpp"
#include "options/option_value.hpp"
#include "stopping/axis_walk.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using json::JsonValue;
using options::OptionPath;
using options::OptionValue;

constexpr double kMostWhole = 9007199254740992;  // 2^53
constexpr const char* kTrialDescription = "Runs by which skald tune chooses values";
constexpr const char* kTunedDescription = "Chosen by skald tune, to be run with fresh seeds";

const std::string* formula_of(const grid::Cell& cell, const std::string& path) {
  for (const auto& [name, text] : cell.evaluated) {
    if (name == path) return &text;
  }
  return nullptr;
}

// As a condition in "when" compares it.
JsonValue condition_value(const grid::Cell& cell, const grid::AxisValue& axis) {
  if (const std::string* formula = formula_of(cell, axis.path)) return *formula;
  if (std::holds_alternative<options::FilePath>(axis.value))
    return std::get<options::FilePath>(axis.value).written;
  if (std::holds_alternative<std::string>(axis.value)) return std::get<std::string>(axis.value);
  if (const auto* whole = std::get_if<std::int64_t>(&axis.value)) return *whole;
  if (const auto* number = std::get_if<double>(&axis.value)) {
    if (std::isinf(*number)) return *number > 0 ? "inf" : "-inf";
    return *number;
  }
  JsonValue value = options::to_json(axis.value);
  if (!value.is(JsonValue::Kind::array)) return value;
  return json::json_array({std::move(value)});  // a list in "when" is one of values
}

// What declares the option in the cell; nullptr if nothing does.
const OptionInfo* declared(const grid::Cell& cell, const OptionPath& option,
                           const grid::OptionTables& tables) {
  const PluginDescriptor* plugin = nullptr;
  if (option.section != options::Section::run) {
    const Kind kind = options::kind_of(option.section);
    plugin = grid::find_plugin(tables, kind, cell.choice(kind).plugin);
  }
  return grid::declaration(option.section, option.option, plugin, tables);
}

bool is_null(const OptionValue* value) {
  return value != nullptr && std::holds_alternative<std::monostate>(*value);
}

// Whether the cell has the option, and it makes a difference there.
bool counts(const grid::Cell& cell, const OptionPath& option, const grid::OptionTables& tables) {
  if (cell.find(option) == nullptr) return false;
  const OptionInfo* info = declared(cell, option, tables);
  return info == nullptr || options::counts(*info, [&](std::string_view name) {
           return cell.find(option.section, name);
         });
}

// Whether a value can be chosen for the option in the cell.
bool is_tuned(const grid::Cell& cell, const OptionPath& option, const grid::OptionTables& tables) {
  return counts(cell, option, tables) && !is_null(cell.find(option));
}

bool counts(const grid::Cell& cell, const grid::AxisValue& axis, const grid::OptionTables& tables) {
  if (axis.path.ends_with(".plugin")) return true;
  const auto option = options::option_path(axis.path);
  return option ? counts(cell, *option, tables) : cell.find(axis.path) != nullptr;
}

bool is_in(const TuningGroup& group, const grid::Cell& cell) {
  return std::ranges::all_of(group.when, [&](const auto& condition) {
    const auto& [path, wanted] = condition;
    const auto axis = std::ranges::find(cell.axes, path, &grid::AxisValue::path);
    return axis != cell.axes.end() &&
           json::write_json(condition_value(cell, *axis)) == json::write_json(wanted);
  });
}

bool is_any_of(const grid::AxisValue& axis, const std::vector<OptionPath>& tuned) {
  return std::ranges::any_of(
      tuned, [&](const OptionPath& option) { return options::to_text(option) == axis.path; });
}

// What tells the cell from others that differ in more than what is tuned.
std::string setting_of(const grid::Cell& cell, const std::vector<OptionPath>& tuned) {
  std::string text;
  for (const grid::AxisValue& axis : cell.axes) {
    if (!is_any_of(axis, tuned)) text += axis.path + "=" + options::display(axis.value) + "\n";
  }
  return text;
}

// The axes that tell cells apart, but for those of options that are tuned.
std::set<std::string> varying_axes(const grid::Grid& grid, const std::vector<OptionPath>& tuned) {
  std::map<std::string, std::set<std::string>> values;
  for (const grid::Cell& cell : grid.cells) {
    for (const grid::AxisValue& axis : cell.axes) {
      if (!axis.path.empty() && !is_any_of(axis, tuned))
        values[axis.name].insert(options::display(axis.value));
    }
  }
  std::set<std::string> varying;
  for (const auto& [name, seen] : values) {
    const auto has_it = [&, axis = &name](const grid::Cell& cell) {
      return std::ranges::any_of(cell.axes, [&](const grid::AxisValue& one) {
        return one.name == *axis && !one.path.empty();
      });
    };
    if (seen.size() > 1 || !std::ranges::all_of(grid.cells, has_it)) varying.insert(name);
  }
  return varying;
}

std::set<std::string> group_axes(const grid::Grid& grid, const std::vector<OptionPath>& tuned,
                                 const std::vector<std::string>& by) {
  const std::set<std::string> varying = varying_axes(grid, tuned);
  if (by.empty()) return varying;
  for (const std::string& name : by) {
    if (varying.contains(name)) continue;
    std::string known;
    for (const std::string& axis : varying) known += (known.empty() ? "" : ", ") + axis;
    throw UsageError(fmt::format("--by: no other axis of the grid that varies is called \"{}\"; {}",
                                 name, known.empty() ? "there is none" : "there are " + known));
  }
  return {by.begin(), by.end()};
}

// Without "="; empty if the value is none.
std::string formula_in(const std::string& value) {
  return value.starts_with('=') ? value.substr(1) : "";
}

void add_value(const grid::Cell& cell, const OptionPath& option, TuningGroup& group) {
  const std::string path = options::to_text(option);
  const std::string text = written_value(cell, path);
  if (formula_in(text) != group.formula) {
    throw UsageError(
        fmt::format("{}: has several formulas in one group, expected one, whose "
                    "multiples are tried",
                    path));
  }
  const double point = group.formula.empty() ? options::as_number(*cell.find(path)).value_or(0) : 1;
  if (!(point > 0) || !std::isfinite(point)) {
    throw UsageError(
        fmt::format("{}: found {}, expected a number above 0, from which its "
                    "multiples are tried",
                    path, text));
  }
  if (std::ranges::find(group.start, point) == group.start.end()) group.start.push_back(point);
}

// Refuses a group to which a cell belongs in which the option has no value, or no effect.
[[noreturn]] void refuse_group(const grid::Cell& cell, const OptionPath& option,
                               const grid::OptionTables& tables) {
  if (is_null(cell.find(option))) {
    throw UsageError(
        fmt::format("--by: a group has cells in which {} is null, and others in which it is a "
                    "number; name the axis that tells them apart, or take null out",
                    options::to_text(option)));
  }
  throw UsageError(fmt::format(
      "--by: a group has cells in which {} has no effect, since it counts only where "
      "{}; name this axis, too",
      options::to_text(option), options::condition_text(*declared(cell, option, tables))));
}

// What the values of a group can be, by one of its cells.
void add_kind(const grid::Cell& cell, const OptionPath& option, const grid::OptionTables& tables,
              TuningGroup& group) {
  const OptionInfo* info = declared(cell, option, tables);
  const std::string path = options::to_text(option);
  group.formula = formula_in(written_value(cell, path));
  group.is_whole = info != nullptr && info->type == OptionType::integer;
  if (info == nullptr || (info->type != OptionType::number && !group.is_whole)) {
    throw UsageError(
        fmt::format("{}: is no number; skald tune walks along axes of numbers, such as a step: "
                    "make it an axis of the grid instead",
                    path));
  }
  if (group.is_whole && !group.formula.empty()) {
    throw UsageError(
        fmt::format("{}: found \"={}\", expected a whole number, from which others are tried; "
                    "multiples of a formula are none: write its value, {}",
                    path, group.formula, options::display(*cell.find(option))));
  }
  group.least = group.formula.empty() ? info->minimum : 0;
  group.most = group.formula.empty() ? info->maximum : HUGE_VAL;
  if (info->maximum_excluded) group.most = std::nextafter(group.most, 0);
  if (group.is_whole) group.most = std::min(group.most, kMostWhole);
}

bool names(const std::string& key, const OptionPath& option) {
  return key == option.option || key == options::to_text(option);
}

bool is_null(const JsonValue& value) {
  const bool is_list = value.is(JsonValue::Kind::array);
  return is_list
             ? std::ranges::all_of(value.items, [](const JsonValue& one) { return is_null(one); })
             : value.is(JsonValue::Kind::null);
}

// Takes the option out, but not where it has no value: it is not tuned there, and stays as it is.
void drop(JsonValue& object, const OptionPath& option) {
  std::erase_if(object.members, [&](const auto& member) {
    return names(member.key, option) && !is_null(member.value);
  });
}

// Takes the option out of a "zip".
void drop_column(JsonValue& zip, const OptionPath& option) {
  for (const json::JsonMember& column : zip.members) {
    if (!names(column.key, option) ||
        std::ranges::none_of(column.value.items, [](const auto& one) { return is_null(one); }))
      continue;
    throw UsageError(options::to_text(option) +
                     ": is null in places of a \"zip\"; give it in entries with \"when\" instead, "
                     "since skald tune chooses its values");
  }
  drop(zip, option);
}

void set(JsonValue& object, std::string_view key, JsonValue value) {
  for (json::JsonMember& member : object.members) {
    if (member.key != key) continue;
    member.value = std::move(value);
    return;
  }
  json::add(object, key, std::move(value));
}

void remove(JsonValue& object, std::string_view key) {
  std::erase_if(object.members, [&](const auto& member) { return member.key == key; });
}

// Begins with the name and the description, by which files of this kind are known.
JsonValue renamed(const JsonValue& document, const std::string& name, std::string description) {
  JsonValue root = json::json_object({{"name", name}, {"description", description}});
  for (const json::JsonMember& member : document.members) {
    if (member.key != "name" && member.key != "description")
      json::add(root, member.key, member.value);
  }
  return root;
}

}  // namespace

JsonValue TuningGroup::value_at(double point) const {
  if (is_whole) return static_cast<std::int64_t>(point);
  if (formula.empty()) return point;
  return fmt::format("= {} * ({})", point, formula);
}

std::string written_value(const grid::Cell& cell, const std::string& path) {
  if (const std::string* formula = formula_of(cell, path)) return *formula;
  const OptionValue* value = cell.find(path);
  return value == nullptr ? "" : options::display(*value);
}

OptionPath tuned_option(const grid::Grid& grid, const std::string& name) {
  std::set<OptionPath> found;
  for (const grid::Cell& cell : grid.cells) {
    for (const options::Section section : options::kSections) {
      const OptionPath path{section, name};
      if (cell.find(path) != nullptr) found.insert(path);
      if (name == options::to_text({section, name.substr(name.find('.') + 1)}) &&
          cell.find(name) != nullptr)
        found.insert(*options::option_path(name));
    }
  }
  if (found.size() == 1) return *found.begin();
  if (found.empty())
    throw UsageError(fmt::format("--option: no cell of the grid has an option \"{}\"", name));
  throw UsageError(
      fmt::format("--option: {} sections have an option \"{}\"; write it in full, as "
                  "in {}",
                  found.size(), name, options::to_text(*found.begin())));
}

std::vector<TuningGroup> tuning_groups(const grid::Grid& grid, const OptionPath& option,
                                       const std::vector<OptionPath>& tuned,
                                       const std::vector<std::string>& by,
                                       const grid::OptionTables& tables) {
  const std::set<std::string> axes = group_axes(grid, tuned, by);
  std::vector<TuningGroup> groups;
  std::map<std::string, std::size_t> places;
  std::set<std::string> settings;
  for (const grid::Cell& cell : grid.cells) {
    if (!is_tuned(cell, option, tables)) continue;
    TuningGroup group;
    for (const grid::AxisValue& axis : cell.axes) {
      if (!axes.contains(axis.name) || !counts(cell, axis, tables)) continue;
      group.when.emplace_back(axis.path, condition_value(cell, axis));
      group.setting += fmt::format("{}{} = {}", group.setting.empty() ? "" : ", ", axis.name,
                                   options::display(axis.value));
    }
    const auto [place, is_new] = places.try_emplace(group.setting, groups.size());
    if (is_new) groups.push_back(std::move(group));
    TuningGroup& of = groups[place->second];
    if (is_new) of.cell = &cell;
    if (settings.insert(setting_of(cell, tuned)).second) ++of.settings;
    if (is_new) add_kind(cell, option, tables, of);
    add_value(cell, option, of);
  }
  if (groups.empty()) {
    throw UsageError(
        options::to_text(option) +
        ": is null or has no effect in every cell of the grid, expected a number, from "
        "which its multiples are tried");
  }
  for (TuningGroup& group : groups) std::ranges::sort(group.start);
  for (const grid::Cell& cell : grid.cells) {
    const auto count =
        std::ranges::count_if(groups, [&](const TuningGroup& group) { return is_in(group, cell); });
    const bool is_one = is_tuned(cell, option, tables);
    if (count > 0 && !is_one && cell.find(option) != nullptr) refuse_group(cell, option, tables);
    if (!is_one || count <= 1) continue;
    throw UsageError(
        fmt::format("--by: cells belong to {} groups at once, since others lack these "
                    "axes; name the axes, such as sampler, by which they lack them",
                    count));
  }
  return groups;
}

std::size_t group_of(const std::vector<TuningGroup>& groups, const grid::Cell& cell) {
  const auto found =
      std::ranges::find_if(groups, [&](const TuningGroup& group) { return is_in(group, cell); });
  return static_cast<std::size_t>(found - groups.begin());
}

JsonValue without_axis(JsonValue document, const OptionPath& option) {
  for (json::JsonMember& member : document.members) {
    if (member.key != "axes") continue;
    for (JsonValue& entry : member.value.items) {
      drop(entry, option);
      for (json::JsonMember& axis : entry.members) {
        if (axis.key == "zip") drop_column(axis.value, option);
        if (axis.key != "random") continue;
        for (const json::JsonMember& drawn : axis.value.members) {
          if (!names(drawn.key, option)) continue;
          throw UsageError(options::to_text(option) +
                           ": is drawn by \"random\"; take it out there, since skald tune chooses "
                           "its values");
        }
      }
      std::erase_if(entry.members, [](const json::JsonMember& axis) {
        return axis.key == "zip" && axis.value.members.empty();
      });
    }
    std::erase_if(member.value.items, [](const JsonValue& entry) {
      return entry.members.empty() || (entry.members.size() == 1 && entry.find("when") != nullptr);
    });
  }
  return document;
}

void add_values(JsonValue& document, const OptionPath& option, const TuningGroup& group,
                std::vector<JsonValue> values) {
  JsonValue entry = json::json_object();
  if (!group.when.empty()) {
    JsonValue when = json::json_object();
    for (const auto& [path, value] : group.when) json::add(when, path, value);
    json::add(entry, "when", std::move(when));
  }
  json::add(entry, options::to_text(option),
            values.size() == 1 ? values.front() : json::json_array(std::move(values)));
  for (json::JsonMember& member : document.members) {
    if (member.key != "axes") continue;
    member.value.items.push_back(std::move(entry));
    return;
  }
  json::add(document, "axes", json::json_array({std::move(entry)}));
}

JsonValue trial_document(const JsonValue& document, const std::string& name,
                         const std::string& metric, std::int64_t replicates) {
  JsonValue root = renamed(document, name, kTrialDescription);
  JsonValue measured = metric;
  if (const JsonValue* metrics = document.find("metrics")) {
    for (const JsonValue& one : metrics->items) {
      const JsonValue* called = one.find("name");
      if (called == nullptr) called = one.find("plugin");
      if (called != nullptr && called->text == metric) measured = one;
    }
  }
  for (const char* key : {"race", "tuned", "$schema"}) remove(root, key);
  set(root, "replicates", replicates);
  set(root, "metrics", json::json_array({measured}));
  return root;
}

JsonValue tuned_document(const JsonValue& document, const std::vector<grid::TunedChoice>& choices) {
  const std::string name = json::text_at(document, "name");
  JsonValue root = renamed(document, name + ".tuned", kTunedDescription);
  const JsonValue* seed = document.find("seed");
  const auto old = seed == nullptr ? std::nullopt : text::to_integer(seed->text);
  set(root, "seed", old.value_or(0) + 1);
  std::vector<JsonValue> entries;
  for (const grid::TunedChoice& choice : choices) entries.push_back(grid::to_json(choice));
  set(root, grid::kTuned, json::json_array(std::move(entries)));
  return root;
}

}  // namespace skald
