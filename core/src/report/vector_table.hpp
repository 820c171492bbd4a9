// A table with one row per vector series.
#pragma once

#include <string>
#include <vector>

#include "record/records.hpp"
#include "record/result_table.hpp"

namespace skald::report {

// Returns, for each series, the number of records and, for its last record, the iteration, the
// number of items with a value, and statistics of these values. Every series must have a record.
// Where there are as many items as names of clients, it says whose the least and the largest value
// are.
record::ResultTable vector_table(const std::vector<record::VectorSeriesRecord>& all,
                                 const std::vector<std::string>& clients = {});

}  // namespace skald::report
