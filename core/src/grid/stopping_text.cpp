#include "grid/stopping_text.hpp"

#include <array>
#include <optional>
#include <string_view>

#include "grid/object_reader.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
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

}  // namespace skald::grid
