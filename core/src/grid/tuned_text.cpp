#include "grid/tuned_text.hpp"

#include <array>
#include <optional>

#include "options/section.hpp"
#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

using json::JsonValue;
using Kind = JsonValue::Kind;

class ChoiceReader {
 public:
  ChoiceReader(std::string path, std::vector<json::Diagnostic>& diagnostics)
      : path_(std::move(path)), diagnostics_(diagnostics) {}

  TunedChoice read(const JsonValue& entry) {
    TunedChoice choice;
    for (const std::string_view name : {"option", "value", "below", "above"}) {
      if (entry.find(name) != nullptr) continue;
      report(entry.place, "", "an entry of \"tuned\" has no \"" + std::string(name) + "\"",
             "skald tune writes these entries");
    }
    for (const json::JsonMember& member : entry.members) read_member(member, choice);
    return choice;
  }

 private:
  void report(json::Place place, std::string_view key, std::string message, std::string hint) {
    diagnostics_.push_back({.place = place,
                            .path = key.empty() ? path_ : path_ + "/" + std::string(key),
                            .message = std::move(message),
                            .hint = std::move(hint)});
  }

  void read_member(const json::JsonMember& member, TunedChoice& choice) {
    const JsonValue& value = member.value;
    const std::string& key = member.key;
    if (key == "option") {
      choice.option = text(key, value);
      if (value.is(Kind::string) && !options::option_path(choice.option)) {
        report(value.place, key,
               "\"option\" must be the full name of an option, got " + describe(value),
               "write \"sampler.lr\"");
      }
    } else if (key == "when") {
      for (const json::JsonMember& one : value.members)
        choice.when.emplace_back(one.key, one.value);
      if (!value.is(Kind::object))
        report(value.place, key, "\"when\" must be an object, got " + describe(value), "");
    } else if (key == "value") {
      choice.value = value;
    } else if (key == "below") {
      choice.below = side(key, value);
    } else if (key == "above") {
      choice.above = side(key, value);
    } else if (key == "metric") {
      choice.metric = text(key, value);
    } else if (key == "privacy") {
      choice.privacy = text(key, value);
    } else if (key == "may_be_open") {
      choice.may_be_open = text(key, value);
    } else if (key == "factor") {
      choice.factor = number(key, value);
    } else if (key == "points") {
      choice.points = static_cast<std::int64_t>(number(key, value));
    } else if (key == "runs") {
      choice.runs = static_cast<std::int64_t>(number(key, value));
    } else {
      const std::vector<std::string> members{"option", "when",    "value",      "below",
                                             "above",  "metric",  "factor",     "points",
                                             "runs",   "privacy", "may_be_open"};
      const auto near = text::nearest(key, members);
      report(member.key_place, key, "an entry of \"tuned\" has no \"" + key + "\"",
             near ? "did you mean \"" + *near + "\"?" : "skald describe tuned lists its members");
    }
  }

  std::string text(const std::string& key, const JsonValue& value) {
    if (value.is(Kind::string)) return value.text;
    report(value.place, key, "\"" + key + "\" must be a string, got " + describe(value), "");
    return {};
  }

  double number(const std::string& key, const JsonValue& value) {
    constexpr double most = 1e15;
    const auto read = value.is(Kind::number) ? text::to_number(value.text) : std::nullopt;
    if (read && *read >= 0 && *read <= most) return *read;
    report(value.place, key,
           "\"" + key + "\" must be a number from 0 to 1e15, got " + describe(value), "");
    return 0;
  }

  stopping::Side side(const std::string& key, const JsonValue& value) {
    if (value.is(Kind::string)) {
      if (const auto named = stopping::side_named(value.text)) return *named;
    }
    report(value.place, key,
           "\"" + key + "\" must say how the side has ended, got " + describe(value),
           "one of inside, diverged, bound, flat, open");
    return stopping::Side::open;
  }

  std::string path_;
  std::vector<json::Diagnostic>& diagnostics_;
};

}  // namespace

std::vector<TunedChoice> read_tuned(const JsonValue& list,
                                    std::vector<json::Diagnostic>& diagnostics) {
  std::vector<TunedChoice> choices;
  if (!list.is(Kind::array)) {
    diagnostics.push_back({.place = list.place,
                           .path = "/tuned",
                           .message = "\"tuned\" must be a list, got " + describe(list),
                           .hint = "skald tune writes it"});
    return choices;
  }
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const JsonValue& entry = list.items[i];
    const std::string path = "/tuned/" + std::to_string(i);
    if (entry.is(Kind::object)) {
      choices.push_back(ChoiceReader(path, diagnostics).read(entry));
      continue;
    }
    diagnostics.push_back(
        {.place = entry.place,
         .path = path,
         .message = "an entry of \"tuned\" must be an object, got " + describe(entry),
         .hint = "skald tune writes these entries"});
  }
  return choices;
}

JsonValue to_json(const TunedChoice& choice) {
  JsonValue entry = json::json_object({{"option", choice.option}});
  if (!choice.when.empty()) {
    JsonValue when = json::json_object();
    for (const auto& [option, value] : choice.when) json::add(when, option, value);
    json::add(entry, "when", std::move(when));
  }
  json::add(entry, "value", choice.value);
  json::add(entry, "below", name_of(choice.below));
  json::add(entry, "above", name_of(choice.above));
  json::add(entry, "metric", choice.metric);
  json::add(entry, "factor", choice.factor);
  json::add(entry, "points", choice.points);
  json::add(entry, "runs", choice.runs);
  json::add(entry, "privacy", choice.privacy);
  if (!choice.may_be_open.empty()) json::add(entry, "may_be_open", choice.may_be_open);
  return entry;
}

}  // namespace skald::grid
