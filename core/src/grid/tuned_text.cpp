#include "grid/tuned_text.hpp"

#include <array>
#include <optional>

#include "grid/object_reader.hpp"
#include "options/section.hpp"

namespace skald::grid {
namespace {

using json::JsonValue;
using Kind = JsonValue::Kind;

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
    if (!when->is(Kind::object))
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
  if (!list.is(Kind::array)) {
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
