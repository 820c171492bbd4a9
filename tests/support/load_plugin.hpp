// Loads one of the project's own plugins and makes an object from it, without a host.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "skald/plugin.hpp"

namespace skald::test {

// An array option: values and shape.
struct Array {
  std::vector<double> values;
  std::vector<std::int64_t> shape;
};

// One option and its value; the others keep their defaults.
struct Setting {
  std::string name;
  std::variant<bool, std::int64_t, double, std::string, Array> value;

  Setting(const char* n, bool v) : name(n), value(v) {}
  Setting(const char* n, int v) : name(n), value(std::int64_t{v}) {}
  Setting(const char* n, double v) : name(n), value(v) {}
  Setting(const char* n, const char* v) : name(n), value(std::string(v)) {}
  Setting(const char* n, const std::string& v) : name(n), value(v) {}
  Setting(const char* n, Array v) : name(n), value(std::move(v)) {}
};

// Returns `settings` followed by `more`.
std::vector<Setting> with(std::vector<Setting> settings, const std::vector<Setting>& more);

// The path of lib/skald/plugins in this build.
std::string plugin_folder();

// The descriptor of lib/skald/plugins/<path>.so, say "model/gaussian". The library stays loaded.
const PluginDescriptor& plugin_descriptor(const std::string& path);

// The values that create() takes, one per option of the plugin; `settings` must outlive them.
// Ranges are not checked; a name that the plugin does not have throws.
std::vector<Value> option_values(const PluginDescriptor& plugin,
                                 const std::vector<Setting>& settings);

// The file tests/plugins/python/plugins/<path>.py.
std::string python_file(const std::string& path);

// The descriptor of that plugin, made by this build's loader of plugins in Python. Throws
// std::runtime_error with what the loader says if it refuses the file.
const PluginDescriptor& python_descriptor(const std::string& path);

// Makes an object of the plugin with these options; see option_values().
template <class Interface>
std::shared_ptr<Interface> make_plugin(const PluginDescriptor& descriptor,
                                       std::vector<Setting> settings = {}) {
  auto kept = std::make_shared<const std::vector<Setting>>(std::move(settings));
  const std::vector<Value> values = option_values(descriptor, *kept);
  auto* object = static_cast<Interface*>(descriptor.create(descriptor, values.data()));
  return {object, [&descriptor, kept](Interface* p) { descriptor.destroy(p); }};
}
template <class Interface>
std::shared_ptr<Interface> load_plugin(const std::string& path,
                                       std::vector<Setting> settings = {}) {
  return make_plugin<Interface>(plugin_descriptor(path), std::move(settings));
}
template <class Interface>
std::shared_ptr<Interface> load_python(const std::string& path,
                                       std::vector<Setting> settings = {}) {
  return make_plugin<Interface>(python_descriptor(path), std::move(settings));
}

}  // namespace skald::test
