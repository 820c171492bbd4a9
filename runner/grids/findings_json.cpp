#include "grids/findings_json.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>
#include <vector>

#include "json/json.hpp"

namespace skald {
namespace {

struct Finding {
  std::optional<int> line, column;
  std::string severity = "note", message;
};

// Takes "12:" off the text.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || length >= text.size() || text[length] != ':') return std::nullopt;
  text.remove_prefix(length + 1);
  return number;
}

// Nothing: the line goes on with the finding before.
std::optional<Finding> read(const std::string& file, std::string_view line) {
  if (!line.starts_with(file + ":")) return std::nullopt;
  line.remove_prefix(file.size() + 1);
  Finding found;
  found.line = take_number(line);
  if (found.line) found.column = take_number(line);
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  for (const std::string_view severity : {"error", "warning", "note"}) {
    if (!line.starts_with(std::string(severity) + ": ")) continue;
    found.severity = severity;
    line.remove_prefix(severity.size() + 2);
    break;
  }
  found.message = line;
  return found;
}

// Of the excerpt below a finding, and of "2 errors" at the end.
bool is_of_layout(std::string_view line) {
  if (line.empty() || line.front() == ' ') return true;
  std::string_view rest = line;
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
  return rest.size() < line.size() && (rest == " error" || rest == " errors");
}

std::string to_json(const std::string& file, const Finding& finding) {
  json::JsonValue object = json::json_object({{"file", file}});
  if (finding.line) json::add(object, "line", *finding.line);
  if (finding.column) json::add(object, "column", *finding.column);
  json::add(object, "severity", finding.severity);
  json::add(object, "message", finding.message);
  return json::write_json(object);
}

}  // namespace

std::string findings_json(const std::string& file, std::string_view text) {
  std::vector<Finding> findings;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    if (auto found = read(file, line)) {
      findings.push_back(*std::move(found));
    } else if (!findings.empty() && !is_of_layout(line)) {
      findings.back().message.append("\n").append(line);
    }
  }
  std::string lines;
  for (const Finding& finding : findings) lines += to_json(file, finding) + "\n";
  return lines;
}

}  // namespace skald
