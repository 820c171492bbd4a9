#include "bindings/bindings.hpp"

namespace skald::python {

void make_module() {
  static PyModuleDef definition{
      PyModuleDef_HEAD_INIT, "_skald", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};
  const py::object made = py::owned(PyModule_Create(&definition));
  bind_random(made);
  bind_problem(made);
  bind_privacy(made);
  bind_context(made);
  bind_observables(made);
  py::set(py::borrowed(PyImport_GetModuleDict()), "_skald", made);
}

}  // namespace skald::python
