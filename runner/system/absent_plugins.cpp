#include "system/absent_plugins.hpp"

#include <sstream>
#include <vector>

namespace skald {

std::span<const grid::AbsentPlugin> absent_plugins() {
  static const std::vector<grid::AbsentPlugin> all = [] {
    std::vector<grid::AbsentPlugin> plugins;
    std::istringstream names(SKALD_TORCH_NETWORKS);  // defined by the build, separated by spaces
    for (std::string name; names >> name;) {
      plugins.push_back({Kind::model, name,
                         "it needs libtorch: install the package skald-torch or, in a source tree, "
                         "./dev setup torch and then ./dev build"});
    }
    return plugins;
  }();
  return all;
}

}  // namespace skald
