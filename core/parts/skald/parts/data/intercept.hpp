// Who owns the intercept of a predictor: the table where a feature is 1 in every row, otherwise the
// model.
#pragma once

#include "skald/table.hpp"

namespace skald {

// The name of the array (1 x 1) that holds the number of the feature that is 1 in every row. A data
// set may give it; the host adds it to every table that has such a feature and lacks the array.
inline constexpr const char* kIntercept = "intercept";

// Whether the weight of some feature is an intercept already, so that a model adds none.
inline bool has_intercept(const Table& table) { return find_array(table, kIntercept) != nullptr; }

}  // namespace skald
