#include "grid/stopping_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

constexpr const char* kExampleUntil = R"("until": {"metric": "accuracy", "half_width": 0.005})";
constexpr const char* kHalving = "successive_halving";
constexpr const char* kExampleRace = R"({"metric": "accuracy"})";

// Reads one object of a document by its keys.
class ObjectReader {
 public:
  ObjectReader(const json::JsonValue& object, std::string path, std::string name,
               std::vector<json::Diagnostic>& diagnostics)
      : object_(object), path_(std::move(path)), name_(std::move(name)), found_(diagnostics) {}

  void report(json::Place place, const std::string& key, std::string message,
              std::string hint = {}) {
    found_.push_back({"", place, path_ + (key.empty() ? "" : "/" + key), std::move(message),
                      std::move(hint), ""});
  }

  // Returns whether the value is an object, and reports it if not. Reports keys other than these.
  bool has_only(const std::vector<std::string>& keys, const std::string& example) {
    if (!object_.is(json::JsonValue::Kind::object)) {
      report(object_.place, "", name_ + " must be an object, got " + describe(object_),
             "write " + example);
      return false;
    }
    for (const json::JsonMember& member : object_.members) {
      if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
      const auto near = text::nearest(member.key, keys);
      std::string all;
      for (const std::string& key : keys) all += (all.empty() ? "it has: " : ", ") + key;
      report(member.key_place, member.key, name_ + " has no \"" + member.key + "\"",
             near ? "did you mean \"" + *near + "\"?" : all);
    }
    return true;
  }

  const json::JsonValue* find(const std::string& key) const { return object_.find(key); }

  std::int64_t integer(const std::string& key, std::int64_t least, const std::string& why,
                       std::int64_t otherwise) {
    const json::JsonValue* value = find(key);
    if (value == nullptr) return otherwise;
    const auto number =
        value->is(json::JsonValue::Kind::number) ? text::to_integer(value->text) : std::nullopt;
    if (number && *number >= least) return *number;
    report(value->place, key,
           "\"" + key + "\" must be an integer of at least " + std::to_string(least) + ", got " +
               describe(*value),
           why);
    return std::max(least, otherwise);
  }

  // Returns a finite number above 0, and below `below` if that is given.
  double positive(const std::string& key, std::optional<double> below, double otherwise) {
    const json::JsonValue* value = find(key);
    if (value == nullptr) return otherwise;
    const auto number =
        value->is(json::JsonValue::Kind::number) ? text::to_number(value->text) : std::nullopt;
    if (number && std::isfinite(*number) && *number > 0 && (!below || *number < *below)) {
      return *number;
    }
    report(value->place, key,
           "\"" + key + "\" must be " +
               (below ? "a number between 0 and " + text::number_text(*below) + ", without the two"
                      : "a number above 0") +
               ", got " + describe(*value));
    return otherwise;
  }

  // Returns the name of the metric, which is required.
  std::string metric(json::Place& place) {
    const json::JsonValue* value = find("metric");
    place = value ? value->place : object_.place;
    if (value && value->is(json::JsonValue::Kind::string)) return value->text;
    report(place, value ? "metric" : "",
           value ? "\"metric\" must be the name of a metric, got " + describe(*value)
                 : name_ + " has no \"metric\"",
           "name one of the grid's \"metrics\"");
    return {};
  }

 private:
  const json::JsonValue& object_;
  std::string path_, name_;
  std::vector<json::Diagnostic>& found_;
};

std::optional<stopping::Precision> read_until(const json::JsonValue& value, StoppingText& text,
                                              std::vector<json::Diagnostic>& diagnostics) {
  ObjectReader reader(value, "/replicates/until", "\"until\"", diagnostics);
  if (!reader.has_only({"metric", "half_width", "relative_half_width"},
                       std::string("{") + kExampleUntil + "}")) {
    return std::nullopt;
  }
  stopping::Precision until;
  until.metric = reader.metric(text.until_metric);
  const json::JsonValue* absolute = reader.find("half_width");
  const json::JsonValue* relative = reader.find("relative_half_width");
  if (absolute && relative) {
    reader.report(relative->place, "relative_half_width",
                  "\"until\" has both \"half_width\" and \"relative_half_width\"", "give one");
  }
  if (!absolute && !relative) {
    reader.report(value.place, "", "\"until\" says no half width",
                  "add \"half_width\": 0.005 or \"relative_half_width\": 0.01");
  }
  until.is_relative = relative != nullptr;
  until.half_width = relative ? reader.positive("relative_half_width", 1.0, 0.5)
                              : reader.positive("half_width", std::nullopt, 1);
  return until;
}

