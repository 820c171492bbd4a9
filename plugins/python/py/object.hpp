// Objects of Python, by functions of its stable ABI that Python 3.9 has, so that one build serves
// every version since. All but a destructor of an empty object needs the interpreter's lock.
#pragma once

// From 3.11 for the buffers' functions, which all versions have.
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace skald::python::py {

// A reference; none if made without arguments.
class object {
 public:
  object() = default;
  object(const object& other) noexcept : pointer_(other.pointer_) { Py_XINCREF(pointer_); }
  object(object&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  object& operator=(object other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~object() { Py_XDECREF(pointer_); }
  // Takes over a reference.
  static object of(PyObject* pointer) noexcept {
    object taken;
    taken.pointer_ = pointer;
    return taken;
  }

  PyObject* ptr() const { return pointer_; }
  PyObject* release() { return std::exchange(pointer_, nullptr); }
  explicit operator bool() const { return pointer_ != nullptr; }
  bool is_none() const { return pointer_ == Py_None; }
  bool is(const object& type) const;
  object attr(const char* name) const;
  bool has(const char* name) const { return PyObject_HasAttrString(pointer_, name) != 0; }
  // These and cast() are in convert.hpp.
  template <class... Arguments>
  object operator()(const Arguments&... arguments) const;
  template <class... Arguments>
  object call(const char* method, const Arguments&... arguments) const;
  // Throws type_error.
  template <class T>
  T cast() const;

 private:
  PyObject* pointer_ = nullptr;
};

// What Python has raised. Made where a function of Python's says that it has failed.
class error_already_set : public std::exception {
 public:
  error_already_set();
  const object& value() const { return *value_; }
  object type() const;
  object trace() const;  // or None
  bool matches(PyObject* exception) const;
  void restore() const;  // has Python raise it again
  const char* what() const noexcept override { return what_->c_str(); }

 private:
  std::shared_ptr<object> value_;
  std::shared_ptr<std::string> what_;
};

// What Python is to raise.
class builtin_exception : public std::runtime_error {
 public:
  builtin_exception(PyObject* type, const std::string& what)
      : std::runtime_error(what), type_(type) {}
  PyObject* type() const { return type_; }

 private:
  PyObject* type_;
};
struct type_error : builtin_exception {
  explicit type_error(const std::string& what) : builtin_exception(PyExc_TypeError, what) {}
};
struct value_error : builtin_exception {
  explicit value_error(const std::string& what) : builtin_exception(PyExc_ValueError, what) {}
};

// A new reference that a function of Python's returns. Throws error_already_set if there is none.
object owned(PyObject* result);
object borrowed(PyObject* pointer);
inline object none() { return borrowed(Py_None); }
void require(int status);  // throws error_already_set if it is -1

object import(const char* module);
std::string str(const object& of);
std::string repr(const object& of);
std::string type_name(const object& of);
// "0.5", "an array of float32, shape (3, 2)", "a value of type dict", as messages tell it.
std::string found(const object& value);
// The items of anything that has some; the pairs of a dict. Throw error_already_set.
std::vector<object> items_of(const object& iterable);
std::vector<std::pair<object, object>> pairs_of(const object& dict);
object member_of(const object& dict, const char* key);  // none if there is no such member
void set(const object& dict, const char* key, const object& value);
// types.SimpleNamespace with these members.
object named(std::initializer_list<std::pair<const char*, object>> members);

// Holds the interpreter's lock.
class Lock {
 public:
  Lock() : state_(PyGILState_Ensure()) {}
  ~Lock() { PyGILState_Release(state_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace skald::python::py
