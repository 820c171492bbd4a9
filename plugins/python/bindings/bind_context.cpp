#include "arrays.hpp"
//
#include <algorithm>

#include "bindings/bindings.hpp"

namespace skald::python {
namespace {

void record(const RecorderHandle& recorder, const std::string& name, const py::object& value) {
  if (PyFloat_Check(value.ptr()) || PyLong_Check(value.ptr()))
    return recorder->record(name.c_str(), value.cast<double>());
  const std::vector<double> values = doubles_of(value, ("value of " + name).c_str());
  const bool is_scalar = value.has("ndim") && value.attr("ndim").cast<int>() == 0;
  if (is_scalar) return recorder->record(name.c_str(), values.front());
  recorder->record_vector(name.c_str(), values);
}

template <auto member>
auto& cost(const LedgerHandle& ledger) {
  return (*ledger).*member;
}

// The interpreter does one thing at a time, so a section is a loop, in slot 0.
void parallel(const ContextHandle&, py::Count n, const py::function& f,
              const std::optional<py::function>& then) {
  for (Index i = 0; i < n; ++i) {
    f(i, 0);
    if (then) (*then)(i, 0);
  }
}

// The clock's client. Throws py::value_error if there is none.
Index client_of(const ClockHandle& clock, Index client) {
  if (client >= 0 && client < clock.clients) return client;
  throw py::value_error("client: found " + std::to_string(client) + "; expected 0 to " +
                        std::to_string(clock.clients - 1));
}

// S distinct clients of a chain in the round that begins at an iteration, in increasing order:
// those of C++.
py::object cohort(const ContextHandle& context, std::optional<py::Count> S, std::int64_t iteration,
                  py::Count chain) {
  const Index clients = (*py::instance<ProblemHandle>(context.problem))->clients();
  const Index count = S.value_or(py::Count{clients});
  if (count < 1 || count > clients) {
    throw py::value_error("S: found " + std::to_string(count) + "; expected 1 to " +
                          std::to_string(clients) + ", the number of clients, or None: all");
  }
  const Random& random = **py::instance<RandomHandle>(context.random);
  std::vector<std::int64_t> clients_of_round =
      sampled(random, {Role::participation}, iteration, chain, clients, count);
  std::ranges::sort(clients_of_round);
  return array_of(clients_of_round);
}

void bind_clock(const py::object& m) {
  py::class_<ClockHandle>("ClientClock")
      .property<[](const ClockHandle& c) { return c->waits_for_all(); }>("waits_for_all")
      .property<[](const ClockHandle& c) { return c->deadline(); }>("deadline")
      .property<[](const ClockHandle& c) { return c->over_selection(); }>("over_selection")
      .def<[](const ClockHandle& c, Index client, double time) {
        return c->is_available(client_of(c, client), time);
      }>("is_available", "client, time")
      .def<[](const ClockHandle& c, double time) { return c->next_change(time); }>("next_change",
                                                                                   "time")
      .def<[](const ClockHandle& c, Index client, py::Count chain, std::int64_t iteration,
              double time, py::Count steps, py::NotNegative down, py::NotNegative up) {
        return c->seconds_to_report(client_of(c, client), chain, iteration, time,
                                    {steps, down, up});
      }>("seconds_to_report", "client, chain, iteration, time, steps, bits_down, bits_up")
      .def<[](const ClockHandle& c, Index client, py::Count steps, py::NotNegative down,
              py::NotNegative up) {
        return c->least_seconds(client_of(c, client), {steps, down, up});
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
      .def<&cohort>("cohort", "S, iteration, chain=0")
      .add_to(m);
  py::def<[](py::Count d) { return vector_bits(d); }>(m, "vector_bits", "d");
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
  mechanism_.set(&context.mechanism, context.problem.clients());
  ledger_.set(&context.ledger);
  recorder_.set(&context.recorder);
  clients_.set(context.clients, context.problem.clients());
  ContextHandle& handle = *py::instance<ContextHandle>(object_);
  handle.iteration = context.iteration;
  if (context.clients != nullptr) handle.clients = clients_.object();
  return object_;
}

void LentContext::take_back() {
  const auto end = [](auto&... lent) { (lent.set(nullptr), ...); };
  end(problem_, random_, mechanism_, ledger_, recorder_, clients_);
}

}  // namespace skald::python
