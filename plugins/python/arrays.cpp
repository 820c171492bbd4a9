#include "arrays.hpp"

#include "py/convert.hpp"
//
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace skald::python {
namespace {

struct Numpy {
  py::object type = py::import("numpy").attr("ndarray");
  py::object masked = py::import("numpy.ma").attr("MaskedArray");
  py::object is_masked = py::import("numpy.ma").attr("is_masked");
  py::object asarray = py::import("numpy").attr("asarray");
  py::object doubles = py::import("numpy").attr("float64");
};

// Kept for ever, since nothing of Python may be destroyed after its interpreter.
const Numpy& numpy() {
  static const auto* const functions = new Numpy;
  return *functions;
}

bool is_array(const py::object& object) { return object.is(numpy().type); }
// Whether there are numbers behind a mask, which are not meant.
bool is_masked(const py::object& object) {
  return object.is(numpy().masked) && numpy().is_masked(object).cast<bool>();
}

struct Columns {
  ConstBlock block;
  bool is_writeable;
};

// Nothing unless it is an array of doubles as the processor has them, with one or two axes, whose
// columns are contiguous and do not overlap.
std::optional<Columns> columns_of(const py::object& array) {
  Py_buffer view;
  if (!is_array(array) ||
      PyObject_GetBuffer(array.ptr(), &view, PyBUF_STRIDES | PyBUF_FORMAT) != 0) {
    PyErr_Clear();  // of types that no buffer can have
    return std::nullopt;
  }
  const std::unique_ptr<Py_buffer, decltype(&PyBuffer_Release)> release(&view, &PyBuffer_Release);
  constexpr auto size = static_cast<Py_ssize_t>(sizeof(double));
  if (std::string_view(view.format) != "d" || view.ndim < 1 || view.ndim > 2) return std::nullopt;
  const auto* const data = static_cast<const double*>(view.buf);
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(double) != 0) return std::nullopt;
  const Index rows = view.shape[0], cols = view.ndim == 2 ? view.shape[1] : 1;
  const bool is_empty = rows * cols == 0;
  if (!is_empty && rows > 1 && view.strides[0] != size) return std::nullopt;
  Index stride = std::max<Index>(rows, 1);
  if (!is_empty && cols > 1) {
    if (view.strides[1] % size != 0 || view.strides[1] < rows * size) return std::nullopt;
    stride = view.strides[1] / size;
  }
  return Columns{{data, rows, cols, stride}, view.readonly == 0};
}

// Whether each of these objects is a number; None and texts are none.
bool are_numbers(const py::object& objects) {
  for (const py::object& one : py::items_of(objects.attr("flat")))
    if (!py::From<double>::from(one.ptr())) return false;
  return true;
}

// An array of doubles in order "F"; none if the object is no array of real numbers: None is no NaN,
// and "1" no 1.
py::object numbers_of(const py::object& object) {
  try {
    const py::object found = numpy().asarray(object);
    const auto kind = found.attr("dtype").attr("kind").cast<std::string>();
    const bool is_real = std::string_view("biuf").find(kind) != std::string_view::npos;
    if (!is_real && (kind != "O" || !are_numbers(found))) return {};
    return numpy().asarray(found, numpy().doubles, "F");
  } catch (const py::error_already_set&) {
    return {};
  }
}

std::string shape_text(Index rows, Index cols) {
  return "(" + std::to_string(rows) + ", " + std::to_string(cols) + ")";
}

// "theta: found ..."; without the name, if the argument has none.
std::string told(std::string_view what, const std::string& found, const std::string& expected) {
  const std::string name = what.empty() ? "" : std::string(what) + ": ";
  return name + "found " + found + "; expected " + expected;
}
[[noreturn]] void refuse_type(const char* what, const py::object& found,
                              const std::string& expected) {
  throw py::type_error(told(what, py::found(found), expected));
}
[[noreturn]] void refuse_shape(const char* what, const py::object& found,
                               const std::string& expected) {
  const std::string shape = found.has("shape") ? py::str(found.attr("shape")) : "of no array";
  throw py::value_error(told(what, "shape " + shape, expected));
}

}  // namespace

