// Vector series in a line each.
#pragma once

#include <vector>

#include "record/records.hpp"
#include "record/result_table.hpp"

namespace skald::report {

// How many records a series has, and of the last one its iteration, how many items have a value,
// and what the values are. No series is without a record.
record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all);

}  // namespace skald::report
