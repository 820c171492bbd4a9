// What `skald account` prints.
#pragma once

#include <string>
#include <vector>

#include "account/account_question.hpp"
#include "record/result_table.hpp"

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

}  // namespace skald