void read_open(const json::JsonValue& value, StoppingText& text,
               std::vector<json::Diagnostic>& diagnostics) {
  stopping::Rules& rules = text.rules;
  ObjectReader reader(value, "/replicates", "\"replicates\"", diagnostics);
  if (!reader.has_only({"min", "max", "step", "until"}, "")) return;
  rules.min = reader.integer("min", 2, "a half width needs two values", 3);
  rules.max = reader.integer("max", 2, "a half width needs two values", rules.min);
  rules.step = reader.integer("step", 1, "", 1);
  if (!value.find("max")) {
    reader.report(value.place, "", "\"replicates\" has no \"max\"", "add \"max\": 50");
  } else if (rules.min > rules.max) {
    reader.report(value.find("max")->place, "max",
                  "\"max\" must be at least \"min\" (" + std::to_string(rules.min) + "), got " +
                      std::to_string(rules.max),
                  value.find("min") ? "" : "\"min\" is 3 unless it is given");
    rules.max = rules.min;
  }
  const json::JsonValue* until = value.find("until");
  if (!until) {
    reader.report(value.place, "", "\"replicates\" does not say until when to add some",
                  std::string("add ") + kExampleUntil + ", or write a number instead");
    return;
  }
  rules.until = read_until(*until, text, diagnostics);
}

std::vector<std::string> read_by(const json::JsonValue& list, StoppingText& text,
                                 ObjectReader& reader) {
  std::vector<std::string> axes;
  const bool is_list = list.is(json::JsonValue::Kind::array);
  for (const json::JsonValue& axis : list.items) {
    if (!axis.is(json::JsonValue::Kind::string)) {
      reader.report(axis.place, "by", "an axis of \"by\" must be a name, got " + describe(axis));
      continue;
    }
    axes.push_back(axis.text);
    text.by.push_back(axis.place);
  }
  if (!is_list || list.items.empty()) {
    reader.report(
        list.place, "by",
        is_list ? "\"by\" names no axis" : "\"by\" must be a list of axes, got " + describe(list),
        R"(write ["sampler"], or leave it out for all axes)");
  }
  return axes;
}

// Refuses the options of the other method.
void refuse(const std::vector<std::string>& keys, const std::string& method, ObjectReader& reader) {
  for (const std::string& key : keys) {
    const json::JsonValue* value = reader.find(key);
    if (value == nullptr) continue;
    reader.report(value->place, key, "\"" + key + "\" belongs to the method \"" + method + "\"",
                  "leave it out, or choose that method");
  }
}

void read_f_race(ObjectReader& reader, stopping::Race& race) {
  refuse({"eta", "first_rung"}, kHalving, reader);
  race.confidence = reader.positive("confidence", 1.0, 0.95);
  race.first_test = reader.integer("first_test", 2, "a test needs two replicates", 0);
}

void read_halving(ObjectReader& reader, json::Place place, stopping::Race& race) {
  refuse({"confidence", "first_test"}, "f_race", reader);
  stopping::Halving& halving = race.halving.emplace();
  halving.eta = reader.integer("eta", 2, "1/eta of the settings go on from each rung", 3);
  halving.first = reader.integer("first_rung", 1, "", 1);
  if (!reader.find("first_rung")) {
    reader.report(
        place, "", "\"race\" does not say when settings are compared first",
        "add \"first_rung\": 10, in rounds, or in iterations where run.iterations is set");
  }
}

}  // namespace

void read_replicates(const json::JsonValue& value, StoppingText& text,
                     std::vector<json::Diagnostic>& diagnostics) {
  text.replicates = value.place;
  if (value.is(json::JsonValue::Kind::object)) return read_open(value, text, diagnostics);
  const auto number =
      value.is(json::JsonValue::Kind::number) ? text::to_integer(value.text) : std::nullopt;
  if (!number || *number < 1) {
    diagnostics.push_back(
        {"", value.place, "/replicates",
         "\"replicates\" must be an integer of at least 1, got " + describe(value), "", ""});
    return;
  }
  text.rules.min = text.rules.max = *number;
}

void read_race(const json::JsonMember& member, StoppingText& text,
               std::vector<json::Diagnostic>& diagnostics) {
  text.race = member.key_place;
  ObjectReader reader(member.value, "/race", "\"race\"", diagnostics);
  if (!reader.has_only({"metric", "method", "by", "confidence", "first_test", "eta", "first_rung"},
                       kExampleRace)) {
    return;
  }
  stopping::Race race;
  race.metric = reader.metric(text.race_metric);
  const json::JsonValue* method = reader.find("method");
  const bool is_named = method && method->is(json::JsonValue::Kind::string);
  const bool is_halving = is_named && method->text == kHalving;
  if (method && !is_halving && !(is_named && method->text == "f_race")) {
    reader.report(
        method->place, "method",
        "\"method\" must be \"f_race\" or \"successive_halving\", got " + describe(*method));
  }
  if (const json::JsonValue* by = reader.find("by")) race.by = read_by(*by, text, reader);
  if (is_halving) {
    text.first_rung =
        reader.find("first_rung") ? reader.find("first_rung")->place : member.key_place;
    read_halving(reader, member.value.place, race);
  } else {
    read_f_race(reader, race);
  }
  text.rules.race = race;
}

}  // namespace skald::grid
