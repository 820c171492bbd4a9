// Loads one of the project's own plugins and makes an object from it, with no host between.
#pragma once

#include <dlfcn.h>

#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
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

// The descriptor of lib/skald/plugins/<path>.so, say "model/gaussian". It stays loaded.
inline const PluginDescriptor& plugin_descriptor(const std::string& path) {
  const std::string file = std::string(SKALD_PLUGIN_FOLDER) + "/" + path + ".so";
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = library == nullptr ? nullptr : dlsym(library, "skald_plugin");
  if (symbol == nullptr) throw std::runtime_error(std::string("cannot load ") + dlerror());
  return *static_cast<const PluginDescriptor*>(symbol);
}

namespace detail {

inline void read_setting(const Setting& setting, OptionType type, Value& value) {
  value.set = true;
  if (const auto* x = std::get_if<bool>(&setting.value)) value.boolean = *x;
  if (const auto* x = std::get_if<double>(&setting.value)) value.number = *x;
  if (const auto* x = std::get_if<std::string>(&setting.value)) value.text = x->c_str();
  if (const auto* x = std::get_if<std::int64_t>(&setting.value)) {
    value.integer = *x;
    if (type == OptionType::number) value.number = static_cast<double>(*x);
  }
  if (const auto* x = std::get_if<Array>(&setting.value)) {
    value.numbers = x->values.data();
    value.shape = x->shape.data();
    value.rank = static_cast<std::uint32_t>(x->shape.size());
  }
}

inline Value option_value(const OptionInfo& info, const std::vector<Setting>& settings) {
  Value value{.set = info.has_default,
              .boolean = info.default_boolean,
              .integer = info.default_integer,
              .number = info.default_number,
              .text = info.default_text};
  for (const Setting& setting : settings) {
    if (setting.name == info.name) read_setting(setting, info.type, value);
  }
  return value;
}

}  // namespace detail

// An object of the plugin at `path` (see plugin_descriptor) with these options. Ranges are not
// checked; a name that the plugin does not have throws.
template <class Interface>
std::shared_ptr<Interface> load_plugin(const std::string& path,
                                       std::vector<Setting> settings = {}) {
  const PluginDescriptor& descriptor = plugin_descriptor(path);
  auto kept = std::make_shared<const std::vector<Setting>>(std::move(settings));
  std::vector<Value> values;
  std::size_t known = 0;
  for (std::uint32_t i = 0; i < descriptor.option_count; ++i) {
    values.push_back(detail::option_value(descriptor.options[i], *kept));
    for (const Setting& setting : *kept) known += setting.name == descriptor.options[i].name;
  }
  if (known != kept->size()) throw std::runtime_error("unknown option for " + path);
  auto* object = static_cast<Interface*>(descriptor.create(values.data()));
  return {object, [&descriptor, kept](Interface* p) { descriptor.destroy(p); }};
}

}  // namespace skald::test
