// Memory as arrays of NumPy, by the buffers that Python defines, not by NumPy's own functions of C,
// which differ between its versions.
#pragma once

#include <concepts>
#include <cstdint>

#include "py/object.hpp"

namespace skald::python::py {

// What struct (of Python's library) calls a type.
template <class T>
inline constexpr const char* kFormat = nullptr;
template <>
inline constexpr const char* kFormat<double> = "d";
template <>
inline constexpr const char* kFormat<std::int32_t> = "i";
template <>
inline constexpr const char* kFormat<std::int64_t> = "l";
template <>
inline constexpr const char* kFormat<std::uint64_t> = "L";
template <>
inline constexpr const char* kFormat<bool> = "?";

// One or two axes, the first of which is contiguous; `stride` is that of the second, in items.
struct Axes {
  int count;
  Py_ssize_t rows, cols = 1, stride = 0;
};

// The object that arrays of some memory refer to as long as they exist.
object memory_at(const void* data, const char* format, std::size_t size, const Axes& axes,
                 bool is_writeable);
// An array of it, without a copy.
object array_at(const object& memory);

// An array with memory of its own, which is 0, in NumPy's order "F".
template <class T>
struct New {
  object array;
  T* data;
};
object new_memory(const char* format, std::size_t size, const Axes& axes, void** data);
template <class T>
New<T> new_array(const Axes& axes) {
  void* data = nullptr;
  const object memory = new_memory(kFormat<T>, sizeof(T), axes, &data);
  return {array_at(memory), static_cast<T*>(data)};
}
template <class T>
New<T> new_vector(Py_ssize_t size) {
  return new_array<T>({1, size});
}

}  // namespace skald::python::py
