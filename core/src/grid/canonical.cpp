#include "grid/canonical.hpp"

#include <algorithm>
#include <stdexcept>

#include "grid/number_text.hpp"
#include "grid/option_value.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

using Json = JsonValue::Kind;

enum class Form { canonical, full };

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("this is not the JSON of a cell: " + what);
}

JsonValue double_json(double value) {
  std::string text = number_text(value);
  if (text == "inf" || text == "-inf") return json_string(text);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return json_number(text);
}

// Whether a string stands for something else than itself.
bool has_meaning(std::string_view text) {
  return text.starts_with('=') || text == "inf" || text == "-inf";
}

JsonValue text_json(const std::string& text) {
  if (!has_meaning(text)) return json_string(text);
  JsonValue json = json_object({});
  add(json, "text", json_string(text));
  return json;
}

JsonValue path_json(const FilePath& path, Form form) {
  JsonValue json = json_object({});
  add(json, "path", json_string(path.written));
  if (form == Form::full) add(json, "resolved", json_string(path.resolved));
  return json;
}

// The part of an array below `axis` that begins at value `offset`; moves `offset` behind it.
JsonValue array_json(const NumberArray& array, std::size_t axis, std::size_t& offset) {
  std::vector<JsonValue> items;
  for (std::int64_t i = 0; i < array.shape[axis]; ++i) {
    items.push_back(axis + 1 == array.shape.size() ? double_json(array.values[offset++])
                                                   : array_json(array, axis + 1, offset));
  }
  return json_array(std::move(items));
}

