// The members of a JSON object, each read once, with faults that say where and what to do.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.hpp"

namespace skald {

// Bounds of a number; an open end does not belong to the range.
struct NumberRange {
  double least, most;
  bool open_least = false, open_most = false;
  const char* text;  // "above 0"
};

class ObjectReader {
 public:
  // `value` must be an object, called `what` in faults ("an event").
  ObjectReader(const json::JsonValue& value, std::string path, std::string what,
               std::vector<json::Diagnostic>& faults);

  bool is_object() const { return value_.is(json::JsonValue::Kind::object); }
  bool has(std::string_view key) const { return value_.find(key) != nullptr; }

  // Return the member, or nothing if it is not there or is wrong, which is then reported.
  std::optional<double> number(std::string_view key, const NumberRange& range);
  std::optional<std::vector<double>> numbers(std::string_view key, const NumberRange& range);
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
  std::optional<std::string> word(std::string_view key, std::span<const std::string> words);
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  const json::JsonValue* object(std::string_view key);
  const json::JsonValue* list(std::string_view key);

  // Readers of the objects in a list, each called `what`; none if it is not there or is wrong.
  std::vector<ObjectReader> objects(std::string_view key, const std::string& what);

  // Return the member; where it is missing or wrong, which is then reported, `other`.
  double needed(std::string_view key, const NumberRange& range, const char* remedy,
                double other = 1);
  std::int64_t needed(std::string_view key, std::int64_t least, std::int64_t most,
                      const char* remedy);  // other: `least`

  // Report a member that is missing; what it would be is in `remedy`.
  void require(std::string_view key, const std::string& remedy);
  // The first member whose value is one of these words, if there is one.
  std::optional<std::string> member_with(std::span<const std::string> words) const;
  // Report members that nobody has asked for.
  void refuse_others();
  void report(const std::string& message, const std::string& remedy);
  void report_at(std::string_view key, const std::string& message, const std::string& remedy);

  std::string path_of(std::string_view key) const { return path_ + "/" + std::string(key); }
  json::Place place() const { return value_.place; }

 private:
  const json::JsonValue* find(std::string_view key);
  void wrong(std::string_view key, const json::JsonValue& value, const std::string& expected);

  const json::JsonValue& value_;
  std::string path_, what_;
  std::vector<json::Diagnostic>& faults_;
  std::vector<std::string> asked_;
};

}  // namespace skald