Given::Given(const py::object& object, const char* what) : kept_(object) {
  if (is_masked(object)) {
    throw py::value_error(
        told(what, "masked values", "numbers: leave these rows out, or fill them"));
  }
  std::optional<Columns> columns = columns_of(object);
  if (!columns) {
    kept_ = numbers_of(object);
    if (!kept_) refuse_type(what, object, "an array of numbers");
    const auto axes = kept_.attr("ndim").cast<int>();
    if (axes > 2) refuse_shape(what, kept_, "at most two axes");
    if (axes == 0) kept_ = kept_.call("reshape", 1);
    columns = columns_of(kept_);
  }
  block_ = columns.value().block;
}

Block written(const py::object& object, const char* what) {
  constexpr const char* kExpected =
      "a writeable array of doubles whose columns are contiguous: numpy.empty(shape, order='F')";
  if (!is_array(object)) refuse_type(what, object, kExpected);
  const std::optional<Columns> columns = columns_of(object);
  if (!columns) {
    throw py::value_error(
        told(what, py::found(object) + ", strides " + py::str(object.attr("strides")), kExpected));
  }
  if (!columns->is_writeable)
    throw py::value_error(told(what, "an array that can only be read", kExpected));
  const ConstBlock& block = columns->block;
  return {const_cast<double*>(block.data), block.rows, block.cols, block.stride};
}

Out out_of(const py::object& object, Index rows, Index cols) {
  if (!object.is_none()) {
    const Block block = written(object, "out");
    if (block.rows != rows || block.cols != cols)
      refuse_shape("out", object, shape_text(rows, cols));
    return {object, block};
  }
  auto [array, data] = py::new_array<double>({2, rows, cols});
  return {array, {data, rows, cols, std::max<Index>(rows, 1)}};
}

Out out_of(const py::object& object) {
  if (is_array(object)) return {object, written(object, "out")};
  const auto shape = py::From<std::tuple<py::Count, py::Count>>::from(object.ptr());
  if (PyTuple_Check(object.ptr()) == 0 || !shape) {
    throw py::type_error(
        told("out", py::repr(object), "a shape (rows, columns), or an array to be written"));
  }
  return out_of(py::none(), std::get<0>(*shape), std::get<1>(*shape));
}

void copy_result(const py::object& result, Block to, const char* what) {
  const Given given(result, what);
  const ConstBlock from = given;
  const bool is_row = to.rows == 1 && from.cols == 1 && from.rows == to.cols;
  if (is_row) {
    to.matrix() = from.matrix().transpose();
    return;
  }
  if (from.rows != to.rows || from.cols != to.cols)
    refuse_shape(what, result, shape_text(to.rows, to.cols));
  to.matrix() = from.matrix();
}

void copy_result(const py::object& result, std::span<double> to, const char* what) {
  const Given given(result, what);
  const ConstBlock from = given;
  const bool is_vector = from.rows == 1 || from.cols == 1;
  if (!is_vector || from.rows * from.cols != std::ssize(to))
    refuse_shape(what, result, "(" + std::to_string(to.size()) + ",)");
  for (Index i = 0; i < std::ssize(to); ++i)
    to[static_cast<std::size_t>(i)] = from.cols == 1 ? from.data[i] : from.data[i * from.stride];
}

Eigen::MatrixXd matrix_of(const py::object& array, const char* what) {
  return Given(array, what).block().matrix();
}

std::vector<double> doubles_of(const py::object& array, const char* what) {
  const Eigen::MatrixXd matrix = matrix_of(array, what);
  return {matrix.data(), matrix.data() + matrix.size()};
}

std::vector<std::int32_t> integers_of(const py::object& array, const char* what) {
  std::vector<std::int32_t> integers;
  for (const double value : doubles_of(array, what)) {
    constexpr double largest = std::numeric_limits<std::int32_t>::max();
    if (std::trunc(value) != value || std::abs(value) > largest) {
      throw py::value_error(told(what, std::to_string(value), "integers of at most 2147483647"));
    }
    integers.push_back(static_cast<std::int32_t>(value));
  }
  return integers;
}

}  // namespace skald::python
