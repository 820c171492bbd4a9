#include "py/object.hpp"

namespace skald::python::py {
namespace {

std::string utf8(const object& text) {
  Py_ssize_t size = 0;
  const char* const bytes = text ? PyUnicode_AsUTF8AndSize(text.ptr(), &size) : nullptr;
  if (bytes != nullptr) return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  return "a text that cannot be shown";
}

}  // namespace

bool object::is(const object& type) const {
  const int answer = PyObject_IsInstance(pointer_, type.ptr());
  require(answer);
  return answer == 1;
}

object object::attr(const char* name) const {
  return owned(PyObject_GetAttrString(pointer_, name));
}

error_already_set::error_already_set() {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (trace != nullptr) PyException_SetTraceback(value, trace);
  value_ = std::make_shared<object>(object::of(value));
  const object types = object::of(type), traces = object::of(trace);
  what_ = std::make_shared<std::string>(type_name(*value_) + ": " + str(*value_));
}

object error_already_set::type() const {
  return borrowed(reinterpret_cast<PyObject*>(Py_TYPE(value_->ptr())));
}

object error_already_set::trace() const {
  object found = object::of(PyException_GetTraceback(value_->ptr()));
  return found ? found : none();
}

bool error_already_set::matches(PyObject* exception) const {
  return PyErr_GivenExceptionMatches(value_->ptr(), exception) != 0;
}

void error_already_set::restore() const {
  PyErr_Restore(type().release(), object(*value_).release(),
                PyException_GetTraceback(value_->ptr()));
}

object owned(PyObject* result) {
  if (result == nullptr) throw error_already_set();
  return object::of(result);
}

object borrowed(PyObject* pointer) {
  Py_INCREF(pointer);
  return object::of(pointer);
}

void require(int status) {
  if (status == -1) throw error_already_set();
}

object import(const char* module) { return owned(PyImport_ImportModule(module)); }

std::string str(const object& of) { return utf8(object::of(PyObject_Str(of.ptr()))); }
std::string repr(const object& of) { return utf8(object::of(PyObject_Repr(of.ptr()))); }

std::string type_name(const object& of) {
  const object type = borrowed(reinterpret_cast<PyObject*>(Py_TYPE(of.ptr())));
  return utf8(object::of(PyObject_GetAttrString(type.ptr(), "__name__")));
}

std::string found(const object& value) {
  const bool is_plain = value.is_none() || PyFloat_Check(value.ptr()) != 0 ||
                        PyLong_Check(value.ptr()) != 0 || PyUnicode_Check(value.ptr()) != 0;
  const std::string shown = is_plain ? repr(value) : "";
  if (is_plain && shown.size() <= 80) return shown;
  if (value.has("dtype") && value.has("shape"))
    return "an array of " + str(value.attr("dtype")) + ", shape " + str(value.attr("shape"));
  return "a value of type " + type_name(value);
}

std::vector<object> items_of(const object& iterable) {
  const object iterator = owned(PyObject_GetIter(iterable.ptr()));
  std::vector<object> items;
  while (PyObject* item = PyIter_Next(iterator.ptr())) items.push_back(object::of(item));
  if (PyErr_Occurred() != nullptr) throw error_already_set();
  return items;
}

std::vector<std::pair<object, object>> pairs_of(const object& dict) {
  if (PyDict_Check(dict.ptr()) == 0) throw type_error("found " + found(dict) + "; expected a dict");
  std::vector<std::pair<object, object>> pairs;
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(dict.ptr(), &at, &key, &value) != 0;)
    pairs.emplace_back(borrowed(key), borrowed(value));
  return pairs;
}

object member_of(const object& dict, const char* key) {
  if (PyDict_Check(dict.ptr()) == 0) throw type_error("found " + found(dict) + "; expected a dict");
  PyObject* const member = PyDict_GetItemString(dict.ptr(), key);
  return member == nullptr ? object() : borrowed(member);
}

void set(const object& dict, const char* key, const object& value) {
  require(PyDict_SetItemString(dict.ptr(), key, value.ptr()));
}

object named(std::initializer_list<std::pair<const char*, object>> members) {
  const object dict = owned(PyDict_New()), no_arguments = owned(PyTuple_New(0));
  for (const auto& [name, value] : members) set(dict, name, value);
  const object type = import("types").attr("SimpleNamespace");
  return owned(PyObject_Call(type.ptr(), no_arguments.ptr(), dict.ptr()));
}

}  // namespace skald::python::py
