// The object of Python behind a plugin of the host.
#pragma once

#include <memory>
#include <string>

#include "call.hpp"

namespace skald::python {

// Destroys what refers to objects of Python with the interpreter's lock held.
struct DestroyWithLock {
  template <class T>
  void operator()(T* object) const noexcept {
    try {
      const py::Lock lock;
      delete object;
    } catch (...) {  // without a lock the object stays
    }
  }
};
template <class T>
using Locked = std::unique_ptr<T, DestroyWithLock>;

// Held while the interpreter's lock is held. Methods that the class does not override are not
// asked.
class PluginObject {
 public:
  explicit PluginObject(py::object object) : object_(std::move(object)) {}

  const py::object& object() const { return object_; }
  // Whether the class has the method, or the attribute, from itself or a base of its own rather
  // than from skald.plugin.
  bool overrides(const char* name) const {
    for (const py::object& parent : py::items_of(object_.attr("__class__").attr("__mro__"))) {
      if (!parent.attr("__dict__").call("__contains__", name).cast<bool>()) continue;
      return py::str(parent.attr("__module__")) != "skald.plugin";
    }
    return false;
  }
  // One call, from asking to leaving: f(call) asks within it.
  template <class F>
  auto call(const F& f) const {
    Call call;
    try {
      if constexpr (std::is_void_v<decltype(f(call))>) {
        f(call);
        call.leave(object_);
      } else {
        auto result = f(call);
        call.leave(object_);
        return result;
      }
    } catch (const py::error_already_set& error) {
      throw_error(error);
    } catch (const py::builtin_exception& error) {  // of a conversion
      throw std::runtime_error(call.place(object_) + error.what());
    }
  }
  // What object.name(arguments...) returns, as T.
  template <class T, class... Arguments>
  T value(const char* name, const Arguments&... arguments) const {
    return call([&](Call& call) {
      const py::object result = call.ask(object_, name, arguments...);
      return converted<T>(result, name);
    });
  }
  template <class T>
  T converted(const py::object& result, const char* name) const {
    if (std::optional<T> value = py::From<T>::from(result.ptr())) return *std::move(value);
    throw py::type_error(std::string("what ") + name + "() returns: found " + py::found(result) +
                         "; expected " + py::From<T>::expected());
  }

 private:
  py::object object_;
};

}  // namespace skald::python
