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

// Returns one JSON object on one line.
std::string account_json(const AccountAnswer& answer, const PrivacyCurve* curve);

// Returns a table with one row per answer.
record::ResultTable account_table(const std::vector<AccountAnswer>& answers);

}  // namespace skald
