// Classes and functions of C++ for Python. Arguments are given by place or by name and converted as
// From says; a wrong one is a TypeError that names function, argument, found and expected.
#pragma once

#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "py/convert.hpp"

namespace skald::python::py {

// What Python calls, and how it is to be called: "client, rows, out=None", where "*" begins what is
// given by name alone, and defaults are expressions of Python.
class Signature {
 public:
  Signature(std::string title, const std::string& parameters, bool has_self = false);
  // The arguments in their places, borrowed; throws type_error. `names` is null or a tuple of the
  // names of the last arguments, which follow the first `count` ones.
  void arrange(PyObject* const* arguments, Py_ssize_t count, PyObject* names,
               PyObject** places) const;
  // Place 0 is that of a method's object. Throws value_error if the kind is right, or type_error.
  [[noreturn]] void refuse(std::size_t place, PyObject* found, const std::string& expected,
                           bool is_right_kind = false) const;
  // Whether it has room for so many arguments by place, and those with these names.
  bool may_be_meant(Py_ssize_t count, PyObject* names) const;
  const char* documentation() const { return documentation_.c_str(); }

 private:
  struct Parameter {
    std::string name;
    object otherwise;  // none: it must be given
  };
  std::string title_, text_, documentation_;
  std::vector<Parameter> parameters_;
  std::size_t by_place_ = 0;
  bool has_self_;
};

// Has Python raise the present exception of C++; what the host throws passes as HostError.
void raise_present_exception();

// The value of an argument while its function is called: a class of class_ is not copied.
template <class T>
class Argument {
 public:
  Argument(const Signature& signature, std::size_t place, PyObject* given)
      : value_(From<T>::from(given)) {
    if (!value_) signature.refuse(place, given, From<T>::expected(), is_beyond<T>(given));
  }
  T& get() { return *value_; }

 private:
  std::optional<T> value_;
};
template <class T>
concept Converted = std::is_arithmetic_v<T> || std::is_base_of_v<object, T> ||
    std::is_same_v<T, std::string> || requires {
  typename T::value_type;
};
template <class T>
requires(!Converted<T>) class Argument<T> {
 public:
  Argument(const Signature& signature, std::size_t place, PyObject* given)
      : value_(&reinterpret_cast<Instance<T>*>(given)->value) {
    if (!is_instance<T>(given)) signature.refuse(place, given, From<T>::expected());
  }
  T& get() { return *value_; }

 private:
  T* value_;
};

// Calls f with what Python gives; the first argument of a method is its object.
template <class F>
struct Caller;
template <class R, class... A>
struct Caller<R (*)(A...)> {
  template <auto f, std::size_t... i>
  static object call(const Signature& signature, PyObject* const* places,
                     std::index_sequence<i...>) {
    // In braces, from left to right.
    std::tuple<Argument<std::remove_cvref_t<A>>...> arguments{
        Argument<std::remove_cvref_t<A>>(signature, i, places[i])...};
    if constexpr (std::is_void_v<R>) {
      std::invoke(f, std::get<i>(arguments).get()...);
      return none();
    } else {
      return to(std::invoke(f, std::get<i>(arguments).get()...));
    }
  }
  static constexpr std::size_t count = sizeof...(A);
};
template <class R, class T, class... A>
struct Caller<R (T::*)(A...)> : Caller<R (*)(T&, A...)> {};
template <class R, class T, class... A>
struct Caller<R (T::*)(A...) const> : Caller<R (*)(const T&, A...)> {};
template <class F>
requires std::is_class_v<F>
struct Caller<F> : Caller<decltype(+std::declval<F>())> {
};

template <auto f>
inline const Signature* signature_of = nullptr;

// The same as a function of C, with the object of a method if `has_self`.
template <auto f, bool has_self>
PyObject* called(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                 PyObject* names) noexcept {
  using Function = Caller<std::remove_const_t<decltype(f)>>;
  try {
    PyObject* places[Function::count + 1];
    places[0] = self;
    signature_of<f>->arrange(arguments, count, names, places + (has_self ? 1 : 0));
    return Function::template call<f>(*signature_of<f>, places,
                                      std::make_index_sequence<Function::count>())
        .release();
  } catch (...) {
    raise_present_exception();
    return nullptr;
  }
}
// The first function if the second, which has fewer arguments by place, cannot be meant.
template <auto first, auto second>
PyObject* called_either(PyObject* self, PyObject* const* arguments, Py_ssize_t count,
                        PyObject* names) noexcept {
  const bool is_second = signature_of<second>->may_be_meant(count, names);
  return is_second ? called<second, true>(self, arguments, count, names)
                   : called<first, true>(self, arguments, count, names);
}
using Fast = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
PyMethodDef method_of(const char* name, const Signature& signature, Fast function, int flags = 0);

// Calls f with the arguments of a constructor.
PyObject* constructed(Fast function, PyObject* arguments, PyObject* by_name);
template <auto f>
PyObject* constructor(PyTypeObject*, PyObject* arguments, PyObject* by_name) noexcept {
  return constructed(&called<f, false>, arguments, by_name);
}

void add_to_module(const object& module, const char* name, const object& what);
object make_class(const char* name, std::size_t size, destructor destroy, newfunc make,
                  std::vector<PyMethodDef> methods, std::vector<PyGetSetDef> properties);

// A class of Python with the members that are added before add_to().
template <class T>
class class_ {
 public:
  explicit class_(const char* name) : name_(name) {}

