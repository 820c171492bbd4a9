#include "grid/run_members.hpp"

#include <array>
#include <optional>
#include <string_view>

#include "grid/object_reader.hpp"
#include "options/section.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

// Why something of a run is not to be had for its start.
struct Reason {
  std::string_view name, why;
};

constexpr std::array kSections{
    Reason{"dataset", "it is on the data of the run itself"},
    Reason{"partition", "it is on the partition of the run itself"},
    Reason{"model", "it is on the model of the run itself"},
    Reason{"privacy", "nothing of it is noised, so that no finite eps holds for the run"},
    Reason{"metrics", "nothing of it is recorded"}};

constexpr std::string_view kUnrecorded = "nothing of a start is recorded or averaged";
constexpr std::array kRunOptions{
    Reason{"burn_in", kUnrecorded},
    Reason{"thin", kUnrecorded},
    Reason{"record_every", kUnrecorded},
    Reason{"evaluate_every", kUnrecorded},
    Reason{"averages", kUnrecorded},
    Reason{"keep_samples", kUnrecorded},
    Reason{"chains", "it has as many chains as the run: chain j starts where its chain j ends"},
    Reason{"start", "\"run.start\" of the run says where it begins"},
    Reason{"start_deviation", "\"run.start\" of the run says where it begins"},
    Reason{"divergence_bound", "that of the run holds for it too"},
    Reason{"budget", "what it takes counts against the budget of the run"},
    Reason{"limits", "those of the run hold for it and the run together"},
    Reason{"checkpoint_seconds", "it is not saved before it has ended"},
    Reason{"public", "the run declares \"start\" public, or it is not"},
    Reason{"threads", "it has those of the run"},
    Reason{"clients", "a start has no clock"}};

// Of the options of a group, such as "budget", that of the group.
template <class Reasons>
ObjectReader::Reason why_not(const Reasons& reasons) {
  return [&reasons](std::string_view name) {
    for (const Reason& reason : reasons)
      if (name.substr(0, name.find('.')) == reason.name) return std::string(reason.why);
    return std::string();
  };
}

void check_run(const json::JsonValue& value, const std::string& path, Reading& reading) {
  if (!value.is(json::JsonValue::Kind::object)) return;  // reported with the section
  ObjectReader run(value, path, "\"run\" of \"start\"", reading);
  run.refuse_others({"iterations", "rounds"}, why_not(kRunOptions));
  const auto is_given = [&](std::string_view length) {
    const json::JsonValue* given = run.find(length);
    return given != nullptr && !given->is(json::JsonValue::Kind::null);
  };
  if (is_given("iterations") && is_given("rounds")) {
    run.report("\"run\" of \"start\" has both \"iterations\" and \"rounds\"",
               "the length of a start is one of them; remove the other");
  } else if (!is_given("iterations") && !is_given("rounds")) {
    run.report("\"run\" of \"start\" has no length", "give either \"iterations\" or \"rounds\"");
  }
}

}  // namespace

void check_start(const json::JsonValue& value, const std::string& path,
                 std::vector<json::Diagnostic>& diagnostics) {
  Reading reading;
  ObjectReader start(value, path, "\"start\"", reading);
  start.refuse_others({"when", "sampler", "run"}, why_not(kSections));
  if (!start.find("sampler"))
    start.report("\"start\" has no \"sampler\"", R"(add "sampler": {"plugin": "..."})");
  if (const json::JsonValue* run = start.find("run")) {
    check_run(*run, path + "/run", reading);
  } else {
    start.report("\"start\" has no \"run\"", R"(add "run": {"iterations": 1000})");
  }
  reading.append_to(diagnostics);
}

