// Names of what metrics declare: their needs, which values are preferred, and their scale.
#pragma once

#include <string>

#include "skald/metric_info.hpp"

namespace skald::plugin_host {

// Returns every need that this host knows.
Need all_needs();

// Returns the names: "covariance, target"; empty if there are no needs.
std::string needs_text(Need needs);

// Returns "smaller", "larger", "nearest to 0" or "neither smaller nor larger".
std::string preference_text(Preferred preferred);

// Returns "real", "positive", "share" or "count".
std::string scale_text(Scale scale);

}  // namespace skald::plugin_host
