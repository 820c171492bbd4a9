// The settings of a study compared, as a part of its page.
#pragma once

#include <string>

#include "report/compare.hpp"

namespace skald {

// Returns the section "Settings compared": the texts of comparison_table(), with the best and those
// tied with it in classes of their own, and what each metric means.
std::string comparison_section(const report::Comparison& comparison);

// Returns the same numbers in full, as JSON for a script element: {"columns": [...], "rows": [...]}
// of comparison_numbers(). The heads of the section refer to its columns, by which they sort.
std::string comparison_json(const report::Comparison& comparison);

}  // namespace skald
