// A table with one row per vector series.
#pragma once

#include <vector>

#include "record/records.hpp"
#include "record/result_table.hpp"

namespace skald::report {

// Returns, for each series, the number of records and, for its last record, the iteration, the
// number of items with a value, and statistics of these values. Every series must have a record.
record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all);

}  // namespace skald::report
