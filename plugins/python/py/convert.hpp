// Values of C++ as objects of Python, and back.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "py/object.hpp"

namespace skald::python::py {

// An object of Python that has a T. Its class is made by class_ (binding.hpp).
template <class T>
struct Instance {
  PyObject_HEAD T value;
};
template <class T>
inline PyTypeObject* class_of = nullptr;

template <class T>
T* instance(const object& object) {
  return &reinterpret_cast<Instance<T>*>(object.ptr())->value;
}
template <class T>
bool is_instance(PyObject* object) {
  return PyObject_TypeCheck(object, class_of<T>) != 0;
}

// A function of Python.
struct function : object {};

// How a T is made of an object: from(), which returns nothing if it cannot be, and what messages
// say it is to be. Of the classes of class_, a copy.
template <class T>
struct From {
  static std::optional<T> from(PyObject* given) {
    if (is_instance<T>(given)) return *instance<T>(borrowed(given));
    return std::nullopt;
  }
  static std::string expected() {
    return str(borrowed(reinterpret_cast<PyObject*>(class_of<T>)).attr("__name__"));
  }
};

template <>
struct From<object> {
  static std::optional<object> from(PyObject* given) { return borrowed(given); }
  static std::string expected() { return "any value"; }
};
template <>
struct From<function> {
  static std::optional<function> from(PyObject* given) {
    if (PyCallable_Check(given) != 0) return function{borrowed(given)};
    return std::nullopt;
  }
  static std::string expected() { return "a function"; }
};
template <>
struct From<bool> {
  static std::optional<bool> from(PyObject* given) {
    const bool is_numpys = type_name(borrowed(given)).starts_with("bool");
    if (PyBool_Check(given) == 0 && !is_numpys) return std::nullopt;
    return PyObject_IsTrue(given) == 1;
  }
  static std::string expected() { return "True or False"; }
};
template <std::integral T>
struct From<T> {
  static std::optional<T> from(PyObject* given) {
    if (PyIndex_Check(given) == 0) return std::nullopt;
    const object whole = object::of(PyNumber_Index(given));
    const long long value = whole ? PyLong_AsLongLong(whole.ptr()) : -1;
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return std::nullopt;
    }
    return std::in_range<T>(value) ? std::optional(static_cast<T>(value)) : std::nullopt;
  }
  static std::string expected() { return "an int"; }
};
template <>
struct From<double> {
  static std::optional<double> from(PyObject* given) {
    const double value = PyFloat_AsDouble(given);
    if (value != -1 || PyErr_Occurred() == nullptr) return value;
    PyErr_Clear();
    return std::nullopt;
  }
  static std::string expected() { return "a number"; }
};

// A number for which Bound::holds(), which Bound::told says in words.
template <class T, class Bound>
struct Within {
  using value_type = T;
  T value;
  operator T() const { return value; }  // NOLINT(google-explicit-constructor): it is a number
};
struct FromZero {
  static bool holds(auto value) { return value >= 0; }
  static constexpr const char* told = "of at least 0";
};
struct AboveZero {
  static bool holds(auto value) { return value > 0; }
  static constexpr const char* told = "above 0";
};
struct BelowOne {
  static bool holds(auto value) { return value >= 0 && value < 1; }
  static constexpr const char* told = "from 0 to below 1";
};
struct ToTwo32 {
  static bool holds(std::int64_t value) { return value >= 0 && value <= std::int64_t{1} << 32; }
  static constexpr const char* told = "from 0 to 4294967296";
};
using Count = Within<std::int64_t, ToTwo32>;
using NotNegative = Within<double, FromZero>;
using Positive = Within<double, AboveZero>;

// Whether it is a number, though not within the bounds.
template <class T>
bool is_beyond(PyObject*) {
  return false;
}
template <class T>
requires requires { typename T::value_type::value_type; }
bool is_beyond(PyObject* given) { return is_beyond<typename T::value_type>(given); }
template <class T>
requires std::is_arithmetic_v<decltype(T::value)>
bool is_beyond(PyObject* given) { return From<typename T::value_type>::from(given).has_value(); }

