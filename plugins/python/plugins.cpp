// What start/loader.cpp passes files NAME.py to, once the interpreter has started.
#include "bindings/bindings.hpp"
//
#include <dlfcn.h>

#include <exception>
#include <filesystem>
#include <string>

#include "call.hpp"
#include "loaded_class.hpp"
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
