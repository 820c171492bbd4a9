// One call from the host into Python: what lives as long as it does.
#pragma once

#include "py/convert.hpp"
//
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"

namespace skald::python {

// Holds the interpreter's lock and owns the validity of everything that the host lends to Python
// during the call. Calls nest, as when a sampler in Python asks a model in Python. Arrays that were
// lent must not be kept beyond the call: leave() finds out.
class Call {
 public:
  Call();
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // The innermost call. Throws std::logic_error outside calls.
  static Call& current();

  // The block or span as an array, without a copy: see memory_of().
  template <class T>
  py::object lend(const T& values) {
    return py::array_at(lent_.emplace_back(memory_of(values)));
  }

  // Says that what follows may refuse options, problem or table: see throw_error().
  void may_refuse() { may_refuse_ = true; }
  // Calls object.name(arguments...), which has static storage, and converts what it raises by
  // throw_error().
  template <class... Arguments>
  py::object ask(const py::object& object, const char* name, const Arguments&... arguments);
  // "fald.py:23: in rest: ", where the method of the plugin begins that was asked last.
  std::string place(const py::object& plugin) const;
  // To be called last. Throws std::runtime_error if something that was lent is still held, and
  // raises an error of Python if code of a plugin still runs in a thread that it has started.
  void leave(const py::object& plugin);

 private:
  py::Lock lock_;
  Call* outer_;
  std::vector<py::object> lent_;  // the memory of all arrays that were lent
  bool may_refuse_ = false;
  const char* asked_ = nullptr;
};

// Rethrows the present exception of Python as one of C++: the host's own as it was (the text of a
// std::invalid_argument or std::logic_error after the place that asked for it), MemoryError as
// std::bad_alloc, everything else as std::runtime_error; with file and line in the plugin and the
// last line of the traceback, all of which goes to standard error unless the plugin refuses. Where
// the plugin may refuse what it is given, a ValueError is std::invalid_argument; elsewhere it is a
// mistake like any other, such as NumPy's about shapes.
[[noreturn]] void throw_error(const py::error_already_set& error, bool may_refuse = false);

// Notes an exception of the host that is about to pass through Python.
void remember_host_exception(std::exception_ptr exception);

template <class... Arguments>
py::object Call::ask(const py::object& object, const char* name, const Arguments&... arguments) {
  asked_ = name;
  try {
    return object.call(name, arguments...);
  } catch (const py::error_already_set& error) {
    throw_error(error, may_refuse_);
  }
}

}  // namespace skald::python
