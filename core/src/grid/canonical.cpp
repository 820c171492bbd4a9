#include "grid/canonical.hpp"

#include <algorithm>
#include <stdexcept>

#include "grid/moved_options.hpp"
#include "json/json_access.hpp"
#include "options/kind.hpp"
#include "options/option_json.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

using Json = JsonValue::Kind;

enum class Form { canonical, full };

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("this is not the JSON of a cell: " + what);
}

JsonValue options_json(std::vector<NamedValue> options, Form form) {
  if (form == Form::canonical) {
    std::sort(options.begin(), options.end(),
              [](const NamedValue& a, const NamedValue& b) { return a.first < b.first; });
  }
  JsonValue json = json_object({});
  for (const auto& [name, value] : options)
    add(json, name, form == Form::full ? to_full_json(value) : to_json(value));
  return json;
}

// Options that change no number of a run are no part of the canonical form: how often it is saved
// is left out, and its limits are as if they were not given. Options that came later are left out
// where they are not given, so that what was stored before keeps its identity.
JsonValue run_json(std::vector<NamedValue> options, Form form) {
  if (form == Form::full) return options_json(std::move(options), form);
  std::erase_if(options, [](const NamedValue& o) {
    const bool is_unset = std::holds_alternative<std::monostate>(o.second);
    return o.first == "checkpoint_seconds" || (o.first == "public" && is_unset);
  });
  for (auto& [name, value] : options) {
    if (name.starts_with("limits.")) value = std::monostate{};
  }
  return options_json(std::move(options), form);
}

JsonValue plugin_json(const PluginChoice& choice, Form form) {
  JsonValue json = json_object({});
  add(json, "numerics_revision", json_number(std::to_string(choice.numerics_revision)));
  add(json, "options", options_json(choice.options, form));
  add(json, "plugin", json_string(choice.plugin));
  if (choice.seed) add(json, "seed", json_number(std::to_string(*choice.seed)));
  return json;
}

bool stands_in_run(const MetricChoice& metric, std::string_view option) {
  return std::any_of(kMovedOptions.begin(), kMovedOptions.end(), [&](const MovedOption& moved) {
    return moved.metric == metric.plugin.plugin && moved.option == option &&
           metric.name == metric.plugin.plugin;
  });
}

// A name says all of a metric of the first numerics revision without options.
JsonValue canonical_metric(const MetricChoice& metric) {
  PluginChoice plugin = metric.plugin;
  std::erase_if(plugin.options,
                [&](const NamedValue& option) { return stands_in_run(metric, option.first); });
  const bool is_renamed = metric.name != plugin.plugin;
  if (!is_renamed && plugin.options.empty() && plugin.numerics_revision == 1) {
    return json_string(metric.name);
  }
  JsonValue json = json_object({});
  if (is_renamed) add(json, "name", json_string(metric.name));
  const JsonValue rest = plugin_json(plugin, Form::canonical);
  for (const JsonMember& member : rest.members) add(json, member.key, member.value);
  return json;
}

JsonValue full_metric(const MetricChoice& metric) {
  JsonValue json = plugin_json(metric.plugin, Form::full);
  add(json, "library", json_string(metric.plugin.library));
  add(json, "name", json_string(metric.name));
  add(json, "needs_reference", json_boolean(metric.needs_reference));
  return json;
}

JsonValue metrics_json(const Cell& cell, Form form) {
  std::vector<MetricChoice> metrics = cell.metrics;
  JsonValue json = json_array({});
  if (form == Form::full) {
    for (const MetricChoice& metric : metrics) json.items.push_back(full_metric(metric));
    return json;
  }
  if (cell.is_reference) return json;
  std::sort(metrics.begin(), metrics.end(),
            [](const MetricChoice& a, const MetricChoice& b) { return a.name < b.name; });
  for (const MetricChoice& metric : metrics) json.items.push_back(canonical_metric(metric));
  return json;
}

// The options of the run with those that metrics have now.
std::vector<NamedValue> with_moved_options(const Cell& cell) {
  std::vector<NamedValue> options = cell.run;
  for (const MovedOption& moved : kMovedOptions) {
    OptionValue value = moved.default_value;
    for (const MetricChoice& metric : cell.metrics) {
      if (metric.name != moved.metric || cell.is_reference) continue;
      for (const auto& [name, given] : metric.plugin.options) {
        if (name == moved.option) value = given;
      }
    }
    options.emplace_back(moved.run_option, std::move(value));
  }
  return options;
}

// The members that both forms have, keys sorted.
JsonValue cell_json(const Cell& cell, Form form) {
  JsonValue json = json_object({});
  const auto add_plugin = [&](Kind kind) {
    add(json, name_of(section_of(kind)), plugin_json(cell.choice(kind), form));
  };
  add_plugin(Kind::dataset);
  add(json, "metrics", metrics_json(cell, form));
  add_plugin(Kind::model);
  add_plugin(Kind::partition);
  add_plugin(Kind::privacy);
  add(json, "run",
      form == Form::canonical ? run_json(with_moved_options(cell), form)
                              : run_json(cell.run, form));
  add_plugin(Kind::sampler);
  return json;
}

JsonValue axis_json(const AxisValue& axis) {
  JsonValue json = json_object({});
  add(json, "name", json_string(axis.name));
  add(json, "path", json_string(axis.path));
  add(json, "value", to_full_json(axis.value));
  return json;
}

std::vector<NamedValue> read_options(const JsonValue& json, std::string_view folder) {
  std::vector<NamedValue> options;
  for (const JsonMember& option : json.members)
    options.emplace_back(option.key, from_json(option.value, folder));
  return options;
}