JsonValue value_json(const OptionValue& value, Form form) {
  if (const auto* boolean = std::get_if<bool>(&value)) return json_boolean(*boolean);
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    return json_number(std::to_string(*integer));
  if (const auto* number = std::get_if<double>(&value)) return double_json(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return text_json(*text);
  if (const auto* expression = std::get_if<Expression>(&value))
    return json_string(expression->text);
  if (const auto* path = std::get_if<FilePath>(&value)) return path_json(*path, form);
  if (const auto* array = std::get_if<NumberArray>(&value)) {
    std::size_t offset = 0;
    return array_json(*array, 0, offset);
  }
  return json_null();
}

double number_in(const JsonValue& json) {
  const auto value =
      json.is(Json::number) || json.is(Json::string) ? to_number(json.text) : std::nullopt;
  if (!value) refuse("a number is wanted, got " + describe(json));
  return *value;
}

void read_array(const JsonValue& json, std::size_t axis, NumberArray& array) {
  const auto length = static_cast<std::int64_t>(json.items.size());
  if (axis == array.shape.size()) array.shape.push_back(length);
  if (array.shape[axis] != length) refuse("an array is not rectangular");
  for (const JsonValue& item : json.items) {
    if (item.is(Json::array)) {
      read_array(item, axis + 1, array);
    } else if (axis + 1 == array.shape.size()) {
      array.values.push_back(number_in(item));
    } else {
      refuse("an array is not rectangular");
    }
  }
}

NumberArray read_array(const JsonValue& json) {
  NumberArray array;
  read_array(json, 0, array);
  std::int64_t count = 1;
  for (const std::int64_t length : array.shape) count *= length;
  if (count != static_cast<std::int64_t>(array.values.size()))
    refuse("an array is not rectangular");
  return array;
}

OptionValue read_string(const std::string& text) {
  if (text.starts_with('=')) return Expression{text};
  if (has_meaning(text)) return *to_number(text);
  return text;
}

OptionValue read_object(const JsonValue& json, std::string_view folder) {
  if (const JsonValue* text = json.find("text"); text && text->is(Json::string)) return text->text;
  const JsonValue* path = json.find("path");
  if (!path || !path->is(Json::string)) refuse("an object is neither a text nor a path");
  const JsonValue* resolved = json.find("resolved");
  return FilePath{path->text, resolved ? resolved->text : resolve_path(folder, path->text)};
}

OptionValue read_number(const std::string& literal) {
  const bool is_double = literal.find_first_of(".eE") != std::string::npos;
  if (is_double) {
    if (const auto number = to_number(literal)) return *number;
  } else if (const auto integer = to_integer(literal)) {
    return *integer;
  }
  refuse("the number " + literal + " is too large");
}

JsonValue options_json(std::vector<NamedValue> options, Form form) {
  if (form == Form::canonical) {
    std::sort(options.begin(), options.end(),
              [](const NamedValue& a, const NamedValue& b) { return a.first < b.first; });
  }
  JsonValue json = json_object({});
  for (const auto& [name, value] : options) add(json, name, value_json(value, form));
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

JsonValue metrics_json(std::vector<std::string> metrics, Form form) {
  if (form == Form::canonical) std::sort(metrics.begin(), metrics.end());
  JsonValue json = json_array({});
  for (const std::string& metric : metrics) json.items.push_back(json_string(metric));
  return json;
}

// The members that both forms have, keys sorted.
JsonValue cell_json(const Cell& cell, Form form) {
  JsonValue json = json_object({});
  const auto add_plugin = [&](Kind kind) {
    add(json, name_of(section_of(kind)), plugin_json(cell.choice(kind), form));
  };
  add_plugin(Kind::dataset);
  add(json, "metrics", metrics_json(cell.metrics, form));
  add_plugin(Kind::model);
  add_plugin(Kind::partition);
  add_plugin(Kind::privacy);
  add(json, "run", run_json(cell.run, form));
  add_plugin(Kind::sampler);
  return json;
}

JsonValue axis_json(const AxisValue& axis) {
  JsonValue json = json_object({});
  add(json, "name", json_string(axis.name));
  add(json, "path", json_string(axis.path));
  add(json, "value", value_json(axis.value, Form::full));
  return json;
}

const JsonValue& member(const JsonValue& json, std::string_view key, Json kind) {
  const JsonValue* value = json.find(key);
  if (!value || !value->is(kind)) refuse("\"" + std::string(key) + "\" is missing or wrong");
  return *value;
}

template <class Integer>
Integer integer_in(const JsonValue& json, std::string_view key) {
  const auto value = to_integer(member(json, key, Json::number).text);
  if (!value || !std::in_range<Integer>(*value))
    refuse("\"" + std::string(key) + "\" is no integer of its range");
  return static_cast<Integer>(*value);
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
  choice.plugin = member(json, "plugin", Json::string).text;
  choice.numerics_revision = integer_in<std::uint32_t>(json, "numerics_revision");
  choice.options = read_options(member(json, "options", Json::object), folder);
  if (json.find("seed")) choice.seed = integer_in<std::int64_t>(json, "seed");
  return choice;
}

AxisValue read_axis(const JsonValue& json, std::string_view folder) {
  const JsonValue* value = json.find("value");
  if (!value) refuse("an axis has no value");
  return {member(json, "name", Json::string).text, member(json, "path", Json::string).text,
          from_json(*value, folder)};
}

void read_rest(const JsonValue& json, std::string_view folder, Cell& cell) {
  if (json.find("study_seed")) cell.seed = integer_in<std::uint64_t>(json, "study_seed");
  if (json.find("reference")) cell.reference = integer_in<std::size_t>(json, "reference");
  if (json.find("axes")) {
    for (const JsonValue& axis : member(json, "axes", Json::array).items)
      cell.axes.push_back(read_axis(axis, folder));
  }
  if (json.find("evaluated")) {
    for (const JsonMember& note : member(json, "evaluated", Json::object).members)
      cell.evaluated.emplace_back(note.key, note.value.text);
  }
}

}  // namespace

JsonValue to_json(const OptionValue& value) { return value_json(value, Form::canonical); }

OptionValue from_json(const JsonValue& json, std::string_view folder) {
  switch (json.kind) {
    case Json::null:
      return {};
    case Json::boolean:
      return json.boolean;
    case Json::number:
      return read_number(json.text);
    case Json::string:
      return read_string(json.text);
    case Json::array:
      return read_array(json);
    case Json::object:
      return read_object(json, folder);
  }
  refuse("a value of no kind");
}

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
  if (cell.reference) add(json, "reference", json_number(std::to_string(*cell.reference)));
  add(json, "study_seed", json_number(std::to_string(cell.seed)));
  return write_json(json);
}

Cell read_cell(std::string_view text, std::string_view folder) {
  const JsonDocument document = parse_json(text, "cell");
  if (!document.readable || !document.diagnostics.empty())
    refuse(document.diagnostics.front().message);
  const JsonValue& json = document.root;
  Cell cell;
  for (std::size_t s = 0; s < cell.plugins.size(); ++s) {
    cell.plugins[s] =
        read_choice(member(json, kSectionNames[s], Json::object), static_cast<Kind>(s), folder);
  }
  cell.run = read_options(member(json, "run", Json::object), folder);
  for (const JsonValue& metric : member(json, "metrics", Json::array).items)
    cell.metrics.push_back(metric.text);
  read_rest(json, folder, cell);
  return cell;
}

}  // namespace skald
