#include "charts/published_file.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "files/regular_file.hpp"
#include "json/json.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using json::JsonValue;

constexpr std::size_t kLargestPublished = std::size_t{16} << 20;

record::SqlValue value_of(const JsonValue& value) {
  if (value.is(JsonValue::Kind::number)) {
    if (const auto number = text::to_number(value.text)) return *number;
  }
  if (value.is(JsonValue::Kind::string)) return value.text;
  if (value.is(JsonValue::Kind::boolean)) return static_cast<std::int64_t>(value.boolean);
  return {};
}

// Returns the number of rows that a row with arrays stands for; 1 without arrays.
std::size_t length_of(const JsonValue& row, const std::string& file) {
  std::set<std::size_t> lengths;
  for (const auto& member : row.members) {
    if (member.value.is(JsonValue::Kind::array)) lengths.insert(member.value.items.size());
  }
  if (lengths.size() > 1) {
    throw UsageError(
        fmt::format("{}: line {}: the arrays of a row must be equally long", file, row.place.line));
  }
  return lengths.empty() ? 1 : *lengths.begin();
}

using PublishedRows = std::vector<report::PublishedRow>;

void add_rows(const JsonValue& row, const std::string& file, PublishedRows& rows) {
  if (!row.is(JsonValue::Kind::object)) {
    throw UsageError(fmt::format("{}: line {}: a row must be an object, got {}", file,
                                 row.place.line, json::describe(row)));
  }
  const std::size_t length = length_of(row, file);
  for (std::size_t i = 0; i < length; ++i) {
    report::PublishedRow expanded;
    expanded.reserve(row.members.size());
    for (const auto& member : row.members) {
      const bool is_array = member.value.is(JsonValue::Kind::array);
      expanded.emplace_back(member.key, value_of(is_array ? member.value.items[i] : member.value));
    }
    rows.push_back(std::move(expanded));
  }
}

double scale_of(const JsonValue& root, const std::string& metric) {
  const JsonValue* units = root.find("units");
  if (units == nullptr) return 1;
  const std::string text = json::text_at(*units, metric);
  if (text == "percent") return 0.01;
  return text::to_number(text).value_or(1);
}

std::set<std::string> keys_of(const PublishedRows& rows) {
  std::set<std::string> keys;
  for (const auto& row : rows) {
    for (const auto& [key, value] : row) keys.insert(key);
  }
  return keys;
}

}  // namespace

std::vector<report::PublishedMetric> read_published(const std::string& file,
                                                    const std::vector<std::string>& metrics) {
  PublishedRows rows;
  std::vector<report::PublishedMetric> found;
  std::set<std::string> keys;
  try {
    const JsonValue root = json::read_json(files::read_regular_file(file, kLargestPublished));
    for (const JsonValue& row : json::member_at(root, "rows", JsonValue::Kind::array).items) {
      add_rows(row, file, rows);
    }
    keys = keys_of(rows);
    for (const std::string& metric : metrics) {
      if (keys.contains(metric)) found.push_back({metric, rows, scale_of(root, metric)});
    }
  } catch (const json::JsonError& e) {
    throw UsageError(file + ": " + e.what());
  }
  if (!found.empty()) return found;
  throw UsageError(fmt::format("{}: no row has \"{}\"; rows have {}", file,
                               fmt::join(metrics, "\" or \""), fmt::join(keys, ", ")));
}

}  // namespace skald
