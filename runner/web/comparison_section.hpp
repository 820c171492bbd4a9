// The section of a study's page that compares its settings.
#pragma once

#include <string>

#include "report/compare.hpp"

namespace skald {

// Returns the section "Settings compared": the texts of comparison_table(), with classes that mark
// the best and those tied with it, and the definitions of the metrics.
std::string comparison_section(const report::Comparison& comparison);

// Returns comparison_numbers() with all digits, as JSON for a script element: {"columns": [...],
// "rows": [...]}. The section's table is sorted by these columns, to which its headers refer.
std::string comparison_json(const report::Comparison& comparison);

}  // namespace skald
