// How long a plugin's code may take outside runs, which have their own limits.
#pragma once

#include <chrono>

namespace skald::plugin_host {

// The time limit for loading a library and for each constructor or destructor, unless the user sets
// another.
inline constexpr std::chrono::seconds kPatience{60};

}  // namespace skald::plugin_host
