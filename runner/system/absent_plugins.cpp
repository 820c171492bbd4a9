#include "system/absent_plugins.hpp"

#include <vector>

namespace skald {
namespace {

void add(std::vector<grid::AbsentPlugin>& to, std::span<const ShippedPlugin> plugins,
         const char* remedy) {
  for (const ShippedPlugin& plugin : plugins) to.push_back({plugin.kind, plugin.name, remedy});
}

std::vector<grid::AbsentPlugin> with_libraries() {
  std::vector<grid::AbsentPlugin> plugins;
  add(plugins, plugins_of_libtorch(),
      "it needs libtorch: install the package skald-torch or, in a source tree, ./dev setup "
      "torch and then ./dev build");
  add(plugins, plugins_of_libhdf5(),
      "it needs libhdf5, without which this Skald was built: install libhdf5-dev and then "
      "./dev build");
  return plugins;
}

}  // namespace

std::span<const grid::AbsentPlugin> plugins_with_libraries() {
  static const std::vector<grid::AbsentPlugin> all = with_libraries();
  return all;
}

std::span<const grid::AbsentPlugin> absent_plugins() {
  static const std::vector<grid::AbsentPlugin> all = [] {
    std::vector<grid::AbsentPlugin> plugins = with_libraries();
    add(plugins, other_shipped_plugins(),
        "it belongs to Skald, but this build does not have it: ./dev build makes all plugins");
    return plugins;
  }();
  return all;
}

}  // namespace skald
