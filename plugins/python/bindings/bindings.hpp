// What Python sees of the host's objects: the module _skald, which is made when a plugin is loaded.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "py/binding.hpp"
#include "skald/block.hpp"
#include "skald/context.hpp"
#include "skald/observables.hpp"

namespace skald::python {

// A reference that is valid during a call alone, since Python may keep what refers to it.
template <class T>
class Handle {
 public:
  T& operator*() const {
    if (target_ != nullptr) return *target_;
    throw std::logic_error(
        "the host lends its objects for one call, and this one has ended: take them from the "
        "arguments of each call");
  }
  T* operator->() const { return &**this; }
  void set(T* target) { target_ = target; }
  // The number of clients that a method may name, where T does not know it.
  Index clients = 0;

 private:
  T* target_ = nullptr;
};

using RandomHandle = Handle<const Random>;
using ProblemHandle = Handle<Problem>;
using MechanismHandle = Handle<const Mechanism>;
using AccountantHandle = Handle<const Accountant>;
using LedgerHandle = Handle<Ledger>;
using RecorderHandle = Handle<Recorder>;
using ClockHandle = Handle<const ClientClock>;
using ReleasePlanHandle = Handle<ReleasePlan>;
using ClaimsHandle = Handle<PublishedClaims>;
struct ObservablesHandle : Handle<const Observables> {
  py::object random;
};

// A handle, and the object of Python that has it, for one call or many.
template <class T>
class Lent {
 public:
  Lent() : object_(py::to(Handle<T>())), handle_(py::instance<Handle<T>>(object_)) {}
  explicit Lent(T& target, Index clients = 0) : Lent() { set(&target, clients); }
  ~Lent() { set(nullptr); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  void set(T* target, Index clients = 0) {
    handle_->set(target);
    handle_->clients = clients;
  }
  const py::object& object() const { return object_; }

 private:
  py::object object_;
  Handle<T>* handle_;
};

// The observables of a run, lent to all calls of a metric.
class LentObservables {
 public:
  LentObservables();
  const py::object& lend(const Observables& observed);
  void take_back();

 private:
  Lent<const Random> random_;
  py::object object_;
};

// A stream is a tuple (role, client = -1, chain = 0).
Stream stream_of(const py::object& tuple);
py::object tuple_of(const Stream& stream);

// `count` of 0..n-1 without replacement, in random order.
std::vector<std::int64_t> sampled(const Random& random, const Stream& stream,
                                  std::int64_t iteration, Index chain, Index n, Index count);
py::object array_of(const std::vector<std::int64_t>& numbers);

// The rows that a sampler asks a problem about.
struct GivenRows {
  Rows rows;
  std::shared_ptr<const std::vector<std::int32_t>> kept;  // the indices
};

}  // namespace skald::python

template <>
inline std::string skald::python::py::From<skald::python::GivenRows>::expected() {
  return "Rows, such as problem.rows(client) or skald.rows(numbers)";
}

namespace skald::python {

// The table, as the object that models and partitions get; its arrays live as long as the table.
py::object lend_table(const Table& table);

// A text that lives until the end of the process, for declarations that want static storage.
const char* kept_text(const std::string& text);

void bind_random(const py::object& m);
void bind_problem(const py::object& m);
void bind_privacy(const py::object& m);
void bind_context(const py::object& m);
void bind_observables(const py::object& m);

// Makes the module, once.
void make_module();

// The context of a sampler, as Python has it.
struct ContextHandle {
  py::object problem, random, mechanism, ledger, recorder;
  py::object clients;  // None: the run has no section `clients`
  std::int64_t iteration = 0;
};

// One object of Python for all calls of a sampler.
class LentContext {
 public:
  LentContext();
  // Lends the context until take_back().
  const py::object& lend(Context& context);
  void take_back();

 private:
  Lent<Problem> problem_;
  Lent<const Random> random_;
  Lent<const Mechanism> mechanism_;
  Lent<Ledger> ledger_;
  Lent<Recorder> recorder_;
  Lent<const ClientClock> clients_;
  py::object object_;
};

}  // namespace skald::python
