#include "load_plugin.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <stdexcept>

#include "skald/loader.hpp"

namespace skald::test {

std::vector<Setting> with(std::vector<Setting> settings, const std::vector<Setting>& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

std::string plugin_folder() {
  const char* mutants = std::getenv("SKALD_TEST_PLUGINS");  // tests/mutants
  return mutants != nullptr ? mutants : SKALD_PLUGIN_FOLDER;
}

const PluginDescriptor& plugin_descriptor(const std::string& path) {
  const std::string file = plugin_folder() + "/" + path + ".so";
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* symbol = library == nullptr ? nullptr : dlsym(library, "skald_plugin");
  if (symbol == nullptr) throw std::runtime_error(std::string("cannot load ") + dlerror());
  return *static_cast<const PluginDescriptor*>(symbol);
}

std::string python_file(const std::string& path) { return SKALD_PYTHON_FOLDER "/" + path + ".py"; }

const PluginDescriptor& python_descriptor(const std::string& path) {
  void* library = dlopen(SKALD_PLUGIN_FOLDER "/../loaders/py.so", RTLD_NOW | RTLD_LOCAL);
  void* symbol = library == nullptr ? nullptr : dlsym(library, "skald_loader");
  if (symbol == nullptr) throw std::runtime_error(std::string("cannot load ") + dlerror());
  const LoadedFile file =
      static_cast<const LoaderDescriptor*>(symbol)->load(python_file(path).c_str());
  if (file.descriptor == nullptr) throw std::runtime_error(file.refusal);
  return *file.descriptor;
}

namespace {

void read_setting(const Setting& setting, OptionType type, Value& value) {
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

Value option_value(const OptionInfo& info, const std::vector<Setting>& settings) {
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

}  // namespace

std::vector<Value> option_values(const PluginDescriptor& plugin,
                                 const std::vector<Setting>& settings) {
  std::vector<Value> values;
  std::size_t known = 0;
  for (std::uint32_t i = 0; i < plugin.option_count; ++i) {
    values.push_back(option_value(plugin.options[i], settings));
    for (const Setting& setting : settings) known += setting.name == plugin.options[i].name;
  }
  if (known != settings.size()) {
    throw std::runtime_error(std::string("unknown option for ") + plugin.info.name);
  }
  return values;
}

}  // namespace skald::test
