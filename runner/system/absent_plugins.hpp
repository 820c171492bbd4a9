// Plugins of Skald that a build may lack.
#pragma once

#include <span>

#include "grid/option_tables.hpp"

namespace skald {

// A plugin that belongs to Skald, whether this build has it or not.
struct ShippedPlugin {
  Kind kind;
  const char* name;
};

// The lists of them, which the build writes.
std::span<const ShippedPlugin> plugins_of_libtorch();
std::span<const ShippedPlugin> plugins_of_libhdf5();
std::span<const ShippedPlugin> other_shipped_plugins();  // that need no library of their own

// Returns those that need a library that may be missing, each with what to do to get it.
std::span<const grid::AbsentPlugin> plugins_with_libraries();

// Returns all plugins of Skald likewise: a first build has only some. Callers ask only after a
// plugin was not found.
std::span<const grid::AbsentPlugin> absent_plugins();

}  // namespace skald
