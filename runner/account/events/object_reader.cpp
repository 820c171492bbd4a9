#include "account/events/object_reader.hpp"

#include <algorithm>
#include <utility>

#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using JsonKind = json::JsonValue::Kind;

bool is_within(const NumberRange& range, double value) {
  const bool low = range.open_least ? value > range.least : value >= range.least;
  const bool high = range.open_most ? value < range.most : value <= range.most;
  return low && high;
}

std::string listed(std::span<const std::string> words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    all += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + ("\"" + words[i] + "\"");
  }
  return all;
}

}  // namespace

ObjectReader::ObjectReader(const json::JsonValue& value, std::string path, std::string what,
                           std::vector<json::Diagnostic>& faults)
    : value_(value), path_(std::move(path)), what_(std::move(what)), faults_(faults) {
  if (!is_object()) report(what_ + " must be an object, got " + describe(value_), "");
}

std::optional<double> ObjectReader::number(std::string_view key, const NumberRange& range) {
  const json::JsonValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  const bool literal = value->is(JsonKind::number) || value->is(JsonKind::string);
  const auto number = literal ? text::to_number(value->text) : std::nullopt;
  if (number && is_within(range, *number)) return number;
  wrong(key, *value, std::string("a number ") + range.text);
  return std::nullopt;
}

std::optional<std::vector<double>> ObjectReader::numbers(std::string_view key,
                                                         const NumberRange& range) {
  const json::JsonValue* value = list(key);
  if (value == nullptr) return std::nullopt;
  std::vector<double> numbers;
  for (const json::JsonValue& item : value->items) {
    const auto number = item.is(JsonKind::number) ? text::to_number(item.text) : std::nullopt;
    if (!number || !is_within(range, *number)) {
      wrong(key, item, std::string("a list of numbers, each ") + range.text);
      return std::nullopt;
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::optional<std::int64_t> ObjectReader::integer(std::string_view key, std::int64_t least,
                                                  std::int64_t most) {
  const json::JsonValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  const auto number = value->is(JsonKind::number) ? text::to_integer(value->text) : std::nullopt;
  if (number && *number >= least && *number <= most) return number;
  wrong(key, *value,
        "an integer from " + std::to_string(least) + " to " +
            (most == std::int64_t{1} << 53 ? "2^53" : std::to_string(most)));
  return std::nullopt;
}

std::optional<std::string> ObjectReader::word(std::string_view key,
                                              std::span<const std::string> words) {
  const json::JsonValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  const bool known = value->is(JsonKind::string) &&
                     std::find(words.begin(), words.end(), value->text) != words.end();
  if (known) return value->text;
  const auto near = value->is(JsonKind::string) ? text::nearest(value->text, words) : std::nullopt;
  report_at(key,
            "\"" + std::string(key) + "\" must be " + listed(words) + ", got " + describe(*value),
            near ? "did you mean \"" + *near + "\"?" : "");
  return std::nullopt;
}

std::optional<std::string> ObjectReader::text(std::string_view key) {
  const json::JsonValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is(JsonKind::string)) return value->text;
  wrong(key, *value, "a string");
  return std::nullopt;
}

std::optional<bool> ObjectReader::flag(std::string_view key) {
  const json::JsonValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  if (value->is(JsonKind::boolean)) return value->boolean;
  wrong(key, *value, "true or false");
  return std::nullopt;
}

const json::JsonValue* ObjectReader::object(std::string_view key) {
  const json::JsonValue* value = find(key);
  if (value == nullptr || value->is(JsonKind::object)) return value;
  wrong(key, *value, "an object");
  return nullptr;
}

const json::JsonValue* ObjectReader::list(std::string_view key) {
  const json::JsonValue* value = find(key);
  if (value == nullptr || value->is(JsonKind::array)) return value;
  wrong(key, *value, "a list");
  return nullptr;
}

std::vector<ObjectReader> ObjectReader::objects(std::string_view key, const std::string& what) {
  std::vector<ObjectReader> readers;
  const json::JsonValue* value = list(key);
  if (value == nullptr) return readers;
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    ObjectReader reader(value->items[i], path_of(key) + "/" + std::to_string(i), what, faults_);
    if (reader.is_object()) readers.push_back(reader);
  }
  return readers;
}

double ObjectReader::needed(std::string_view key, const NumberRange& range, const char* remedy,
                            double other) {
  require(key, remedy);
  return number(key, range).value_or(other);
}

std::int64_t ObjectReader::needed(std::string_view key, std::int64_t least, std::int64_t most,
                                  const char* remedy) {
  require(key, remedy);
  return integer(key, least, most).value_or(least);
}

void ObjectReader::require(std::string_view key, const std::string& remedy) {
  if (!is_object() || has(key)) return;
  report(what_ + " has no \"" + std::string(key) + "\"", remedy);
}

std::optional<std::string> ObjectReader::member_with(std::span<const std::string> words) const {
  for (const json::JsonMember& member : value_.members) {
    const bool is_word = member.value.is(JsonKind::string) &&
                         std::find(words.begin(), words.end(), member.value.text) != words.end();
    if (is_word) return member.key;
  }
  return std::nullopt;
}

void ObjectReader::refuse_others() {
  if (!is_object()) return;
  for (const json::JsonMember& member : value_.members) {
    if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
    const auto near = text::nearest(member.key, asked_);
    std::vector<std::string> words = asked_;
    faults_.push_back(
        {"", member.key_place, path_of(member.key), what_ + " has no \"" + member.key + "\"",
         near ? "did you mean \"" + *near + "\"?" : "remove it, or use " + listed(words), ""});
  }
}

void ObjectReader::report(const std::string& message, const std::string& remedy) {
  faults_.push_back({"", value_.place, path_, message, remedy, ""});
}

void ObjectReader::report_at(std::string_view key, const std::string& message,
                             const std::string& remedy) {
  const json::JsonValue* value = value_.find(key);
  if (value == nullptr) return report(message, remedy);
  faults_.push_back({"", value->place, path_of(key), message, remedy, ""});
}

const json::JsonValue* ObjectReader::find(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  return is_object() ? value_.find(key) : nullptr;
}

void ObjectReader::wrong(std::string_view key, const json::JsonValue& value,
                         const std::string& expected) {
  report_at(key, "\"" + std::string(key) + "\" must be " + expected + ", got " + describe(value),
            "");
}

}  // namespace skald
