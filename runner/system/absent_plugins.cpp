#include "system/absent_plugins.hpp"

#include <sstream>
#include <vector>

namespace skald {

namespace {

// Adds the plugins whose names the build has put into a macro, separated by spaces.
void add(std::vector<grid::AbsentPlugin>& plugins, Kind kind, const std::string& names,
         const std::string& remedy) {
  std::istringstream words(names);
  for (std::string name; words >> name;) plugins.push_back({kind, name, remedy});
}

}  // namespace

std::span<const grid::AbsentPlugin> absent_plugins() {
  static const std::vector<grid::AbsentPlugin> all = [] {
    std::vector<grid::AbsentPlugin> plugins;
    add(plugins, Kind::model, SKALD_TORCH_NETWORKS,
        "it needs libtorch: install the package skald-torch or, in a source tree, ./dev setup "
        "torch and then ./dev build");
    add(plugins, Kind::dataset, SKALD_HDF5_DATASETS,
        "it needs libhdf5, without which this Skald was built: install libhdf5-dev and then "
        "./dev build");
    return plugins;
  }();
  return all;
}

}  // namespace skald
