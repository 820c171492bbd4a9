#include "grids/finding.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "json/json.hpp"
#include "options/option_value.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::array kSeverities{"error", "warning", "note"};

const char* name_of(Finding::Severity severity) {
  return kSeverities[static_cast<std::size_t>(severity)];
}

bool has_place(const Finding& finding) { return finding.said.place.line > 0; }

std::string text_of(const Finding& finding) {
  const json::Diagnostic& said = finding.said;
  const bool is_of_all = finding.severity == Finding::Severity::note && !has_place(finding);
  if (is_of_all) return said.file + ": " + said.message + "\n";
  const std::string cells = finding.cells.empty() ? "" : "   (" + finding.cells + ")";
  return json::headline(said, name_of(finding.severity)) + cells + "\n" + finding.excerpt;
}

void add_given(json::JsonValue& object, const char* key, const std::string& text) {
  if (!text.empty()) json::add(object, key, text);
}

json::JsonValue to_json(const Finding& finding) {
  const json::Diagnostic& said = finding.said;
  json::JsonValue object = json::json_object({{"file", said.file}});
  if (has_place(finding)) {
    json::add(object, "line", said.place.line);
    json::add(object, "column", said.place.column);
  }
  json::add(object, "severity", name_of(finding.severity));
  json::add(object, "message", said.message);
  add_given(object, "path", said.path);
  add_given(object, "hint", said.hint);
  add_given(object, "rule", said.subject);
  add_given(object, "cells", finding.cells);
  return object;
}

}  // namespace

bool has_error(const std::vector<Finding>& findings) {
  return std::ranges::find(findings, Finding::Severity::error, &Finding::severity) !=
         findings.end();
}

Finding note_on(const std::string& file, const std::string& message) {
  return {Finding::Severity::note, {.file = file, .message = message}};
}

std::string text_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += text_of(finding);
  return text::printable(text);
}

std::string json_of(const std::vector<Finding>& findings) {
  std::string lines;
  for (const Finding& finding : findings) lines += json::write_json(to_json(finding)) + "\n";
  return lines;
}

namespace {

std::string with_count(const std::vector<Finding>& faults) {
  const auto errors = std::ranges::count(faults, Finding::Severity::error, &Finding::severity);
  return text_of(faults) + text::counted(errors, "error") + "\n";
}

}  // namespace

GridFaults::GridFaults(std::vector<Finding> faults)
    : GridError(with_count(faults)), findings(std::move(faults)) {}

namespace {

using JsonKind = json::JsonValue::Kind;

constexpr std::string_view kWordCharacters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

// Returns where the word stands in the text, alone.
std::size_t find_word(std::string_view text, std::string_view word) {
  const auto ends_word = [&](std::size_t at) {
    return at >= text.size() || kWordCharacters.find(text[at]) == std::string_view::npos;
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if ((at == 0 || ends_word(at - 1)) && ends_word(at + word.size())) return at;
  }
  return std::string_view::npos;
}

bool is_value(const json::JsonValue& json, const options::OptionValue& value) {
  if (json.is(JsonKind::null)) return std::holds_alternative<std::monostate>(value);
  if (json.is(JsonKind::boolean)) return value == options::OptionValue(json.boolean);
  if (const auto number = options::as_number(value)) {
    const auto written = text::to_number(json.text);
    return written && options::matches(*written, *number);
  }
  return json.is(JsonKind::string) && json.text == options::display(value);
}

// Returns the place of the value in what an axis lists, or of the list if it is computed.
json::Place place_among(const json::JsonValue& list, const options::OptionValue& value) {
  for (const json::JsonValue& item : list.items)
    if (is_value(item, value)) return item.place;
  return list.place;
}

std::optional<json::Place> place_in_entry(const json::JsonValue& entry, const grid::AxisValue& axis,
                                          std::string_view option) {
  for (const json::JsonMember& member : entry.members) {
    if (member.key == "zip") {
      if (auto found = place_in_entry(member.value, axis, option)) return found;
    }
    if (member.key == axis.path || member.key == option)
      return place_among(member.value, axis.value);
  }
  return std::nullopt;
}

std::optional<json::Place> place_on_axis(const json::JsonValue& root, const grid::AxisValue& axis,
                                         std::string_view option) {
  const json::JsonValue* entries = root.find("axes");
  if (entries == nullptr) return std::nullopt;
  for (const json::JsonValue& entry : entries->items)
    if (auto found = place_in_entry(entry, axis, option)) return found;
  return std::nullopt;
}

std::optional<json::Place> place_of_metric(const json::JsonValue& root, const std::string& metric) {
  const json::JsonValue* metrics = root.find("metrics");
  if (metrics == nullptr) return std::nullopt;
  for (const json::JsonValue& item : metrics->items) {
    for (const json::JsonValue* name : {&item, item.find("name"), item.find("plugin")}) {
      if (name == nullptr || !name->is(JsonKind::string)) continue;
      if (name->text == metric) return item.place;
    }
  }
  return std::nullopt;
}

// Looks for the option that a message about a section names first.
class NamedOption {
 public:
  explicit NamedOption(std::string_view message) : message_(message) {}