PluginChoice read_choice(const JsonValue& json, Kind kind, std::string_view folder) {
  PluginChoice choice;
  choice.kind = kind;
  choice.plugin = member_at(json, "plugin", Json::string).text;
  choice.numerics_revision = integer_at<std::uint32_t>(json, "numerics_revision");
  choice.options = read_options(member_at(json, "options", Json::object), folder);
  if (json.find("seed")) choice.seed = integer_at<std::int64_t>(json, "seed");
  return choice;
}

MetricChoice read_metric(const JsonValue& json, std::string_view folder) {
  MetricChoice metric;
  if (json.is(Json::string)) {
    metric.name = json.text;
    metric.plugin.kind = Kind::metric;
    metric.plugin.plugin = json.text;
    metric.plugin.numerics_revision = 1;
    return metric;
  }
  if (!json.is(Json::object)) refuse("a metric is neither a name nor an object");
  metric.plugin = read_choice(json, Kind::metric, folder);
  metric.name =
      json.find("name") ? member_at(json, "name", Json::string).text : metric.plugin.plugin;
  if (json.find("library")) metric.plugin.library = member_at(json, "library", Json::string).text;
  if (json.find("needs_reference"))
    metric.needs_reference = member_at(json, "needs_reference", Json::boolean).boolean;
  return metric;
}

// Out of "run", where the canonical form has them, to their metrics.
void move_options(Cell& cell) {
  for (const MovedOption& moved : kMovedOptions) {
    const auto found =
        std::find_if(cell.run.begin(), cell.run.end(),
                     [&](const NamedValue& option) { return option.first == moved.run_option; });
    if (found == cell.run.end()) continue;
    for (MetricChoice& metric : cell.metrics) {
      if (metric.name == moved.metric)
        metric.plugin.options.emplace_back(moved.option, found->second);
    }
    cell.run.erase(found);
  }
}

AxisValue read_axis(const JsonValue& json, std::string_view folder) {
  const JsonValue* value = json.find("value");
  if (!value) refuse("an axis has no value");
  return {member_at(json, "name", Json::string).text, member_at(json, "path", Json::string).text,
          from_json(*value, folder)};
}

void read_rest(const JsonValue& json, std::string_view folder, Cell& cell) {
  if (json.find("study_seed")) cell.seed = integer_at<std::uint64_t>(json, "study_seed");
  if (json.find("reference")) cell.reference = integer_at<std::size_t>(json, "reference");
  cell.is_reference = json.find("is_reference") != nullptr;
  if (json.find("axes")) {
    for (const JsonValue& axis : member_at(json, "axes", Json::array).items)
      cell.axes.push_back(read_axis(axis, folder));
  }
  if (json.find("evaluated")) {
    for (const JsonMember& note : member_at(json, "evaluated", Json::object).members)
      cell.evaluated.emplace_back(note.key, note.value.text);
  }
}

Cell cell_in(const JsonValue& json, std::string_view folder) {
  Cell cell;
  for (const Kind kind : kSectionKinds) {
    cell.choice(kind) =
        read_choice(member_at(json, name_of(section_of(kind)), Json::object), kind, folder);
  }
  cell.run = read_options(member_at(json, "run", Json::object), folder);
  for (const JsonValue& metric : member_at(json, "metrics", Json::array).items)
    cell.metrics.push_back(read_metric(metric, folder));
  move_options(cell);
  read_rest(json, folder, cell);
  return cell;
}

}  // namespace

std::string canonical_json(const Cell& cell) {
  return write_json(cell_json(cell, Form::canonical));
}

std::string cell_hash(const Cell& cell) { return sha256(canonical_json(cell)); }

std::string run_hash(const Cell& cell, std::span<const std::string> data_digests,
                     std::int64_t replicate) {
  return run_hash(cell_hash(cell), cell.seed, data_digests, replicate);
}

std::string run_hash(std::string_view cell_hash, std::uint64_t seed,
                     std::span<const std::string> data_digests, std::int64_t replicate) {
  std::vector<std::string> digests(data_digests.begin(), data_digests.end());
  std::sort(digests.begin(), digests.end());
  JsonValue data = json_array({});
  for (const std::string& digest : digests) data.items.push_back(json_string(digest));
  JsonValue run = json_object({});
  add(run, "cell", json_string(cell_hash));
  add(run, "data", std::move(data));
  add(run, "replicate", json_number(std::to_string(replicate)));
  add(run, "seed", json_number(std::to_string(seed)));
  return sha256(write_json(run));
}

std::string write_cell(const Cell& cell) {
  JsonValue json = cell_json(cell, Form::full);
  JsonValue axes = json_array({});
  for (const AxisValue& axis : cell.axes) axes.items.push_back(axis_json(axis));
  JsonValue evaluated = json_object({});
  for (const auto& [path, text] : cell.evaluated) add(evaluated, path, json_string(text));
  add(json, "axes", std::move(axes));
  add(json, "evaluated", std::move(evaluated));
  if (cell.is_reference) add(json, "is_reference", json_boolean(true));
  if (cell.reference) add(json, "reference", json_number(std::to_string(*cell.reference)));
  add(json, "study_seed", json_number(std::to_string(cell.seed)));
  return write_json(json);
}

Cell read_cell(std::string_view text, std::string_view folder) {
  try {
    return cell_in(read_json(text), folder);
  } catch (const JsonError& error) {
    refuse(error.what());
  }
}

}  // namespace skald
