#include "database/tuned_sides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "grid/run_members.hpp"
#include "json/json.hpp"
#include "report/settings.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

using json::JsonValue;

std::vector<grid::TunedChoice> choices_in(const store::StoreReader& reader,
                                          const std::string& study, stopping::Side side) {
  const auto rows = reader.select("SELECT document FROM studies WHERE name = ?", study).rows;
  if (rows.empty() || !std::holds_alternative<std::string>(rows[0][0])) return {};
  const std::string& text = std::get<std::string>(rows[0][0]);
  if (text.find("\"tuned\"") == std::string::npos) return {};
  const json::JsonDocument document = json::parse_json(text, study);
  const JsonValue* tuned = document.root.find(grid::kTuned);
  if (tuned == nullptr) return {};
  std::vector<json::Diagnostic> none;  // what cannot be read is open
  std::vector<grid::TunedChoice> choices = grid::read_tuned(*tuned, none);
  std::erase_if(choices, [side](const auto& choice) { return !choice.has(side); });
  return choices;
}

// The axis of an option, which has the last word of its path for a name, unless that is not unique.
std::optional<std::size_t> axis_of(const record::StudyRuns& runs, const std::string& path) {
  const std::string section = path.substr(0, path.find('.'));
  const std::string last = path.substr(path.find('.') + 1);
  for (const std::string& name : {path, last == "plugin" ? section : last}) {
    const auto found = std::ranges::find(runs.axes, name);
    if (found != runs.axes.end()) return static_cast<std::size_t>(found - runs.axes.begin());
  }
  return std::nullopt;
}

// A formula may have any value.
bool is_same(const JsonValue& wanted, const record::SqlValue& value) {
  if (wanted.is(JsonValue::Kind::null)) return std::holds_alternative<std::monostate>(value);
  if (wanted.is(JsonValue::Kind::boolean))
    return report::number_in(value) == double(wanted.boolean);
  if (wanted.is(JsonValue::Kind::array) && wanted.items.size() == 1) {
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr && *text == json::write_json(wanted.items.front());
  }
  if (wanted.is(JsonValue::Kind::string)) {
    const auto* text = std::get_if<std::string>(&value);
    return wanted.text.starts_with('=') || (text != nullptr && *text == wanted.text);
  }
  const auto number =
      wanted.is(JsonValue::Kind::number) ? text::to_number(wanted.text) : std::nullopt;
  const auto held = report::number_in(value);
  return number && held && std::abs(*number - *held) <= 1e-9 * std::abs(*number);
}

bool applies(const grid::TunedChoice& choice, const record::StudyRuns& runs,
             const record::StudyRuns::Run& run) {
  const auto holds = [&](const std::string& path, const JsonValue& wanted) {
    const auto axis = axis_of(runs, path);
    return !axis || is_same(wanted, run.axes[*axis]);
  };
  return holds(choice.option, choice.value) &&
         std::ranges::all_of(choice.when,
                             [&](const auto& one) { return holds(one.first, one.second); });
}

std::string text_of(const grid::TunedChoice& choice, stopping::Side side) {
  const bool below = choice.below == side, above = choice.above == side;
  return choice.option.substr(choice.option.find('.') + 1) + (below && above ? " on both sides"
                                                              : below        ? " below"
                                                                             : " above");
}

bool is_of(const record::StudyRuns& runs, const record::StudyRuns::Run& run,
           const std::string& study, bool is_only_one) {
  const auto axis = std::ranges::find(runs.axes, std::string("study"));
  if (is_only_one || axis == runs.axes.end()) return true;
  const auto* name =
      std::get_if<std::string>(&run.axes[static_cast<std::size_t>(axis - runs.axes.begin())]);
  return name != nullptr && *name == study;
}

}  // namespace

std::map<std::int64_t, std::string> tuned_sides(const store::StoreReader& reader,
                                                const std::vector<std::string>& studies,
                                                const record::StudyRuns& runs,
                                                stopping::Side side) {
  constexpr std::size_t most = 100'000'000;  // comparisons; the document may be anybody's
  std::map<std::int64_t, std::string> sides;
  for (const std::string& study : studies) {
    const std::vector<grid::TunedChoice> choices = choices_in(reader, study, side);
    if (choices.size() > most / std::max<std::size_t>(runs.runs.size(), 1)) {
      for (const record::StudyRuns::Run& run : runs.runs) sides[run.id] = "too many to tell which";
      continue;
    }
    for (const grid::TunedChoice& choice : choices) {
      for (const record::StudyRuns::Run& run : runs.runs) {
        if (!is_of(runs, run, study, studies.size() == 1) || !applies(choice, runs, run)) continue;
        std::string& text = sides[run.id];
        text += (text.empty() ? "" : ", ") + text_of(choice, side);
      }
    }
  }
  return sides;
}

std::string tuned_settings(const std::map<std::int64_t, std::string>& sides,
                           const record::StudyRuns& runs, const std::vector<std::string>& by,
                           const std::vector<std::string>& over) {
  if (sides.empty()) return "";
  constexpr std::size_t most = 5;
  const report::Settings settings = report::settings_of(runs, by, over);
  std::vector<std::string> names, found;
  for (const std::size_t axis : settings.by) names.push_back(runs.axes[axis]);
  for (const report::Setting& setting : settings.all) {
    const auto run = std::ranges::find_if(setting.runs,
                                          [&](const auto* one) { return sides.contains(one->id); });
    if (run == setting.runs.end()) continue;
    const std::string name = report::setting_text(names, setting.by);
    found.push_back(fmt::format("{}: {}", name.empty() ? "all" : name, sides.at((*run)->id)));
  }
  if (found.empty()) return "";
  const std::size_t more = found.size() > most ? found.size() - most : 0;
  found.resize(found.size() - more);
  return fmt::format("{}{}", fmt::join(found, "; "),
                     more > 0 ? fmt::format("; and {} more", more) : "");
}

std::vector<std::string> remarks_of(const TuningRemarks& tuning) {
  std::vector<std::string> remarks;
  if (!tuning.open.empty()) {
    remarks.push_back(
        "nothing is judged best, since better values may lie beyond those that were tuned: " +
        tuning.open);
  }
  if (!tuning.flat.empty()) {
    remarks.push_back("tuned to the end of a plateau, where nothing changes: " + tuning.flat);
  }
  return remarks;
}

void remark(const TuningRemarks& tuning, report::Comparison& comparison) {
  comparison.remarks = remarks_of(tuning);
  if (!tuning.open.empty()) report::withhold_marks(comparison);
}

}  // namespace skald
