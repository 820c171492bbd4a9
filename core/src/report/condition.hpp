// Conditions on settings and results: "sampler = fald", "accuracy >= 0.85", "p_c = 0.2, rho = 0".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"

namespace skald::report {

enum class Operator { equal, unequal, below, at_most, above, at_least };

struct Condition {
  std::string name;  // an axis, a metric or a cost
  Operator comparison = Operator::equal;
  record::SqlValue value;  // NULL: the option is not set
};

// Parses one condition: a name, one of = != < <= > >=, and a value. A value is a number ("5",
// "1e-3", "inf"), "true" or "false" (stored as 1 and 0), "null" or "-" (no such option), or a text.
// A text must be quoted ('...' or "...") if it contains a comma, the word "and" or blanks at its
// ends, begins with a formula's "=", or would be read as one of the other values. After < <= > >=
// the value must be a number. Throws std::invalid_argument that says where, what was found, and
// what was expected.
Condition parse_condition(std::string_view text);

// Parses one or more conditions that must all hold, separated by commas or the word "and".
std::vector<Condition> parse_conditions(std::string_view text);

// Returns whether the condition holds for a value of the axis, metric or cost that it names.
// Numbers are equal if their first 15 digits are. NULL and NaN satisfy only "= null" and "!=" of
// any other value.
bool holds(const Condition& condition, const record::SqlValue& value);

// Returns text that parses as the same condition: "p_c = 0.2".
std::string condition_text(const Condition& condition);
std::string conditions_text(const std::vector<Condition>& conditions);

}  // namespace skald::report
