#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/context_handle.hpp"

namespace skald::python {
namespace {

void record(const RecorderHandle& recorder, const std::string& name, const py::object& value) {
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()))
    return recorder->record(name.c_str(), value.cast<double>());
  const std::vector<double> values = doubles_of(value, name.c_str());
  const bool is_scalar = value.has("ndim") && value.attr("ndim").cast<int>() == 0;
  if (is_scalar) return recorder->record(name.c_str(), values.front());
  recorder->record_vector(name.c_str(), values);
}

template <auto member>
auto& cost(const LedgerHandle& ledger) {
  return (*ledger).*member;
}

// The interpreter does one thing at a time, so a section is a loop, in slot 0.
void parallel(const ContextHandle&, Index n, const py::function& f,
              const std::optional<py::function>& then) {
  for (Index i = 0; i < n; ++i) {
    f(i, 0);
    if (then) (*then)(i, 0);
  }
}

void bind_clock(const py::object& m) {
  py::class_<ClockHandle>("ClientClock")
      .property<[](const ClockHandle& c) { return c->waits_for_all(); }>("waits_for_all")
      .property<[](const ClockHandle& c) { return c->deadline(); }>("deadline")
      .property<[](const ClockHandle& c) { return c->over_selection(); }>("over_selection")
      .def<[](const ClockHandle& c, Index client, double time) {
        return c->is_available(client, time);
      }>("is_available", "client, time")
      .def<[](const ClockHandle& c, double time) { return c->next_change(time); }>("next_change",
                                                                                   "time")
      .def<[](const ClockHandle& c, Index client, Index chain, std::int64_t iteration, double time,
              std::int64_t steps, double down, double up) {
        return c->seconds_to_report(client, chain, iteration, time, {steps, down, up});
      }>("seconds_to_report", "client, chain, iteration, time, steps, bits_down, bits_up")
      .def<[](const ClockHandle& c, Index client, std::int64_t steps, double down, double up) {
        return c->least_seconds(client, {steps, down, up});
      }>("least_seconds", "client, steps, bits_down, bits_up")
      .add_to(m);
}

}  // namespace

void bind_context(const py::object& m) {
  py::class_<LedgerHandle>("Ledger")
      .field<&cost<&Ledger::rounds>>("rounds")
      .field<&cost<&Ledger::bits_up>>("bits_up")
      .field<&cost<&Ledger::bits_down>>("bits_down")
      .field<&cost<&Ledger::simulated_seconds>>("simulated_seconds")
      .add_to(m);
  py::class_<RecorderHandle>("Recorder").def<&record>("record", "name, value").add_to(m);
  bind_clock(m);
  py::class_<ContextHandle>("Context")
      .property<&ContextHandle::problem>("problem")
      .property<&ContextHandle::random>("random")
      .property<&ContextHandle::mechanism>("mechanism")
      .property<&ContextHandle::ledger>("ledger")
      .property<&ContextHandle::recorder>("recorder")
      .property<&ContextHandle::clients>("clients")
      .property<&ContextHandle::iteration>("iteration")
      .property<[](const ContextHandle&) { return 1; }>("slots")
      .def<&parallel>("parallel", "n, f, then=None")
      .add_to(m);
  py::def<&vector_bits>(m, "vector_bits", "d");
}

LentContext::LentContext() : object_(py::to(ContextHandle())) {
  ContextHandle& handle = *py::instance<ContextHandle>(object_);
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
  ContextHandle& handle = *py::instance<ContextHandle>(object_);
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
