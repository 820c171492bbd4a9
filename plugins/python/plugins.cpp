// What start/loader.cpp passes files NAME.py to, once the interpreter has started.
#include <algorithm>
#include <functional>
#include <numeric>

#include "bindings/bindings.hpp"
#include "call.hpp"
#include "kinds/kinds.hpp"
#include "py/memory.hpp"
#include "py/object.hpp"
#include "words.hpp"

//
#include <string>
#include <vector>

#include "skald/plugin.hpp"

namespace skald::python {

// A plugin's class in Python, as the host knows it.

// A descriptor, with what it refers to. Lives until the end of the process.
struct LoadedClass : PluginDescriptor {
  // Of a skald.loading.Declaration. Throws py::error_already_set for words that nobody knows.
  explicit LoadedClass(const py::object& declaration);

  py::object plugin;  // the class
  std::vector<OptionInfo> table;
  std::vector<py::object> defaults;  // None: the option has none
  std::vector<const char*> sources;
};

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
  for (const py::object& need : py::items_of(plugin.attr("needs")))
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
      return py::to(value.boolean);
    case OptionType::integer:
      return py::to(value.integer);
    case OptionType::number:
      return py::to(value.number);
    case OptionType::text:
      return py::to(value.text);
    case OptionType::path:
      return py::import("pathlib").call("Path", value.text);
    case OptionType::numbers:
      break;
  }
  std::vector<Index> shape(value.shape, value.shape + value.rank);
  const Index size = std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>());
  const auto [array, data] = py::new_vector<double>(size);
  std::copy_n(value.numbers, size, data);
  return array.call("reshape", shape);
}

// How objects of a kind begin and end. They are known by the addresses of their interfaces.
struct Lifetime {
  void* (*make)(py::object plugin);
  void (*destroy)(void* object) noexcept;
};

template <auto make>
Lifetime lifetime() {
  using Interface = decltype(make(py::object()));
  return {[](py::object plugin) -> void* { return make(std::move(plugin)); },
          [](void* object) noexcept { delete static_cast<Interface>(object); }};
}

Lifetime lifetime_of(Kind kind) {
  switch (kind) {
    case Kind::dataset:
      return lifetime<make_dataset>();
    case Kind::partition:
      return lifetime<make_partition>();
    case Kind::model:
      return lifetime<make_model>();
    case Kind::sampler:
      return lifetime<make_sampler>();
    case Kind::privacy:
      return lifetime<make_mechanism>();
    case Kind::metric:
      break;
  }
  return lifetime<make_metric>();
}

// Makes an object of the class with these options as attributes, then calls its __init__().
void* create(const PluginDescriptor& self, const Value* values) {
  const auto& loaded = static_cast<const LoadedClass&>(self);
  const Call call;
  try {
    py::object plugin = loaded.plugin.call("__new__", loaded.plugin);
    for (std::size_t i = 0; i < loaded.table.size(); ++i) {
      const py::object value = value_of(loaded.table[i].type, values[i], loaded.defaults[i]);
      py::require(PyObject_SetAttrString(plugin.ptr(), loaded.table[i].name, value.ptr()));
    }
    plugin.call("__init__");
    return lifetime_of(loaded.kind).make(std::move(plugin));
  } catch (const py::error_already_set& error) {
    throw_error(error, true);
  }
}

}  // namespace

LoadedClass::LoadedClass(const py::object& declaration)
    : PluginDescriptor(), plugin(declaration.attr("plugin")) {
  for (const auto& [name, option] : py::pairs_of(declaration.attr("options"))) {
    table.push_back(option_info(name.cast<std::string>(), option));
    defaults.push_back(option.attr("default"));
  }
  for (const py::object& source : py::items_of(declaration.attr("sources")))
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
  PluginDescriptor::destroy = lifetime_of(PluginDescriptor::kind).destroy;
}

}  // namespace skald::python

//
#include <dlfcn.h>

#include <exception>
#include <filesystem>
#include <string>

#include "skald/loader.hpp"

namespace skald::python {
namespace {

namespace fs = std::filesystem;

LoadedFile refused(const std::string& why) { return {.refusal = kept_text(why)}; }

// The package as the build or an installation has it: a Debian package puts it where the system's
// Python looks. It is imported from there, whichever interpreter this is and whatever it has.
void import_package() {
  Dl_info own{};
  ::dladdr(reinterpret_cast<const void*>(&import_package), &own);
  const fs::path library = fs::weakly_canonical(own.dli_fname);  // lib/skald/loaders/python
  const fs::path folder = library.parent_path().parent_path().parent_path();
  fs::path package = folder / "python/skald/__init__.py";
  if (!fs::exists(package))
    package = folder.parent_path() / "python3/dist-packages/skald/__init__.py";
  const py::object tools = py::import("importlib.util");
  const py::object spec = tools.call("spec_from_file_location", "skald", package.string());
  const py::object module = tools.call("module_from_spec", spec);
  py::set(py::borrowed(PyImport_GetModuleDict()), "skald", module);
  spec.attr("loader").call("exec_module", module);
}

// Returns why plugins cannot be loaded, or "". Passes on the lock that the start has left.
std::string prepare() {
  std::string why;
  try {
    make_module();
    import_package();
    py::import("skald.guard").call("protect");
  } catch (const py::error_already_set& error) {
    const std::string executable = py::str(py::import("sys").attr("executable"));
    why = "Python cannot be used for plugins: " + py::str(error.value()) + "; " +
          (executable.starts_with("/usr/bin/")
               ? "install python3-numpy, and the package python3-skald"
               : executable + " -m pip install numpy") +
          ", or name another interpreter by SKALD_PYTHON=/path/to/python";
  }
  PyEval_SaveThread();  // releases the lock, which every call takes
  return why;
}

LoadedFile load_class(const char* file) {
  const Call call;
  try {
    const auto* const loaded = new LoadedClass(py::import("skald.loading").call("load", file));
    return {.descriptor = loaded,
            .sources = loaded->sources.data(),
            .source_count = static_cast<std::uint32_t>(loaded->sources.size())};
  } catch (const py::error_already_set& error) {
    const py::object describe = py::import("skald.errors").attr("describe_unloaded");
    return refused(py::str(describe(file, error.value())));
  } catch (const py::builtin_exception& error) {
    return refused(error.what());
  }
}

LoadedFile load(const char* file) noexcept {
  try {
    static const std::string why_not = prepare();
    return why_not.empty() ? load_class(file) : refused(why_not);
  } catch (const std::exception& error) {
    return refused(error.what());
  }
}

}  // namespace

}  // namespace skald::python

SKALD_LOADER = {sizeof(skald::LoaderDescriptor), SKALD_ABI_TAG, skald::kInterfaceVersion,
                &skald::python::load};
