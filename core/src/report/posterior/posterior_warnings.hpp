// What speaks against trusting a posterior summary.
#pragma once

#include <string>
#include <vector>

#include "report/posterior/posterior_summary.hpp"

namespace skald::report {

// Returns what is wrong, a sentence each with its remedy: draws that are not finite, an R-hat above
// 1.01, effective sample sizes below 100 per chain, a single chain. The limits are those of Vehtari
// et al. 2021, section 4.
std::vector<std::string> posterior_warnings(const PosteriorSummary& summary);

}  // namespace skald::report
