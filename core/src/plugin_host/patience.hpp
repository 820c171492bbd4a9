// How long a plugin's code may take outside runs, which have limits of their own.
#pragma once

#include <chrono>

namespace skald::plugin_host {

// The limit for a library to load, and for a constructor or destructor to return, unless the user
// gives another.
inline constexpr std::chrono::seconds kPatience{60};

}  // namespace skald::plugin_host
