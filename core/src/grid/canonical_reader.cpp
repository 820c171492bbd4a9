#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "grid/canonical.hpp"
#include "json/json.hpp"
#include "options/option_json.hpp"
#include "options/option_value.hpp"

namespace skald::grid {
namespace {

using Json = json::JsonValue::Kind;

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("this is not the JSON of a cell: " + what);
}

std::vector<options::NamedValue> read_options(const json::JsonValue& json,
                                              std::string_view folder) {
  std::vector<options::NamedValue> options;
  for (const json::JsonMember& option : json.members)
    options.emplace_back(option.key, options::from_json(option.value, folder));
  return options;
}

PluginChoice read_choice(const json::JsonValue& json, Kind kind, std::string_view folder) {
  PluginChoice choice;
  choice.kind = kind;
  choice.plugin = json::member_at(json, "plugin", Json::string).text;
  choice.numerics_revision = json::integer_at<std::uint32_t>(json, "numerics_revision");
  choice.options = read_options(json::member_at(json, "options", Json::object), folder);
  if (json.find("seed")) choice.seed = json::integer_at<std::int64_t>(json, "seed");
  return choice;
}

MetricChoice read_metric(const json::JsonValue& json, std::string_view folder) {
  if (json.is(Json::string)) {
    return {json.text, {.kind = Kind::metric, .plugin = json.text, .numerics_revision = 1}};
  }
  MetricChoice metric;
  if (!json.is(Json::object)) refuse("a metric is neither a name nor an object");
  metric.plugin = read_choice(json, Kind::metric, folder);
  metric.name =
      json.find("name") ? json::member_at(json, "name", Json::string).text : metric.plugin.plugin;
  if (json.find("library"))
    metric.plugin.library = json::member_at(json, "library", Json::string).text;
  if (json.find("needs_reference"))
    metric.needs_reference = json::member_at(json, "needs_reference", Json::boolean).boolean;
  return metric;
}

using Notes = std::vector<std::pair<std::string, std::string>>;

Notes read_notes(const json::JsonValue& json) {
  Notes notes;
  if (!json.find("evaluated")) return notes;
  for (const json::JsonMember& note : json::member_at(json, "evaluated", Json::object).members)
    notes.emplace_back(note.key, note.value.text);
  return notes;
}

StartChoice read_start(const json::JsonValue& json, std::string_view folder) {
  return {read_choice(json::member_at(json, "sampler", Json::object), Kind::sampler, folder),
          read_options(json::member_at(json, "run", Json::object), folder), read_notes(json)};
}

AxisValue read_axis(const json::JsonValue& json, std::string_view folder) {
  const json::JsonValue* value = json.find("value");
  if (!value) refuse("an axis has no value");
  return {json::member_at(json, "name", Json::string).text,
          json::member_at(json, "path", Json::string).text, options::from_json(*value, folder)};
}

void read_rest(const json::JsonValue& json, std::string_view folder, Cell& cell) {
  if (json.find("study_seed")) cell.seed = json::integer_at<std::uint64_t>(json, "study_seed");
  if (json.find("reference")) cell.reference = json::integer_at<std::size_t>(json, "reference");
  cell.is_reference = json.find("is_reference") != nullptr;
  cell.has_own_streams = json.find("streams") != nullptr;
  if (json.find("axes")) {
    for (const json::JsonValue& axis : json::member_at(json, "axes", Json::array).items)
      cell.axes.push_back(read_axis(axis, folder));
  }
  cell.evaluated = read_notes(json);
}

Cell cell_in(const json::JsonValue& json, std::string_view folder) {
  Cell cell;
  for (const Kind kind : options::kSectionKinds) {
    cell.choice(kind) = read_choice(
        json::member_at(json, name_of(options::section_of(kind)), Json::object), kind, folder);
  }
  cell.run = read_options(json::member_at(json, "run", Json::object), folder);
  if (json.find("metrics")) {
    for (const json::JsonValue& metric : json::member_at(json, "metrics", Json::array).items)
      cell.metrics.push_back(read_metric(metric, folder));
  }
  if (json.find("start"))
    cell.start = read_start(json::member_at(json, "start", Json::object), folder);
  read_rest(json, folder, cell);
  return cell;
}

}  // namespace

Cell read_cell(std::string_view text, std::string_view folder) {
  try {
    return cell_in(json::read_json(text), folder);
  } catch (const json::JsonError& error) {
    refuse(error.what());
  }
}

std::vector<MetricChoice> read_measured(std::string_view text) {
  try {
    const json::JsonValue json = json::read_json(text);
    if (!json.is(Json::array)) refuse("what is measured is no list");
    std::vector<MetricChoice> metrics;
    for (const json::JsonValue& metric : json.items) metrics.push_back(read_metric(metric, {}));
    return metrics;
  } catch (const json::JsonError& error) {
    refuse(error.what());
  }
}

}  // namespace skald::grid
