// Names of the needs that metrics can declare.
#pragma once

#include <string>

#include "skald/metric_info.hpp"

namespace skald::plugin_host {

// Returns every need that this host knows.
Need all_needs();

// Returns the names: "covariance, target"; empty if there are no needs.
std::string needs_text(Need needs);

}  // namespace skald::plugin_host
