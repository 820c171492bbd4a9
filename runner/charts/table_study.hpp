// Reads tables (csv) in place of the final values of a study.
#pragma once

#include <string>
#include <vector>

#include "record/study_runs.hpp"

namespace skald {

// Returns whether the argument names a table and not a database: it ends in .csv, or is "-"
// for standard input.
bool is_table(const std::string& file);

// Returns the name of the study that the file represents: "fig" for "a/fig.csv".
std::string table_name(const std::string& file);

// Reads each row as a run. The first row holds the names of the columns. Values are separated by
// commas, and quoted if they contain any (RFC 4180). `metrics` names the columns of metrics, by
// default the last one; "replicate" numbers the replicates; all other columns are axes. An empty
// value is unset. Throws UsageError if the file is not such a table.
record::StudyRuns read_table(const std::string& file, std::vector<std::string> metrics);

}  // namespace skald
