// A plugin's class in Python, as the host knows it.
#pragma once

#include "py/object.hpp"
//
#include <string>
#include <vector>

#include "skald/plugin.hpp"

namespace skald::python {

// A descriptor, with what it refers to. Lives until the end of the process.
struct LoadedClass : PluginDescriptor {
  // Of a skald.loading.Declaration. Throws py::error_already_set for words that nobody knows.
  explicit LoadedClass(const py::object& declaration);

  py::object plugin;  // the class
  std::vector<OptionInfo> table;
  std::vector<py::object> defaults;  // None: the option has none
  std::vector<const char*> sources;
};

}  // namespace skald::python
