// Whether simulations agree with the exact values of their own chains. Pure functions.
#pragma once

#include <optional>
#include <vector>

#include "record/records.hpp"
#include "report/settings.hpp"

namespace skald::report {

// Standard errors beyond which a simulation contradicts its exact value: by chance, once in 10^6.
inline constexpr double kMostStandardErrors = 5;

// Returns by how many standard errors the mean of a setting's runs is away from their exact values,
// in the metric where that is most: for each metric NAME of which exact_NAME and exact_NAME_error
// are among the metrics, too. Runs of one setting are independent. Nothing if no run has all three.
std::optional<double> distance_from_exact(const Setting& setting,
                                          const std::vector<record::MetricRecord>& metrics);

}  // namespace skald::report
