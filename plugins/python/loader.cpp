// The loader of plugins in Python: NAME.py, with one class.
#include "skald/loader.hpp"

#include <exception>
#include <string>

#include "bindings/bindings.hpp"
#include "call.hpp"
#include "interpreter.hpp"
#include "loaded_class.hpp"

namespace skald::python {
namespace {

LoadedFile refused(const std::string& why) { return {.refusal = kept_text(why)}; }

LoadedFile load_class(const char* file) {
  const Call call;
  try {
    const py::object declaration = py::module_::import("skald.loading").attr("load")(file);
    const auto* const loaded = new LoadedClass(declaration);
    return {.descriptor = loaded,
            .sources = loaded->sources.data(),
            .source_count = static_cast<std::uint32_t>(loaded->sources.size())};
  } catch (py::error_already_set& error) {
    const py::object describe = py::module_::import("skald.errors").attr("describe_unloaded");
    return refused(py::str(describe(file, error.value())));
  } catch (const py::builtin_exception& error) {
    return refused(error.what());
  }
}

LoadedFile load(const char* file) noexcept {
  try {
    start_interpreter();
    return load_class(file);
  } catch (const std::exception& error) {
    return refused(error.what());
  }
}

}  // namespace
}  // namespace skald::python

SKALD_LOADER = {sizeof(skald::LoaderDescriptor), SKALD_ABI_TAG, skald::kInterfaceVersion,
                &skald::python::load};
