// The loader of plugins in Python: NAME.py, with one class. It knows no symbol of Python's. Once
// the interpreter runs, it passes its work to python/bindings.so, whose symbols are then found.
#include "skald/loader.hpp"

#include <dlfcn.h>

#include <exception>
#include <stdexcept>
#include <string>

#include "start/interpreter.hpp"

namespace skald::python {
namespace {

const LoaderDescriptor& bindings() {
  start(chosen_interpreter());
  Dl_info own{};
  ::dladdr(reinterpret_cast<const void*>(&bindings), &own);
  const std::filesystem::path library =
      std::filesystem::weakly_canonical(own.dli_fname).parent_path() / "python/bindings.so";
  void* const opened = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (opened == nullptr) throw std::runtime_error(::dlerror());
  return *static_cast<const LoaderDescriptor*>(::dlsym(opened, "skald_loader"));
}

LoadedFile load(const char* file) noexcept {
  static std::string why;  // lives as long as what refers to it
  try {
    static const LoaderDescriptor& loader = bindings();
    return loader.load(file);
  } catch (const std::exception& error) {
    why = error.what();
    return {.refusal = why.c_str()};
  }
}

}  // namespace
}  // namespace skald::python

SKALD_LOADER = {sizeof(skald::LoaderDescriptor), SKALD_ABI_TAG, skald::kInterfaceVersion,
                &skald::python::load};
