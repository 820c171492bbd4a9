// Means that remain comparable if settings have different replicates.
#pragma once

#include <span>
#include <vector>

#include "report/settings.hpp"

namespace skald::report {

// Returns one mean per setting; NaN for a setting without values. The settings of a replicate share
// data and noise, so the plain mean of a setting with few replicates depends on which ones they
// are. If settings have different replicates, the means are those of the additive model value =
// setting + replicate, by least squares (the adjusted means of a two-way layout with missing cells,
// Scheffé 1959, section 4.4): estimates of the mean of each setting over all replicates. If all
// settings have the same replicates, these are the plain means.
std::vector<double> adjusted_means(std::span<const std::vector<ReplicateValue>> settings);

}  // namespace skald::report
