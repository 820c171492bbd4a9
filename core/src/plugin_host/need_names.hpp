// Names of what metrics declare: their needs, and which values are preferred.
#pragma once

#include <string>

#include "skald/metric_info.hpp"

namespace skald::plugin_host {

// Returns every need that this host knows.
Need all_needs();

// Returns the names: "covariance, target"; empty if there are no needs.
std::string needs_text(Need needs);

// Returns "smaller", "larger" or "neither smaller nor larger".
std::string preference_text(Preferred preferred);

}  // namespace skald::plugin_host
