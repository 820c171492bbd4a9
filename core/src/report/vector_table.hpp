// A table with one row per vector series.
#pragma once

#include <vector>

#include "record/records.hpp"
#include "record/result_table.hpp"

namespace skald::report {

// For each series: the number of records, and for the last record its iteration, how many items
// have a value, and statistics of the values. Every series must have a record.
record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all);

}  // namespace skald::report
