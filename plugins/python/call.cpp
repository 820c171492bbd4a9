#include "call.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

namespace skald::python {
namespace {

thread_local Call* innermost = nullptr;
thread_local std::exception_ptr host_exception;

// Threads in calls, once for each call. Whoever holds the interpreter's lock may touch it.
std::vector<unsigned long>& callers() {
  static auto* const threads = new std::vector<unsigned long>;
  return *threads;
}

// Whether a thread runs that Python has started.
bool has_other_threads() {
  static const auto* const count = new py::object(py::import("_thread").attr("_count"));
  return (*count)().cast<long>() != 0;
}

// "fald.py:23: in advance: ZeroDivisionError: division by zero", as skald.errors tells it.
std::string told(const py::error_already_set& error) {
  try {
    const py::object describe = py::import("skald.errors").attr("describe");
    return py::str(describe(error.type(), error.value(), error.trace()));
  } catch (const py::error_already_set&) {
    return error.what();
  }
}

// Prints the whole traceback to standard error.
void show(const py::error_already_set& error) {
  try {
    py::import("skald.errors").call("show", error.type(), error.value(), error.trace());
  } catch (const py::error_already_set& second) {
    second.restore();
    PyErr_WriteUnraisable(Py_None);
  }
}

// Rethrows what the host has thrown; a refusal or a wrong use, as `what`, which names the place.
[[noreturn]] void rethrow_host_exception(const std::string& what) {
  try {
    std::rethrow_exception(std::exchange(host_exception, nullptr));
  } catch (const std::logic_error& error) {
    if (typeid(error) == typeid(std::invalid_argument)) throw std::invalid_argument(what);
    if (typeid(error) == typeid(std::logic_error)) throw std::logic_error(what);
    throw;
  }
}

}  // namespace

Call::Call() : outer_(innermost) {
  innermost = this;
  callers().push_back(PyThread_get_thread_ident());
}
Call::~Call() {
  auto& threads = callers();
  threads.erase(std::find(threads.begin(), threads.end(), PyThread_get_thread_ident()));
  innermost = outer_;
}

Call& Call::current() {
  if (innermost != nullptr) return *innermost;
  throw std::logic_error("what the host lends to a plugin is for the call it is lent to");
}

std::string Call::place(const py::object& plugin) const {
  if (asked_ == nullptr) return py::type_name(plugin) + ": ";
  return py::str(py::import("skald.errors").call("place_of", plugin.attr(asked_)));
}

void Call::leave(const py::object& plugin) {
  if (has_other_threads()) py::import("skald.guard").call("refuse_threads", callers());
  const auto is_kept = [this] {
    return std::any_of(lent_.begin(), lent_.end(),
                       [](const py::object& memory) { return Py_REFCNT(memory.ptr()) != 1; });
  };
  if (!is_kept()) return;
  py::import("gc").call("collect");  // of cycles, such as functions that call themselves
  if (!is_kept()) return;
  throw std::runtime_error(
      py::type_name(plugin) +
      " keeps an array beyond the call for which the host has lent it; keep a copy: array.copy()");
}

void remember_host_exception(std::exception_ptr exception) {
  host_exception = std::move(exception);
}

void throw_error(const py::error_already_set& error, bool may_refuse) {
  const py::object of_host = py::import("skald.errors").attr("HostError");
  const std::string what = told(error);
  if (host_exception && error.matches(of_host.ptr())) rethrow_host_exception(what);
  if (may_refuse && error.matches(PyExc_ValueError)) throw std::invalid_argument(what);
  show(error);
  if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
  throw std::runtime_error(what);
}

}  // namespace skald::python
