#include "plugin_host/plugin.hpp"

#include <algorithm>
#include <stdexcept>

#include "plugin_host/kind.hpp"

namespace skald {
namespace {

std::string title(const Plugin& plugin) {
  return std::string(kind_name(plugin.descriptor->kind)) + " '" + plugin.descriptor->info.name +
         "'";
}

// Calls the plugin's create; whatever it throws leaves as a standard exception of the host.
void* call_create(const Plugin& plugin, const std::vector<Value>& values) {
  try {
    return plugin.descriptor->create(values.data());
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(title(plugin) + ": " + error.what());
  } catch (const std::exception& error) {
    throw std::runtime_error(title(plugin) + " cannot be created: " + error.what());
  } catch (...) {
    throw std::runtime_error(title(plugin) + " (" + plugin.file.string() +
                             ") threw something that is no std::exception; correct the plugin");
  }
}

}  // namespace

std::unique_ptr<void, Destroy> create_object(const Plugin& plugin, Kind kind,
                                             std::vector<PluginValue> values) {
  if (plugin.descriptor->kind != kind) {
    throw std::invalid_argument(title(plugin) + " cannot be used as a " +
                                std::string(kind_name(kind)));
  }
  try {
    check_values(plugin.options(), values);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(title(plugin) + ": " + error.what());
  }
  std::vector<Value> crossing(values.size());
  std::transform(values.begin(), values.end(), crossing.begin(), borrowed);
  void* const object = call_create(plugin, crossing);
  if (!object) {
    throw std::runtime_error(title(plugin) + " (" + plugin.file.string() +
                             ") returned no object; correct the plugin's create function");
  }
  return {object, Destroy(plugin.descriptor->destroy, std::move(values))};
}

}  // namespace skald