namespace {

constexpr const char* kExampleUntil = R"("until": {"metric": "accuracy", "half_width": 0.005})";
constexpr const char* kMetric = "one of the grid's metrics";

struct OpenReplicates {
  std::int64_t min = 3, max = 0, step = 1;
};

constexpr std::array kOpenReplicates{
    option("min", &OpenReplicates::min, "smallest number of replicates of a cell; a mean needs two")
        .at_least(2),
    required(option("max", &OpenReplicates::max, "largest number of replicates of a cell")
                 .at_least(2)
                 .at_most(stopping::kMostRuns)),
    option("step", &OpenReplicates::step, "number of replicates added at a time").at_least(1)};

struct Until {
  std::string_view metric;
  std::optional<double> half_width, relative_half_width;
};

constexpr std::array kUntil{
    option("metric", &Until::metric, kMetric),
    option("half_width", &Until::half_width, "largest half width of the 95 % interval of the mean")
        .above(0),
    option("relative_half_width", &Until::relative_half_width,
           "the same, as a fraction of the absolute mean")
        .above(0)
        .below(1)};

struct RaceMembers {
  std::string_view metric, method = "f_race";
  double confidence = 0.95;
  std::optional<std::int64_t> first_test;
  std::int64_t eta = 3, first_rung = 1;
};

constexpr std::array kRace{
    option("metric", &RaceMembers::metric, "one of the grid's metrics; its better direction wins"),
    option("method", &RaceMembers::method, "how settings compete")
        .one_of("f_race|successive_halving"),
    option("confidence", &RaceMembers::confidence,
           "probability with which the best setting survives the whole race")
        .above(0)
        .below(1)
        .only_if("method=f_race"),
    option("first_test", &RaceMembers::first_test,
           "replicates before the first test, which needs two; as few as can tell two settings "
           "apart if left out")
        .at_least(2)
        .only_if("method=f_race"),
    option("eta", &RaceMembers::eta,
           "1/eta of the settings go on from each rung, and each rung is eta times as far as the "
           "one before")
        .at_least(2)
        .only_if("method=successive_halving"),
    required(option("first_rung", &RaceMembers::first_rung,
                    "where settings are compared first, in rounds, or in iterations where "
                    "run.iterations is set")
                 .at_least(1)
                 .only_if("method=successive_halving"))};

json::Place place_of(const ObjectReader& reader, std::string_view key) {
  const json::JsonValue* value = reader.find(key);
  return value ? value->place : reader.place();
}

std::optional<stopping::Precision> precision(const Until& until, ObjectReader& reader) {
  if (until.half_width && until.relative_half_width) {
    reader.report_at("relative_half_width",
                     "\"until\" has both \"half_width\" and \"relative_half_width\"", "give one");
    return std::nullopt;
  }
  if (!until.half_width && !until.relative_half_width) {
    reader.report("\"until\" says no half width",
                  "add \"half_width\": 0.005 or \"relative_half_width\": 0.01");
    return std::nullopt;
  }
  return stopping::Precision{std::string(until.metric),
                             until.half_width ? *until.half_width : *until.relative_half_width,
                             until.relative_half_width.has_value()};
}

std::optional<stopping::Precision> read_until(const ObjectReader& replicates, StoppingText& text,
                                              Reading& reading) {
  const json::JsonValue* value = replicates.find("until");
  if (value == nullptr) return std::nullopt;
  ObjectReader reader(*value, replicates.path_of("until"), "\"until\"", reading);
  text.until_metric = place_of(reader, "metric");
  return with_options<kUntil>(reader, {}, std::optional<stopping::Precision>(),
                              [&](const Until& until) { return precision(until, reader); });
}

void read_open(const json::JsonValue& value, StoppingText& text, Reading& reading) {
  ObjectReader reader(value, "/replicates", "\"replicates\"", reading);
  const auto keep = [&](const OpenReplicates& open) {
    text.rules.min = open.min;
    text.rules.max = open.max;
    text.rules.step = open.step;
    if (open.min <= open.max) return true;
    reader.report_at("max",
                     "\"max\" must be at least \"min\" (" + std::to_string(open.min) + "), got " +
                         std::to_string(open.max),
                     reader.find("min") ? "" : "\"min\" is 3 unless it is given");
    return false;
  };
  with_options<kOpenReplicates>(reader, {"until"}, false, keep);
  if (reader.find("until") == nullptr) {
    reader.report("\"replicates\" does not say until when to add some",
                  std::string("add ") + kExampleUntil + ", or write a number instead");
  }
  text.rules.until = read_until(reader, text, reading);
}

std::vector<std::string> read_by(ObjectReader& reader, StoppingText& text) {
  std::vector<std::string> axes;
  for (const json::JsonValue* axis :
       reader.names("by", R"(write ["sampler"], or leave it out for all axes)")) {
    axes.push_back(axis->text);
    text.by.push_back(axis->place);
  }
  return axes;
}

stopping::Race race_of(const RaceMembers& members) {
  stopping::Race race;
  race.metric = members.metric;
  if (members.method == "successive_halving") {
    race.halving = stopping::Halving{.eta = members.eta, .first = members.first_rung};
  } else {
    race.confidence = members.confidence;
    race.first_test = members.first_test.value_or(0);
  }
  return race;
}

}  // namespace

std::span<const OptionInfo> race_members() { return detail::option_infos_v<kRace>; }
std::span<const OptionInfo> open_replicates_members() {
  return detail::option_infos_v<kOpenReplicates>;
}
std::span<const OptionInfo> until_members() { return detail::option_infos_v<kUntil>; }

