// The metrics that judge predictions.
#pragma once

#include <string_view>

namespace skald::record {

// Whether the metric, under the name of its plugin, measures predictions against the labels of the
// test rows and nothing else. It is the same measure whatever law a sampler draws from; every other
// metric may be one of a distance from the target. False for a metric that Skald does not ship.
bool judges_predictions(std::string_view metric);

}  // namespace skald::record
