// Means that can be compared although settings have unlike replicates.
#pragma once

#include <span>
#include <vector>

#include "report/settings.hpp"

namespace skald::report {

// Returns one mean per setting. The settings of a replicate share data and noise, so that the mean
// of a setting with few replicates depends on which ones they are. Where settings have unlike
// replicates, the means are those of the additive model value = setting + replicate, by least
// squares (the adjusted means of a two-way layout with missing cells, Scheffé 1959, section 4.4):
// what each setting would have in the mean over all replicates. Where all have the same, they are
// the plain means. A setting without values has NaN.
std::vector<double> adjusted_means(std::span<const std::vector<ReplicateValue>> settings);

}  // namespace skald::report
