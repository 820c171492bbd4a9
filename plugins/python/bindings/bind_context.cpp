#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/context_handle.hpp"

namespace skald::python {
namespace {

void record(const RecorderHandle& recorder, const std::string& name, const py::object& value) {
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()))
    return recorder->record(name.c_str(), value.cast<double>());
  const std::vector<double> values = doubles_of(value, name.c_str());
  const bool is_scalar = py::hasattr(value, "ndim") && value.attr("ndim").cast<int>() == 0;
  if (is_scalar) return recorder->record(name.c_str(), values.front());
  recorder->record_vector(name.c_str(), values);
}

template <class T>
void bind_cost(py::class_<LedgerHandle>& ledger, const char* name, T Ledger::*member) {
  ledger.def_property(
      name, [member](const LedgerHandle& l) { return (*l).*member; },
      [member](const LedgerHandle& l, T value) { (*l).*member = value; });
}

// The interpreter does one thing at a time, so a section is a loop, in slot 0.
void parallel(const ContextHandle&, Index n, const py::function& f,
              const std::optional<py::function>& then) {
  for (Index i = 0; i < n; ++i) {
    f(i, 0);
    if (then) (*then)(i, 0);
  }
}

void bind_clock(py::module_& m) {
  py::class_<ClockHandle>(m, "ClientClock")
      .def_property_readonly("waits_for_all",
                             [](const ClockHandle& c) { return c->waits_for_all(); })
      .def_property_readonly("deadline", [](const ClockHandle& c) { return c->deadline(); })
      .def_property_readonly("over_selection",
                             [](const ClockHandle& c) { return c->over_selection(); })
      .def(
          "is_available",
          [](const ClockHandle& c, Index client, double time) {
            return c->is_available(client, time);
          },
          py::arg("client"), py::arg("time"))
      .def(
          "next_change", [](const ClockHandle& c, double time) { return c->next_change(time); },
          py::arg("time"))
      .def(
          "seconds_to_report",
          [](const ClockHandle& c, Index client, Index chain, std::int64_t iteration, double time,
             std::int64_t steps, double bits_down, double bits_up) {
            return c->seconds_to_report(client, chain, iteration, time,
                                        {steps, bits_down, bits_up});
          },
          py::arg("client"), py::arg("chain"), py::arg("iteration"), py::arg("time"),
          py::arg("steps"), py::arg("bits_down"), py::arg("bits_up"))
      .def(
          "least_seconds",
          [](const ClockHandle& c, Index client, std::int64_t steps, double bits_down,
             double bits_up) {
            return c->least_seconds(client, {steps, bits_down, bits_up});
          },
          py::arg("client"), py::arg("steps"), py::arg("bits_down"), py::arg("bits_up"));
}

}  // namespace

void bind_context(py::module_& m) {
  py::class_<LedgerHandle> ledger(m, "Ledger");
  bind_cost(ledger, "rounds", &Ledger::rounds);
  bind_cost(ledger, "bits_up", &Ledger::bits_up);
  bind_cost(ledger, "bits_down", &Ledger::bits_down);
  bind_cost(ledger, "simulated_seconds", &Ledger::simulated_seconds);
  py::class_<RecorderHandle>(m, "Recorder")
      .def("record", &record, py::arg("name"), py::arg("value"));
  bind_clock(m);
  py::class_<ContextHandle>(m, "Context")
      .def_readonly("problem", &ContextHandle::problem)
      .def_readonly("random", &ContextHandle::random)
      .def_readonly("mechanism", &ContextHandle::mechanism)
      .def_readonly("ledger", &ContextHandle::ledger)
      .def_readonly("recorder", &ContextHandle::recorder)
      .def_readonly("clients", &ContextHandle::clients)
      .def_readonly("iteration", &ContextHandle::iteration)
      .def_property_readonly("slots", [](const ContextHandle&) { return 1; })
      .def("parallel", &parallel, py::arg("n"), py::arg("f"), py::arg("then") = py::none());
  m.def("vector_bits", &vector_bits, py::arg("d"));
}

LentContext::LentContext() : object_(py::cast(ContextHandle())) {
  ContextHandle& handle = *object_.cast<ContextHandle*>();
  handle.problem = problem_.object();
  handle.random = random_.object();
  handle.mechanism = mechanism_.object();
  handle.ledger = ledger_.object();
  handle.recorder = recorder_.object();
  handle.clients = py::none();
}

const py::object& LentContext::lend(Context& context) {
  problem_.set(&context.problem);
  random_.set(&context.random);
  mechanism_.set(&context.mechanism);
  ledger_.set(&context.ledger);
  recorder_.set(&context.recorder);
  clients_.set(context.clients);
  ContextHandle& handle = *object_.cast<ContextHandle*>();
  handle.iteration = context.iteration;
  if (context.clients != nullptr) handle.clients = clients_.object();
  return object_;
}

void LentContext::take_back() {
  problem_.set(nullptr);
  random_.set(nullptr);
  mechanism_.set(nullptr);
  ledger_.set(nullptr);
  recorder_.set(nullptr);
  clients_.set(nullptr);
}

}  // namespace skald::python
