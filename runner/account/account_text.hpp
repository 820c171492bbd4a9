// What `skald account` prints.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "account/account_question.hpp"
#include "grid/cell.hpp"
#include "privacy/guarantee.hpp"
#include "record/study_runs.hpp"

namespace skald {

// Return text for people, in lines of at most 80 columns.
std::string account_text(const AccountAnswer& answer);
std::string curve_text(const PrivacyCurve& curve);

// The members "curve" and "trade_off" of a JSON object, after a comma.
std::string curve_json(const PrivacyCurve& curve);

// The trade-off of an attacker's two errors, a row for each rate of false alarms.
record::ResultTable trade_off_table(const PrivacyCurve& curve);

// Returns one JSON object on one line.
std::string account_json(const AccountAnswer& answer, const PrivacyCurve* curve);

// The words in which accounts are told.

// The cell's place on the grid's axes.
std::string setting_of(const grid::Cell& cell);

// Six significant digits.
std::string short_number(double value);
// Exact, as JSON; infinities as text.
std::string number_json(double value);

// A line "  name              value                 note".
std::string fact_line(std::string_view name, const std::string& value, std::string_view note = "");

// The lines that tell the bracket of what was asked for, which is that of a dominating pair: "the
// sampler at hand may reveal less". "" where it is not known, or a single number.
std::string certified_lines(const privacy::Guarantee& guarantee, const char* what_may_reveal_less);

std::string adversary_note(const privacy::Scope& scope);
std::string relation_note(privacy::Relation relation);
// Which order or grid the accountant used, or why it has no answer.
std::string accountant_note(const privacy::Guarantee& guarantee);

inline constexpr std::size_t kBesideWidth = 14;

// A paragraph in the 80 columns to the right of the first kBesideWidth, which are for numbers.
std::string beside(const std::string& text);

}  // namespace skald
