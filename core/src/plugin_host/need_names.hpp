// What metrics need, by name.
#pragma once

#include <string>

#include "skald/metric_info.hpp"

namespace skald::plugin_host {

// Every need that this host knows: those with a name.
Need all_needs();

// "covariance, target"; "" for nothing.
std::string needs_text(Need needs);

}  // namespace skald::plugin_host
