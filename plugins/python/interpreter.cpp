#include "interpreter.hpp"

#include <dlfcn.h>
#include <pybind11/embed.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace skald::python {
namespace {

namespace py = pybind11;
namespace fs = std::filesystem;

fs::path file_of(const void* address) {
  Dl_info info{};
  if (::dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  return fs::weakly_canonical(info.dli_fname);
}

// Extension modules, such as NumPy's, look for Python's symbols among those of the whole process,
// whereas the host has loaded this library, and libpython with it, for itself alone.
void show_python_to_extensions() {
  const fs::path library = file_of(reinterpret_cast<const void*>(&Py_InitializeFromConfig));
  if (::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD) == nullptr)
    throw std::runtime_error("Python's library cannot be opened: " + std::string(::dlerror()));
}

void require(const PyStatus& status) {
  if (PyStatus_Exception(status) == 0) return;
  throw std::runtime_error("Python does not start: " +
                           std::string(status.err_msg == nullptr ? "" : status.err_msg));
}

void initialise() {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;
  config.parse_argv = 0;
  config.write_bytecode = 0;
  config.buffered_stdio = 0;
  config.use_hash_seed = 1;
  config.hash_seed = 0;
  if (const char* environment = std::getenv("VIRTUAL_ENV")) {
    const std::string program = (fs::path(environment) / "bin" / "python3").string();
    require(PyConfig_SetBytesString(&config, &config.executable, program.c_str()));
  }
  const PyStatus status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  require(status);
}

// The package as the build or an installation has it; a Debian package puts it where Python looks.
void find_package() {
  const fs::path loaders = file_of(reinterpret_cast<const void*>(&start_interpreter)).parent_path();
  for (const fs::path& folder : {loaders.parent_path() / "python",
                                 loaders.parent_path().parent_path() / "python3/dist-packages"}) {
    if (!fs::exists(folder / "skald")) continue;
    py::module_::import("sys").attr("path").attr("insert")(0, folder.string());
    return;
  }
}

bool start() {
  show_python_to_extensions();
  initialise();
  try {
    find_package();
    py::module_::import("skald.guard").attr("protect")();
  } catch (py::error_already_set& error) {
    const char* environment = std::getenv("VIRTUAL_ENV");
    throw std::runtime_error(
        "Python cannot be used for plugins: " + std::string(py::str(error.value())) +
        (environment == nullptr ? "; install python3-numpy, and the package python3-skald"
                                : "; install NumPy in the virtual environment VIRTUAL_ENV, " +
                                      std::string(environment) + ", or leave it"));
  }
  PyEval_SaveThread();  // releases the lock, which every call takes
  return true;
}

}  // namespace

void start_interpreter() { [[maybe_unused]] static const bool is_started = start(); }

}  // namespace skald::python
