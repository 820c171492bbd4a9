#include "report/chart/setting_filter.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "text/nearest.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

using record::SqlValue;

constexpr std::string_view kSpace = " \t\n";
constexpr std::array<std::string_view, 6> kOperators{"!=", "<=", ">=", "=", "<", ">"};
constexpr std::string_view kReplicate = "replicate";

struct Condition {
  std::optional<std::size_t> axis;  // none: the replicate
  std::string_view comparison;
  SqlValue value;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool is_quoted(std::string_view text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
         text.back() == text.front();
}

SqlValue value_of(std::string_view text) {
  if (is_quoted(text)) return std::string(text.substr(1, text.size() - 2));
  if (text == "unset") return {};
  if (text == "true") return std::int64_t{1};
  if (text == "false") return std::int64_t{0};
  if (const auto number = text::to_number(text)) return *number;
  return std::string(text);
}

std::optional<double> number_in(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

template <class T>
bool holds(const T& found, std::string_view comparison, const T& wanted) {
  if (comparison == "=") return found == wanted;
  if (comparison == "!=") return found != wanted;
  if (comparison == "<") return found < wanted;
  if (comparison == "<=") return found <= wanted;
  return comparison == ">" ? found > wanted : found >= wanted;
}

bool holds(const Condition& condition, const record::StudyRuns::Run& run) {
  const SqlValue found = condition.axis ? run.axes[*condition.axis] : SqlValue(run.replicate);
  const auto x = number_in(found), y = number_in(condition.value);
  if (x && y) return holds(*x, condition.comparison, *y);
  if (found.index() == condition.value.index()) {
    return holds(found, condition.comparison, condition.value);
  }
  return condition.comparison == "!=";
}

std::optional<std::size_t> axis_called(const record::StudyRuns& runs, std::string_view name) {
  const auto found = std::find(runs.axes.begin(), runs.axes.end(), name);
  if (found != runs.axes.end()) return static_cast<std::size_t>(found - runs.axes.begin());
  if (name == kReplicate) return std::nullopt;
  const auto near = text::nearest(name, runs.axes);
  throw std::invalid_argument("--where: no axis \"" + std::string(name) + "\" in this study" +
                              (near ? "; did you mean \"" + *near + "\"?" : ""));
}

Condition condition(const record::StudyRuns& runs, std::string_view text) {
  const std::size_t place = text.find_first_of("!<>=");
  if (place != std::string_view::npos) {
    for (const std::string_view comparison : kOperators) {
      if (text.substr(place, comparison.size()) != comparison) continue;
      const std::string_view axis = trimmed(text.substr(0, place));
      const std::string_view value = trimmed(text.substr(place + comparison.size()));
      if (axis.empty() || value.empty()) break;
      return {axis_called(runs, axis), comparison, value_of(value)};
    }
  }
  throw std::invalid_argument("--where: \"" + std::string(text) +
                              "\" is no condition; expected one such as \"p_c = 0.2\", with =, "
                              "!=, <, <=, > or >=");
}

std::vector<Condition> parse(const record::StudyRuns& runs, std::string_view text) {
  constexpr std::string_view joint = " and ";
  std::vector<Condition> conditions;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(joint);
    conditions.push_back(condition(runs, trimmed(text.substr(0, end))));
    if (end != std::string_view::npos) text.remove_prefix(end + joint.size());
  }
  return conditions;
}

}  // namespace

record::StudyRuns filter_runs(record::StudyRuns runs, const std::vector<std::string>& conditions) {
  for (const std::string& text : conditions) {
    for (const Condition& wanted : parse(runs, text)) {
      std::erase_if(runs.runs, [&](const auto& run) { return !holds(wanted, run); });
    }
  }
  return runs;
}

}  // namespace skald::report
