#include "cell/plugin_values.hpp"

#include <stdexcept>

#include "data/data_folder.hpp"

namespace skald {
namespace {

struct AsPluginValue {
  PluginValue operator()(const FilePath& path) const { return locate_data(path.resolved); }
  PluginValue operator()(const Expression& formula) const {
    throw std::invalid_argument("the formula \"" + formula.text +
                                "\" needs constants of the problem, which this section helps to "
                                "make: give it a number");
  }
  template <class T>
  PluginValue operator()(const T& value) const {
    return value;
  }
};

}  // namespace

std::vector<PluginValue> plugin_values(const std::vector<NamedValue>& options) {
  std::vector<PluginValue> values;
  values.reserve(options.size());
  for (const auto& [name, value] : options) values.push_back(std::visit(AsPluginValue{}, value));
  return values;
}

}  // namespace skald
