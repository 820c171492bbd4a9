#include "loaded_class.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "bindings/bindings.hpp"
#include "call.hpp"
#include "kinds/kinds.hpp"
#include "words.hpp"

namespace skald::python {
namespace {

std::string text_of(const py::object& of, const char* name) {
  return of.attr(name).cast<std::string>();
}
const char* kept(const py::object& of, const char* name) { return kept_text(text_of(of, name)); }

OptionInfo option_info(const std::string& name, const py::object& option) {
  OptionInfo info{};
  info.name = kept_text(name);
  info.symbol = kept(option, "symbol");
  info.doc = kept(option, "help");
  info.type = from_word<OptionType>(text_of(option, "type"));
  info.optional = option.attr("is_optional").cast<bool>();
  info.has_default = option.attr("has_default").cast<bool>();
  info.default_text = "";
  info.minimum = option.attr("minimum").cast<double>();
  info.maximum = option.attr("maximum").cast<double>();
  info.minimum_excluded = option.attr("minimum_excluded").cast<bool>();
  info.maximum_excluded = option.attr("maximum_excluded").cast<bool>();
  info.choices = kept(option, "choices");
  info.automatic = kept(option, "automatic");
  info.only_if = kept(option, "only_if");
  info.stable_to = kept(option, "stable_to");
  info.role = from_word<OptionRole>(text_of(option, "role"));
  if (!info.has_default) return info;
  const py::object value = option.attr("default");
  if (info.type == OptionType::boolean) info.default_boolean = value.cast<bool>();
  if (info.type == OptionType::integer) info.default_integer = value.cast<std::int64_t>();
  if (info.type == OptionType::number) info.default_number = value.cast<double>();
  if (info.type == OptionType::text) info.default_text = kept_text(value.cast<std::string>());
  return info;
}

MetricInfo metric_info(const py::object& plugin) {
  Need needs = Need::nothing;
  for (const py::handle need : plugin.attr("needs"))
    needs = needs | from_word<Need>(need.cast<std::string>());
  return {.unit = kept(plugin, "unit"),
          .preferred = from_word<Preferred>(text_of(plugin, "preferred")),
          .needs = needs,
          .sparse = plugin.attr("sparse").cast<bool>(),
          .place = plugin.attr("place").cast<std::uint32_t>(),
          .scale = from_word<Scale>(text_of(plugin, "scale"))};
}

py::object value_of(OptionType type, const Value& value, const py::object& otherwise) {
  if (!value.set) return otherwise;
  switch (type) {
    case OptionType::boolean:
      return py::bool_(value.boolean);
    case OptionType::integer:
      return py::int_(value.integer);
    case OptionType::number:
      return py::float_(value.number);
    case OptionType::text:
      return py::str(value.text);
    case OptionType::path:
      return py::module_::import("pathlib").attr("Path")(value.text);
    case OptionType::numbers:
      break;
  }
  return py::array_t<double, py::array::c_style>(
      std::vector<py::ssize_t>(value.shape, value.shape + value.rank), value.numbers);
}

template <class Interface>
void* as_interface(Interface* made) {
  return made;
}

void* make(Kind kind, py::object plugin) {
  switch (kind) {
    case Kind::dataset:
      return as_interface(make_dataset(std::move(plugin)));
    case Kind::partition:
      return as_interface(make_partition(std::move(plugin)));
    case Kind::model:
      return as_interface(make_model(std::move(plugin)));
    case Kind::sampler:
      return as_interface(make_sampler(std::move(plugin)));
    case Kind::privacy:
      return as_interface(make_mechanism(std::move(plugin)));
    case Kind::metric:
      break;
  }
  return as_interface(make_metric(std::move(plugin)));
}

// Makes an object of the class with these options as attributes, then calls its __init__().
void* create(const PluginDescriptor& self, const Value* values) {
  const auto& loaded = static_cast<const LoadedClass&>(self);
  const Call call;
  try {
    py::object plugin = loaded.plugin.attr("__new__")(loaded.plugin);
    for (std::size_t i = 0; i < loaded.table.size(); ++i) {
      py::setattr(plugin, loaded.table[i].name,
                  value_of(loaded.table[i].type, values[i], loaded.defaults[i]));
    }
    plugin.attr("__init__")();
    return make(loaded.kind, std::move(plugin));
  } catch (py::error_already_set& error) {
    throw_error(error, true);
  }
}

template <class Interface>
void destroy(void* object) noexcept {
  delete static_cast<Interface*>(object);
}

using Destroy = void (*)(void*) noexcept;

Destroy destroyer(Kind kind) {
  switch (kind) {
    case Kind::dataset:
      return &destroy<Dataset>;
    case Kind::partition:
      return &destroy<Partition>;
    case Kind::model:
      return &destroy<Model>;
    case Kind::sampler:
      return &destroy<Sampler>;
    case Kind::privacy:
      return &destroy<Mechanism>;
    case Kind::metric:
      break;
  }
  return &destroy<Metric>;
}

}  // namespace

LoadedClass::LoadedClass(const py::object& declaration)
    : PluginDescriptor(), plugin(declaration.attr("plugin")) {
  for (const auto& [name, option] : declaration.attr("options").cast<py::dict>()) {
    table.push_back(
        option_info(name.cast<std::string>(), py::reinterpret_borrow<py::object>(option)));
    defaults.push_back(option.attr("default"));
  }
  for (const py::handle source : declaration.attr("sources"))
    sources.push_back(kept_text(source.cast<std::string>()));
  size = sizeof(PluginDescriptor);
  abi_tag = SKALD_ABI_TAG;
  interface_version = kInterfaceVersion;
  PluginDescriptor::kind = from_word<Kind>(text_of(declaration, "kind"));
  info = {.name = kept(declaration, "name"),
          .version = kept(declaration, "version"),
          .numerics_revision = declaration.attr("numerics_revision").cast<std::uint32_t>(),
          .summary = kept(declaration, "summary"),
          .reference = kept(declaration, "reference")};
  if (PluginDescriptor::kind == Kind::sampler)
    info.keeps_time = plugin.attr("keeps_time").cast<bool>();
  if (PluginDescriptor::kind == Kind::metric) metric = metric_info(plugin);
  build_info = kept(declaration, "build_info");
  options = table.data();
  option_count = static_cast<std::uint32_t>(table.size());
  PluginDescriptor::create = &python::create;
  PluginDescriptor::destroy = destroyer(PluginDescriptor::kind);
}

}  // namespace skald::python