  template <auto f>
  class_& def(const char* name, const std::string& parameters = "") {
    return add(name, parameters, signature_of<f>, &called<f, true>);
  }
  // Two functions, of which the second has fewer arguments by place.
  template <auto first, auto second>
  class_& def_either(const char* name, const std::string& of_first, const std::string& of_second) {
    const std::string title = name_ + ("." + std::string(name));
    signature_of<first> = new Signature(title, of_first, true);
    signature_of<second> = new Signature(title, of_second, true);
    methods_.push_back(method_of(name, *signature_of<first>, &called_either<first, second>));
    return *this;
  }
  template <auto f>
  class_& def_static(const char* name, const std::string& parameters) {
    return add(name, parameters, signature_of<f>, &called<f, false>, METH_STATIC);
  }
  template <auto f>  // returns a T
  class_& init(const std::string& parameters) {
    signature_of<f> = new Signature(name_, parameters);
    make_ = &constructor<f>;
    return *this;
  }
  // What f(object) returns.
  template <auto f>
  class_& property(const char* name, setter set = nullptr) {
    constexpr auto read = [](PyObject* self, void*) noexcept -> PyObject* {
      try {
        return to(std::invoke(f, std::as_const(value_of(self)))).release();
      } catch (...) {
        raise_present_exception();
        return nullptr;
      }
    };
    properties_.push_back({name, read, set, nullptr, const_cast<char*>(name)});
    return *this;
  }
  // What f(object) returns a reference to.
  template <auto f>
  class_& field(const char* name) {
    constexpr auto write = [](PyObject* self, PyObject* value, void* name) noexcept -> int {
      try {
        auto& to = std::invoke(f, std::as_const(value_of(self)));
        using Value = Within<std::remove_cvref_t<decltype(to)>, FromZero>;
        const std::string what = static_cast<const char*>(name);
        if (value == nullptr) throw type_error(what + " cannot be deleted");
        const std::optional<Value> given = From<Value>::from(value);
        if (!given)
          throw type_error(what + ": found " + found(borrowed(value)) + "; expected " +
                           From<Value>::expected());
        to = *given;
        return 0;
      } catch (...) {
        raise_present_exception();
        return -1;
      }
    };
    return property<f>(name, write);
  }
  object add_to(const object& module) {
    constexpr auto destroy = [](PyObject* self) noexcept {
      PyTypeObject* const type = Py_TYPE(self);
      value_of(self).~T();
      PyObject_Free(self);
      Py_DECREF(type);
    };
    object made = make_class(name_, sizeof(Instance<T>), destroy, make_, methods_, properties_);
    class_of<T> = reinterpret_cast<PyTypeObject*>(made.ptr());
    add_to_module(module, name_, made);
    return made;
  }

 private:
  static T& value_of(PyObject* self) { return reinterpret_cast<Instance<T>*>(self)->value; }
  class_& add(const char* name, const std::string& parameters, const Signature*& signature,
              Fast function, int flags = 0) {
    signature = new Signature(name_ + ("." + std::string(name)), parameters, flags == 0);
    methods_.push_back(method_of(name, *signature, function, flags));
    return *this;
  }

  const char* name_;
  newfunc make_ = nullptr;
  std::vector<PyMethodDef> methods_;
  std::vector<PyGetSetDef> properties_;
};

// Adds a function to the module.
void add_function(const object& module, const char* name, const Signature& signature,
                  Fast function);
template <auto f>
void def(const object& module, const char* name, const std::string& parameters) {
  signature_of<f> = new Signature(name, parameters);
  add_function(module, name, *signature_of<f>, &called<f, false>);
}

}  // namespace skald::python::py
