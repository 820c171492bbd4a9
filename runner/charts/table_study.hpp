// Tables in files (csv) where commands expect the final values of a study.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"

namespace skald {

// Whether a command is given a table in place of a database: a name in .csv, or "-" for standard
// input.
bool is_table(const std::string& file);

// The name of the study that the file stands for: "fig" for "a/fig.csv".
std::string table_name(const std::string& file);

// Rows as runs: a comma between values, a first row of names, values in quotes where they have
// commas (RFC 4180). `metrics` are the columns of values, the last column where none is named;
// "replicate" numbers the replicates, and all other columns are axes. Numbers are numbers, an empty
// value is unset. Throws UsageError where the file is no such table.
record::StudyRuns read_table(const std::string& file, std::vector<std::string> metrics);

}  // namespace skald
