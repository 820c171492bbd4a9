#include "py/binding.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "call.hpp"

namespace skald::python::py {

Signature::Signature(std::string title, const std::string& parameters, bool has_self)
    : title_(std::move(title)), text_(parameters), has_self_(has_self) {
  const object eval = import("builtins").attr("eval");
  const object nothing = owned(PyDict_New());
  bool is_by_place = true;
  for (std::size_t at = 0; at < parameters.size();) {
    const std::size_t end = std::min(parameters.find(", ", at), parameters.size());
    const std::string one = parameters.substr(at, end - at);
    at = end + 2;
    const std::size_t equals = std::min(one.find('='), one.size());
    is_by_place &= one != "*";
    if (one == "*") continue;
    parameters_.push_back({one.substr(0, equals),
                           equals < one.size() ? eval(one.substr(equals + 1), nothing) : object()});
    by_place_ += is_by_place ? 1 : 0;
  }
  const char* const self = !has_self ? "" : text_.empty() ? "$self" : "$self, ";
  documentation_ = title_.substr(title_.find('.') + 1) + "(" + self + text_ + ")\n--\n\n";
}

void Signature::arrange(PyObject* const* arguments, Py_ssize_t count, PyObject* names,
                        PyObject** places) const {
  const auto given = static_cast<std::size_t>(count);
  const auto refuse_call = [this](const std::string& why) {
    throw type_error(title_ + "(" + text_ + "): " + why);
  };
  if (given > by_place_) {
    refuse_call("found " + std::to_string(given) + " arguments by place; expected at most " +
                std::to_string(by_place_));
  }
  std::copy_n(arguments, given, places);
  std::fill(places + given, places + parameters_.size(), nullptr);
  const Py_ssize_t named = names == nullptr ? 0 : PyTuple_Size(names);
  for (Py_ssize_t i = 0; i < named; ++i) {
    const std::string name = str(borrowed(PyTuple_GetItem(names, i)));
    const auto parameter = std::find_if(parameters_.begin(), parameters_.end(),
                                        [&](const Parameter& p) { return p.name == name; });
    if (parameter == parameters_.end()) refuse_call("found an argument " + name);
    PyObject*& place = places[parameter - parameters_.begin()];
    if (place != nullptr) refuse_call(name + " is given twice");
    place = arguments[count + i];
  }
  for (std::size_t i = given; i < parameters_.size(); ++i) {
    if (places[i] == nullptr) places[i] = parameters_[i].otherwise.ptr();
    if (places[i] == nullptr) refuse_call(parameters_[i].name + " is missing");
  }
}

bool Signature::may_be_meant(Py_ssize_t count, PyObject* names) const {
  const auto only_by_name = parameters_.begin() + static_cast<std::ptrdiff_t>(by_place_);
  auto given = static_cast<std::size_t>(count);
  for (Py_ssize_t i = 0; names != nullptr && i < PyTuple_Size(names); ++i) {
    const std::string name = str(borrowed(PyTuple_GetItem(names, i)));
    given += std::none_of(only_by_name, parameters_.end(),
                          [&](const Parameter& one) { return one.name == name; })
                 ? 1
                 : 0;
  }
  return given <= by_place_;
}

void Signature::refuse(std::size_t place, PyObject* given, const std::string& expected,
                       bool is_right_kind) const {
  const std::string why = title_ + "(" + text_ +
                          "): " + parameters_[place - (has_self_ ? 1 : 0)].name + ": found " +
                          found(borrowed(given)) + "; expected " + expected;
  if (is_right_kind) throw value_error(why);
  throw type_error(why);
}

void raise_present_exception() {
  try {
    throw;
  } catch (const error_already_set& error) {
    error.restore();
  } catch (const builtin_exception& error) {
    PyErr_SetString(error.type(), error.what());
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& error) {
    remember_host_exception(std::current_exception());
    const bool is_refusal = dynamic_cast<const std::logic_error*>(&error) != nullptr;
    const object kind = import("skald.errors").attr(is_refusal ? "Refused" : "HostError");
    PyErr_SetString(kind.ptr(), error.what());
  }
}

PyMethodDef method_of(const char* name, const Signature& signature, Fast function, int flags) {
  return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)),
          METH_FASTCALL | METH_KEYWORDS | flags, signature.documentation()};
}

PyObject* constructed(Fast function, PyObject* arguments, PyObject* by_name) {
  std::vector<PyObject*> all;
  for (Py_ssize_t i = 0; i < PyTuple_Size(arguments); ++i)
    all.push_back(PyTuple_GetItem(arguments, i));
  std::vector<std::pair<object, object>> pairs;
  if (by_name != nullptr) pairs = pairs_of(borrowed(by_name));
  const object names = owned(PyTuple_New(std::ssize(pairs)));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    all.push_back(pairs[i].second.ptr());
    PyTuple_SetItem(names.ptr(), static_cast<Py_ssize_t>(i), object(pairs[i].first).release());
  }
  return function(nullptr, all.data(), PyTuple_Size(arguments), names.ptr());
}

void add_to_module(const object& module, const char* name, const object& what) {
  require(PyObject_SetAttrString(module.ptr(), name, what.ptr()));
}

namespace {

PyObject* refuse_to_make(PyTypeObject* type, PyObject*, PyObject*) noexcept {
  const std::string name = str(borrowed(reinterpret_cast<PyObject*>(type)).attr("__name__"));
  PyErr_SetString(PyExc_TypeError,
                  (name + ": no object is made by plugins; the host lends them").c_str());
  return nullptr;
}

// What Python refers to for ever: a copy with a member of zeros at its end.
template <class T>
T* kept(std::vector<T> members) {
  members.push_back({});
  return (new std::vector<T>(std::move(members)))->data();
}

}  // namespace

object make_class(const char* name, std::size_t size, destructor destroy, newfunc make,
                  std::vector<PyMethodDef> methods, std::vector<PyGetSetDef> properties) {
  if (make == nullptr) make = &refuse_to_make;
  PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void*>(destroy)},
                         {Py_tp_new, reinterpret_cast<void*>(make)},
                         {Py_tp_methods, kept(std::move(methods))},
                         {Py_tp_getset, kept(std::move(properties))},
                         {0, nullptr}};
  const auto* const full_name = new std::string("_skald." + std::string(name));
  PyType_Spec spec{full_name->c_str(), static_cast<int>(size), 0, Py_TPFLAGS_DEFAULT, slots};
  return owned(PyType_FromSpec(&spec));
}

void add_function(const object& module, const char* name, const Signature& signature,
                  Fast function) {
  PyMethodDef* const made = kept(std::vector{method_of(name, signature, function)});
  add_to_module(module, name, owned(PyCFunction_NewEx(made, nullptr, nullptr)));
}

}  // namespace skald::python::py
