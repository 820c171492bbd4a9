#include "py/memory.hpp"

#include "py/convert.hpp"

namespace skald::python::py {
namespace {

struct alignas(16) Memory {
  PyObject_VAR_HEAD void* data;
  const char* format;
  Py_ssize_t item, shape[2], strides[2];
  int axes, is_read_only;
  // What follows is the memory itself, if it is the object's own.
};

int export_memory(PyObject* self, Py_buffer* view, int flags) noexcept {
  auto* const memory = reinterpret_cast<Memory*>(self);
  if ((flags & PyBUF_WRITABLE) != 0 && memory->is_read_only != 0) {
    view->obj = nullptr;
    PyErr_SetString(PyExc_BufferError, "what the host lends to be read cannot be written");
    return -1;
  }
  Py_INCREF(self);
  *view = {.buf = memory->data,
           .obj = self,
           .len = memory->item * memory->shape[0] * (memory->axes == 2 ? memory->shape[1] : 1),
           .itemsize = memory->item,
           .readonly = memory->is_read_only,
           .ndim = memory->axes,
           .format = const_cast<char*>(memory->format),
           .shape = memory->shape,
           .strides = memory->strides,
           .suboffsets = nullptr,
           .internal = nullptr};
  return 0;
}

void destroy(PyObject* self) noexcept {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_Free(self);
  Py_DECREF(type);
}

PyTypeObject* type_of_memory() {
  static auto* const type = [] {
    PyType_Slot slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&export_memory)},
                           {Py_tp_dealloc, reinterpret_cast<void*>(&destroy)},
                           {0, nullptr}};
    PyType_Spec spec{"_skald.Memory", sizeof(Memory), 1, Py_TPFLAGS_DEFAULT, slots};
    return owned(PyType_FromSpec(&spec)).release();
  }();
  return reinterpret_cast<PyTypeObject*>(type);
}

object make(void* data, const char* format, std::size_t size, const Axes& axes, bool is_writeable,
            Py_ssize_t own_bytes) {
  object made = owned(PyType_GenericAlloc(type_of_memory(), own_bytes));
  auto* const memory = reinterpret_cast<Memory*>(made.ptr());
  const auto item = static_cast<Py_ssize_t>(size);
  memory->data = data == nullptr ? memory + 1 : data;
  memory->format = format;
  memory->item = item;
  memory->shape[0] = axes.rows;
  memory->shape[1] = axes.cols;
  memory->strides[0] = item;
  memory->strides[1] = item * axes.stride;
  memory->axes = axes.count;
  memory->is_read_only = is_writeable ? 0 : 1;
  return made;
}

}  // namespace

object memory_at(const void* data, const char* format, std::size_t size, const Axes& axes,
                 bool is_writeable) {
  return make(const_cast<void*>(data), format, size, axes, is_writeable, 0);
}

object new_memory(const char* format, std::size_t size, const Axes& axes, void** data) {
  Axes whole = axes;
  whole.stride = axes.rows > 0 ? axes.rows : 1;
  const object made = make(nullptr, format, size, whole, true,
                           static_cast<Py_ssize_t>(size) * axes.rows * axes.cols);
  *data = reinterpret_cast<Memory*>(made.ptr()) + 1;
  return made;
}

object array_at(const object& memory) {
  static const auto* const asarray = new object(import("numpy").attr("asarray"));
  return owned(PyObject_CallFunctionObjArgs(asarray->ptr(), memory.ptr(), nullptr));
}

}  // namespace skald::python::py
