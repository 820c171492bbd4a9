// The plugins that belong to Skald, whether this build has them or not.
#pragma once

#include <span>

#include "skald/plugin.hpp"

namespace skald {

struct ShippedPlugin {
  Kind kind;
  const char* name;
};

std::span<const ShippedPlugin> plugins_of_libtorch();
std::span<const ShippedPlugin> plugins_of_libhdf5();
std::span<const ShippedPlugin> other_shipped_plugins();  // that need no library of their own

}  // namespace skald
