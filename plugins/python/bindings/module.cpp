#include <pybind11/embed.h>

#include "bindings/bindings.hpp"
#include "call.hpp"

namespace skald::python {
namespace {

// What the host throws passes through Python as skald.errors.HostError, and comes out as it was.
void pass_through_python(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const py::error_already_set&) {
    throw;
  } catch (const py::builtin_exception&) {
    throw;
  } catch (const std::exception& error) {
    remember_host_exception(thrown);
    const py::object type = py::module_::import("skald.errors").attr("HostError");
    PyErr_SetString(type.ptr(), error.what());
  }
}

}  // namespace
}  // namespace skald::python

PYBIND11_EMBEDDED_MODULE(_skald, m) {
  using namespace skald::python;
  py::register_exception_translator(&pass_through_python);
  bind_random(m);
  bind_problem(m);
  bind_privacy(m);
  bind_context(m);
  bind_observables(m);
}