template <class T, class Bound>
struct From<Within<T, Bound>> {
  static std::optional<Within<T, Bound>> from(PyObject* given) {
    const std::optional<T> value = From<T>::from(given);
    if (value && Bound::holds(*value)) return Within<T, Bound>{*value};
    return std::nullopt;
  }
  static std::string expected() { return From<T>::expected() + " " + Bound::told; }
};
template <>
struct From<std::string> {
  static std::optional<std::string> from(PyObject* given) {
    if (PyUnicode_Check(given) == 0) return std::nullopt;
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(given, &size);
    if (bytes != nullptr) return std::string(bytes, static_cast<std::size_t>(size));
    PyErr_Clear();
    return std::nullopt;
  }
  static std::string expected() { return "a text"; }
};
template <class T>
struct From<std::optional<T>> {
  static std::optional<std::optional<T>> from(PyObject* given) {
    if (given == Py_None) return std::optional<T>();
    std::optional<T> value = From<T>::from(given);
    if (!value) return std::nullopt;
    return std::optional<std::optional<T>>(std::move(value));
  }
  static std::string expected() { return From<T>::expected() + ", or None"; }
};
template <class... T>
struct From<std::tuple<T...>> {
  static std::optional<std::tuple<T...>> from(PyObject* given) {
    if (PySequence_Check(given) == 0 || PySequence_Size(given) != sizeof...(T)) {
      PyErr_Clear();
      return std::nullopt;
    }
    return all(given, std::index_sequence_for<T...>());
  }
  static std::string expected() { return "a tuple of " + std::to_string(sizeof...(T)); }

 private:
  template <std::size_t... i>
  static std::optional<std::tuple<T...>> all(PyObject* given, std::index_sequence<i...>) {
    const std::tuple values{From<T>::from(owned(PySequence_GetItem(given, i)).ptr())...};
    if (!(std::get<i>(values).has_value() && ...)) return std::nullopt;
    return std::tuple<T...>(*std::get<i>(values)...);
  }
};

template <class T>
T object::cast() const {
  if (std::optional<T> value = From<T>::from(pointer_)) return *std::move(value);
  throw type_error("found " + found(*this) + "; expected " + From<T>::expected());
}

// The object of a value.
inline object to(const object& value) { return value; }
inline object to(const std::string& text) {
  return owned(PyUnicode_DecodeUTF8(text.data(), std::ssize(text), "replace"));
}
inline object to(const char* text) { return to(std::string(text)); }
inline object to(double value) { return owned(PyFloat_FromDouble(value)); }
inline object to(bool value) { return borrowed(value ? Py_True : Py_False); }
template <std::integral T>
object to(T value) {
  return owned(PyLong_FromLongLong(static_cast<long long>(value)));
}
template <class T>
requires(std::is_class_v<T> && !std::derived_from<T, object>) object
    to(T value) {  // of a class of class_
  PyObject* const made = PyType_GenericAlloc(class_of<T>, 0);
  object kept = owned(made);
  new (&reinterpret_cast<Instance<T>*>(made)->value) T(std::move(value));
  return kept;
}
template <class T>
object to(const std::optional<T>& value) {
  return value ? to(*value) : none();
}
template <class T>
object to(const std::vector<T>& values) {
  object list = owned(PyList_New(0));
  for (const T& value : values) require(PyList_Append(list.ptr(), to(value).ptr()));
  return list;
}

template <class... T>
object make_tuple(const T&... values) {
  return owned(PyTuple_Pack(sizeof...(T), to(values).ptr()...));
}

template <class... Arguments>
object object::operator()(const Arguments&... arguments) const {
  return owned(PyObject_CallFunctionObjArgs(pointer_, to(arguments).ptr()..., nullptr));
}
template <class... Arguments>
object object::call(const char* method, const Arguments&... arguments) const {
  const object name = owned(PyUnicode_InternFromString(method));
  return owned(PyObject_CallMethodObjArgs(pointer_, name.ptr(), to(arguments).ptr()..., nullptr));
}

}  // namespace skald::python::py
