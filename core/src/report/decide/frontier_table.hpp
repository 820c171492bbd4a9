// A front as a table, for people and for programs.
#pragma once

#include <cstddef>
#include <string>

#include "record/study_runs.hpp"
#include "report/decide/frontier.hpp"
#include "report/report_table.hpp"

namespace skald::report {

// Returns a table of numbered rows with the objectives as estimates, and the rows that may beat
// each. If the settings have different replicates, the means by which they were compared follow,
// and rivals have their number of pairs.
ReportTable frontier_table(const Frontier& frontier);

// Returns why so many settings (1 or more) were not compared (Frontier::ineligible), without a full
// stop: "2 settings are excluded from the front: ...".
std::string exclusion_text(std::size_t ineligible);

// Returns the columns number, those of `by`, is_beaten, rivals ("2 3"), pairs (with each of them,
// "5 0"; "-": not tested), and per objective <name>_mean, _half_width, _sd, _n, _adjusted
// (FrontierRow::means), _low, _high.
record::ResultTable frontier_numbers(const Frontier& frontier);

}  // namespace skald::report
