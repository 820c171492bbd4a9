#include "call.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "arrays.hpp"

namespace skald::python {
namespace {

thread_local Call* innermost = nullptr;
thread_local std::exception_ptr host_exception;

// Threads in calls, once for each call. Whoever holds the interpreter's lock may touch it.
std::vector<unsigned long>& callers() {
  static auto* const threads = new std::vector<unsigned long>;
  return *threads;
}

// Whether code of Python runs in a thread that is in no call.
bool has_other_threads() {
  const auto& known = callers();
  PyThreadState* const own = PyThreadState_Get();
  for (auto* state = PyInterpreterState_ThreadHead(PyThreadState_GetInterpreter(own));
       state != nullptr; state = PyThreadState_Next(state)) {
    if (state == own) continue;
    if (std::find(known.begin(), known.end(), state->thread_id) != known.end()) continue;
    const auto frame = py::reinterpret_steal<py::object>(
        reinterpret_cast<PyObject*>(PyThreadState_GetFrame(state)));
    if (frame) return true;
  }
  return false;
}

constexpr auto kInt32 = static_cast<py::ssize_t>(sizeof(std::int32_t));

// Kept for ever, since nothing of Python may be destroyed after its interpreter.
const py::dtype& doubles() {
  static const auto* const type = new py::dtype(py::dtype::of<double>());
  return *type;
}

// "fald.py:23: in advance: ZeroDivisionError: division by zero", as skald.errors tells it.
std::string told(const py::error_already_set& error) {
  const py::object describe = py::module_::import("skald.errors").attr("describe");
  return py::str(describe(error.type(), error.value(), error.trace()));
}

// Prints the whole traceback to standard error.
void show(const py::error_already_set& error) {
  try {
    py::module_::import("skald.errors").attr("show")(error.type(), error.value(), error.trace());
  } catch (py::error_already_set& second) {
    second.discard_as_unraisable("a traceback that cannot be shown");
  }
}

std::string told_safely(const py::error_already_set& error) {
  try {
    return told(error);
  } catch (py::error_already_set& second) {
    return error.what();
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

py::array Call::lend(const py::dtype& type, const void* data, std::vector<py::ssize_t> shape,
                     std::vector<py::ssize_t> strides, bool is_writeable) {
  static const char nothing = 0;
  if (!owner_) owner_ = py::capsule(&nothing, "skald.call");
  py::array array(type, std::move(shape), std::move(strides), data, owner_);
  auto& flags = py::detail::array_proxy(array.ptr())->flags;
  if (!is_writeable) flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

py::array Call::lend(Block block) {
  return lend(doubles(), block.data, {block.rows, block.cols}, {kDouble, kDouble * block.stride},
              true);
}
py::array Call::lend(ConstBlock block) {
  return lend(doubles(), block.data, {block.rows, block.cols}, {kDouble, kDouble * block.stride},
              false);
}
py::array Call::lend(std::span<const double> values) {
  return lend(doubles(), values.data(), {std::ssize(values)}, {kDouble}, false);
}
py::array Call::lend(std::span<const std::int32_t> values) {
  return lend(py::dtype::of<std::int32_t>(), values.data(), {std::ssize(values)}, {kInt32}, false);
}

void Call::leave(const py::object& plugin) {
  if (has_other_threads()) {
    py::module_::import("skald.guard").attr("refuse_threads")(py::cast(callers()));
  }
  if (!owner_ || owner_.ref_count() == 1) return;
  py::module_::import("gc").attr("collect")();  // of cycles, such as functions that call themselves
  if (owner_.ref_count() == 1) return;
  throw std::runtime_error(
      std::string(py::str(py::type::of(plugin).attr("__name__"))) +
      " keeps an array beyond the call for which the host has lent it; keep a copy: array.copy()");
}

void remember_host_exception(std::exception_ptr exception) {
  host_exception = std::move(exception);
}

void throw_error(py::error_already_set& error, bool may_refuse) {
  const py::object of_host = py::module_::import("skald.errors").attr("HostError");
  if (host_exception && error.matches(of_host))
    std::rethrow_exception(std::exchange(host_exception, nullptr));
  const std::string what = told_safely(error);
  if (may_refuse && error.matches(PyExc_ValueError)) throw std::invalid_argument(what);
  show(error);
  if (error.matches(PyExc_MemoryError)) throw std::bad_alloc();
  throw std::runtime_error(what);
}

}  // namespace skald::python
