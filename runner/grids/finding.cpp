#include "grids/finding.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/json.hpp"
#include "text/counted.hpp"
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

}  // namespace skald
