#include "grid/object_reader.hpp"

#include <algorithm>
#include <utility>

#include "grid/read_option.hpp"
#include "options/allowed_values.hpp"
#include "options/condition.hpp"
#include "options/option_value.hpp"
#include "text/nearest.hpp"

namespace skald::grid {
namespace {

using JsonKind = json::JsonValue::Kind;
using options::OptionValue;

constexpr std::int64_t kLargestInteger = std::int64_t{1} << 53;  // doubles hold these exactly

std::string in_quotes(std::string_view word) { return "\"" + std::string(word) + "\""; }

std::string alternatives(const std::vector<std::string>& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    all += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + in_quotes(words[i]);
  }
  return all;
}

std::string remedy_of(const OptionInfo& option) {
  const std::vector<std::string> words = options::choice_words(option);
  return std::string("add ") + option.doc + (words.empty() ? "" : ": " + alternatives(words));
}

// What is wrong with a value that its row allows.
std::string size_fault(const OptionInfo& option, const OptionValue& value) {
  if (const auto* number = std::get_if<double>(&value)) {
    return options::number_fault(option, *number);
  }
  const auto* integer = std::get_if<std::int64_t>(&value);
  if (integer == nullptr || *integer <= kLargestInteger) return "";
  return "must be at most 2^53, got " + std::to_string(*integer);
}

}  // namespace

ObjectReader::ObjectReader(const json::JsonValue& value, std::string path, std::string what,
                           Reading& reading)
    : value_(value), path_(std::move(path)), what_(std::move(what)), reading_(reading) {
  if (!is_object()) report(what_ + " must be an object, got " + describe(value_), "");
}

std::optional<OptionValue> ObjectReader::value(const OptionInfo& option) {
  const json::JsonValue* json = value_.find(option.name);
  if (json == nullptr) return options::default_of(option, "");
  CheckedValue checked = read_plain(option, *json);
  if (auto* number = std::get_if<double>(&checked.value);
      number && option.role == OptionRole::noise) {
    *number *= reading_.noise;
    ++reading_.noises;
  }
  if (checked.fault.empty()) checked.fault = size_fault(option, checked.value);
  if (checked.fault.empty()) return checked.value;
  reading_.faults.push_back({"", checked.place.line > 0 ? checked.place : json->place,
                             path_of(option.name), in_quotes(option.name) + " " + checked.fault,
                             checked.hint, ""});
  return std::nullopt;
}

std::optional<std::vector<OptionValue>> ObjectReader::values(
    std::span<const OptionInfo> table, const std::vector<std::string_view>& others) {
  if (!is_object()) return std::nullopt;
  const std::size_t before = reading_.faults.size();
  std::vector<OptionValue> values;
  for (const OptionInfo& option : table) {
    if (options::is_required(option) && *option.only_if == '\0' && !find(option.name)) {
      report_missing(option.name, remedy_of(option));
    }
    values.push_back(value(option).value_or(OptionValue()));
  }
  std::vector<std::string_view> known = others;
  for (const OptionInfo& option : table) known.emplace_back(option.name);
  refuse_others(known);
  if (reading_.faults.size() == before) check_conditions(table, values);
  if (reading_.faults.size() > before) return std::nullopt;
  return values;
}

void ObjectReader::check_conditions(std::span<const OptionInfo> table,
                                    const std::vector<OptionValue>& values) {
  const auto value_of = [&](std::string_view name) -> const OptionValue* {
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (table[i].name == name) return &values[i];
    }
    return nullptr;
  };
  for (std::size_t i = 0; i < table.size(); ++i) {
    const OptionInfo& option = table[i];
    if (find(option.name)) {
      const std::string fault = options::inert_fault(option, values[i], value_of);
      if (!fault.empty()) report_at(option.name, in_quotes(option.name) + " " + fault, "remove it");
    } else if (options::is_required(option) && options::counts(option, value_of)) {
      report_missing(option.name, remedy_of(option));
    }
  }
}

std::vector<ObjectReader> ObjectReader::objects(std::string_view key, const std::string& what,
                                                const std::string& doc) {
  std::vector<ObjectReader> readers;
  const json::JsonValue* list = find(key);
  if (list == nullptr) {
    report_missing(key, "add a list of " + doc);
  } else if (!list->is(JsonKind::array)) {
    report_at(key, in_quotes(key) + " must be a list, got " + describe(*list), "");
  } else {
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      ObjectReader reader(list->items[i], path_of(key) + "/" + std::to_string(i), what, reading_);
      if (reader.is_object()) readers.push_back(reader);
    }
  }
  return readers;
}

std::vector<const json::JsonValue*> ObjectReader::names(std::string_view key,
                                                        const std::string& remedy) {
  std::vector<const json::JsonValue*> names;
  const json::JsonValue* list = find(key);
  if (list == nullptr) return names;
  for (const json::JsonValue& item : list->items) {
    if (item.is(JsonKind::string)) {
      names.push_back(&item);
    } else {
      reading_.faults.push_back(
          {"", item.place, path_of(key),
           "an item of " + in_quotes(key) + " must be a name, got " + describe(item), "", ""});
    }
  }
  const bool is_list = list->is(JsonKind::array);
  if (!is_list) report_at(key, in_quotes(key) + " must be a list, got " + describe(*list), remedy);
  if (is_list && list->items.empty()) report_at(key, in_quotes(key) + " names nothing", remedy);
  return names;
}

bool ObjectReader::is_at_most(std::string_view key, std::int64_t value, std::int64_t most,
                              const std::string& remedy) {
  if (value <= most) return true;
  report_at(key,
            in_quotes(key) + " must be at most " + std::to_string(most) + ", got " +
                std::to_string(value),
            remedy);
  return false;
}

std::optional<std::string> ObjectReader::member_with(std::span<const std::string> words) const {
  for (const json::JsonMember& member : value_.members) {
    const bool is_word = member.value.is(JsonKind::string) &&
                         std::find(words.begin(), words.end(), member.value.text) != words.end();
    if (is_word) return member.key;
  }
  return std::nullopt;
}

void ObjectReader::refuse_others(const std::vector<std::string_view>& known, const Reason& why,
                                 const std::string& otherwise) {
  const std::vector<std::string> words(known.begin(), known.end());
  for (const json::JsonMember& member : value_.members) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    std::string hint = why ? why(member.key) : "";
    if (const auto near = text::nearest(member.key, words); hint.empty() && near)
      hint = "did you mean " + in_quotes(*near) + "?";
    if (hint.empty()) hint = otherwise;
    if (hint.empty()) hint = "remove it, or use " + alternatives(words);
    reading_.faults.push_back({"", member.key_place, path_of(member.key),
                               what_ + " has no " + in_quotes(member.key), std::move(hint), ""});
  }
}

void ObjectReader::report_missing(std::string_view key, const std::string& remedy) {
  report(what_ + " has no " + in_quotes(key), remedy);
}

void ObjectReader::report(const std::string& message, const std::string& remedy) {
  reading_.faults.push_back({"", value_.place, path_, message, remedy, ""});
}

void ObjectReader::report_at(std::string_view key, const std::string& message,
                             const std::string& remedy) {
  const json::JsonValue* value = find(key);
  if (value == nullptr) return report(message, remedy);
  reading_.faults.push_back({"", value->place, path_of(key), message, remedy, ""});
}

}  // namespace skald::grid