  void offer(std::string_view option, json::Place place) {
    const std::size_t at = find_word(message_, option);
    if (at >= first_) return;
    first_ = at;
    place_ = place;
  }
  std::optional<json::Place> place() const { return place_; }

 private:
  std::string_view message_;
  std::size_t first_ = std::string_view::npos;
  std::optional<json::Place> place_;
};

// The value as the axis has it: of what a formula gave, the formula.
grid::AxisValue as_written(const grid::Cell& cell, grid::AxisValue axis) {
  for (const auto& [path, formula] : cell.evaluated)
    if (path == axis.path) axis.value = options::Expression{formula};
  return axis;
}

std::optional<json::Place> place_of_option(const json::JsonValue& root, std::string_view message,
                                           std::string_view section, const grid::Cell* cell) {
  NamedOption named(message);
  std::optional<json::Place> plugin;
  for (const grid::AxisValue& axis : cell ? cell->axes : std::vector<grid::AxisValue>()) {
    const std::string_view path = axis.path;
    const std::string_view option = path.substr(std::min(path.find('.') + 1, path.size()));
    const auto place = place_on_axis(root, as_written(*cell, axis), option);
    if (!place) continue;
    const bool is_own = path.starts_with(std::string(section) + ".");
    if (option == "plugin") {
      if (is_own) plugin = place;
      continue;
    }
    named.offer(option, *place);
    if (is_own && std::holds_alternative<std::string>(axis.value))
      named.offer(std::get<std::string>(axis.value), *place);
  }
  if (const json::JsonValue* given = root.find(section)) {
    for (const json::JsonMember& member : given->members)
      if (member.key != "plugin") named.offer(member.key, member.key_place);
  }
  return named.place() ? named.place() : plugin;
}

constexpr json::Place kBeginning{.line = 1, .column = 1, .length = 0};

// Returns the place of the key of a member, or of one of its members: "sampler", "start.sampler".
json::Place place_of_key(const json::JsonValue& root, std::string_view name) {
  const std::string_view first = name.substr(0, name.find('.'));
  for (const json::JsonMember& member : root.members) {
    if (member.key != first) continue;
    if (first.size() == name.size() || !member.value.is(JsonKind::object)) return member.key_place;
    const json::Place within = place_of_key(member.value, name.substr(first.size() + 1));
    return within == kBeginning ? member.key_place : within;
  }
  return kBeginning;
}

json::Place place_in(const json::JsonValue& root, const run::CellFinding& finding,
                     const grid::Cell* cell) {
  const record::Subject& about = finding.about;
  if (!about.metric.empty())
    return place_of_metric(root, about.metric).value_or(place_of_key(root, about.section));
  const bool is_section = root.find(about.section) != nullptr || cell != nullptr;
  const auto option =
      is_section ? place_of_option(root, finding.message, about.section, cell) : std::nullopt;
  return option ? *option : place_of_key(root, about.section);
}

}  // namespace

json::Place grid_place(const LoadedGrid& loaded, const run::CellFinding& finding,
                       const grid::Cell* cell) {
  return place_in(json::parse_json(loaded.text, loaded.file).root, finding, cell);
}

std::vector<Finding> findings_of(const LoadedGrid& loaded, const std::vector<CellFault>& faults,
                                 Finding::Severity severity) {
  std::vector<Finding> findings;
  for (const CellFault& fault : faults) {
    findings.push_back({severity,
                        {.file = loaded.file,
                         .place = grid_place(loaded, fault.finding, fault.cell),
                         .message = fault.finding.message},
                        fault.cells});
  }
  return findings;
}

}  // namespace skald
