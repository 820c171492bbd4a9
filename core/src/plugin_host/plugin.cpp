#include "plugin_host/plugin.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "options/allowed_values.hpp"
#include "options/borrowed.hpp"
#include "options/option_value.hpp"

namespace skald::plugin_host {
namespace {

std::string title(const PluginDescriptor& descriptor) {
  return std::string(options::name_of(descriptor.kind)) + " '" + descriptor.info.name + "'";
}
std::string title(const Plugin& plugin) { return title(*plugin.descriptor); }

// Returns "the constructor of sampler 'x' (FILE)".
std::string call_name(const char* part, const PluginDescriptor& descriptor,
                      const std::filesystem::path& file) {
  return std::string("the ") + part + " of " + title(descriptor) + " (" + file.string() + ")";
}

// Returns "sampler 'x': WHAT", without what plugins themselves begin with, "sampler x: ".
std::string titled(const Plugin& plugin, std::string_view what) {
  const PluginDescriptor& descriptor = *plugin.descriptor;
  const std::string own =
      std::string(options::name_of(descriptor.kind)) + " " + descriptor.info.name + ": ";
  if (what.starts_with(own)) what.remove_prefix(own.size());
  return title(plugin) + ": " + std::string(what);
}

std::vector<Value> all_borrowed(const std::vector<options::OptionValue>& values) {
  std::vector<Value> crossing(values.size());
  std::transform(values.begin(), values.end(), crossing.begin(), options::borrowed);
  return crossing;
}

// Calls the plugin's create(); whatever it throws is rethrown as a standard exception of the host.
void* call_create(const Plugin& plugin, const std::vector<Value>& values) {
  const PluginCall call(
      plugin.file, [&plugin] { return call_name("constructor", *plugin.descriptor, plugin.file); });
  try {
    return plugin.descriptor->create(*plugin.descriptor, values.data());
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(titled(plugin, error.what()));
  } catch (const std::exception& error) {
    throw std::runtime_error(title(plugin) + " cannot be created: " + error.what());
  } catch (...) {
    throw std::runtime_error(title(plugin) + " (" + plugin.file.string() +
                             ") threw something other than a std::exception; correct the plugin");
  }
}

}  // namespace

void Destroy::operator()(void* object) const noexcept {
  const PluginCall call(file_, [this] { return call_name("destructor", *descriptor_, file_); });
  descriptor_->destroy(object);
}

std::unique_ptr<void, Destroy> create_object(const Plugin& plugin, Kind kind,
                                             std::vector<options::OptionValue> values) {
  if (plugin.descriptor->kind != kind) {
    throw std::invalid_argument(title(plugin) + " cannot be used as a " +
                                std::string(options::name_of(kind)));
  }
  try {
    options::check_values(plugin.options(), values);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(title(plugin) + ": " + error.what());
  }
  void* const object = call_create(plugin, all_borrowed(values));
  if (!object) {
    throw std::runtime_error(title(plugin) + " (" + plugin.file.string() +
                             ") returned no object; correct the plugin's create function");
  }
  return {object, Destroy(plugin, std::move(values))};
}

double constant_value(const Plugin& plugin, const std::vector<options::OptionValue>& values,
                      Index clients) {
  const FormulaConstant& constant = plugin.descriptor->constant;
  const PluginCall call(plugin.file, [&plugin, &constant] {
    return call_name(constant.name, *plugin.descriptor, plugin.file);
  });
  try {
    return constant.value(all_borrowed(values).data(), clients);
  } catch (const std::exception& error) {
    throw std::invalid_argument(titled(plugin, error.what()));
  }
}

namespace {

// Never destroyed, since plugins may still be called at the end of the process.
CallWatch& current_watch() {
  static auto* const watch = new CallWatch;
  return *watch;
}

}  // namespace

void watch_plugin_calls(CallWatch watch) { current_watch() = std::move(watch); }
const CallWatch& plugin_call_watch() { return current_watch(); }

PluginCall::PluginCall(const std::filesystem::path& file, const std::function<std::string()>& name)
    : is_watched_(current_watch().concerns && current_watch().concerns(file)) {
  if (is_watched_) current_watch().entered(name());
}

PluginCall::~PluginCall() {
  if (is_watched_) current_watch().left();
}

}  // namespace skald::plugin_host
