// The libraries of this Skald.
#pragma once

#include <span>
#include <utility>

namespace skald {

// Name and version of each library that Skald was built with.
std::span<const std::pair<const char*, const char*>> built_with();

}  // namespace skald