void read_replicates(const json::JsonValue& value, StoppingText& text,
                     std::vector<json::Diagnostic>& diagnostics) {
  text.replicates = value.place;
  if (value.is(json::JsonValue::Kind::object)) {
    Reading reading;
    read_open(value, text, reading);
    return reading.append_to(diagnostics);
  }
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
  Reading reading;
  ObjectReader reader(member.value, "/race", "\"race\"", reading);
  text.race = member.key_place;
  text.race_metric = place_of(reader, "metric");
  text.first_rung = reader.find("first_rung") ? place_of(reader, "first_rung") : member.key_place;
  std::vector<std::string> by = read_by(reader, text);
  text.rules.race = with_options<kRace>(
      reader, {"by"}, std::optional<stopping::Race>(),
      [](const RaceMembers& members) { return std::optional(race_of(members)); });
  if (text.rules.race) text.rules.race->by = std::move(by);
  reading.append_to(diagnostics);
}

namespace {

using json::JsonValue;
using JsonKind = JsonValue::Kind;

// Of a list that `skald tune` writes.
struct Members {
  std::string_view option, below, above;
  std::optional<std::string_view> metric;
  double factor = 0;
  std::int64_t points = 0, runs = 0;
  std::optional<std::string_view> privacy, may_be_open;
};

constexpr const char* kSides = "inside|diverged|bound|flat|open";

constexpr std::array kMembers{
    option("option", &Members::option, "full name of the option, such as sampler.lr"),
    option("below", &Members::below, "how the axis ends below the value").one_of(kSides),
    option("above", &Members::above, "how the axis ends above the value").one_of(kSides),
    option("metric", &Members::metric, "the metric by which it was chosen"),
    option("factor", &Members::factor,
           "ratio between the value and the neighbours that it was compared with")
        .at_least(0)
        .at_most(1e15),
    option("points", &Members::points, "values that were tried").at_least(0),
    option("runs", &Members::runs, "runs that this took").at_least(0),
    option("privacy", &Members::privacy, "what the choice reveals, and whether eps counts it"),
    option("may_be_open", &Members::may_be_open,
           "why it does not matter that a side is open; then settings are judged")};

TunedChoice choice_of(const Members& members, ObjectReader& reader) {
  if (!options::option_path(members.option)) {
    reader.report_at("option",
                     "\"option\" must be the full name of an option, got \"" +
                         std::string(members.option) + "\"",
                     "write \"sampler.lr\"");
  }
  return {.option = std::string(members.option),
          .when = {},
          .value = {},
          .below = *stopping::side_named(members.below),
          .above = *stopping::side_named(members.above),
          .metric = std::string(members.metric.value_or("")),
          .factor = members.factor,
          .points = members.points,
          .runs = members.runs,
          .privacy = std::string(members.privacy.value_or("")),
          .may_be_open = std::string(members.may_be_open.value_or(""))};
}

TunedChoice read_choice(ObjectReader& reader) {
  TunedChoice choice =
      with_options<kMembers>(reader, {"when", "value"}, TunedChoice(),
                             [&](const Members& members) { return choice_of(members, reader); });
  if (const JsonValue* value = reader.find("value")) {
    choice.value = *value;
  } else {
    reader.report("an entry of \"tuned\" has no \"value\"", "skald tune writes these entries");
  }
  if (const JsonValue* when = reader.find("when")) {
    if (!when->is(JsonKind::object))
      reader.report_at("when", "\"when\" must be an object, got " + describe(*when), "");
    for (const json::JsonMember& one : when->members) choice.when.emplace_back(one.key, one.value);
  }
  return choice;
}

}  // namespace

std::span<const OptionInfo> tuned_members() { return detail::option_infos_v<kMembers>; }

std::vector<TunedChoice> read_tuned(const JsonValue& list,
                                    std::vector<json::Diagnostic>& diagnostics) {
  std::vector<TunedChoice> choices;
  if (!list.is(JsonKind::array)) {
    diagnostics.push_back({.place = list.place,
                           .path = "/tuned",
                           .message = "\"tuned\" must be a list, got " + describe(list),
                           .hint = "skald tune writes it"});
    return choices;
  }
  Reading reading;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    ObjectReader reader(list.items[i], "/tuned/" + std::to_string(i), "an entry of \"tuned\"",
                        reading);
    if (reader.is_object()) choices.push_back(read_choice(reader));
  }
  reading.append_to(diagnostics);
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
