#include "arrays.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace skald::python {
namespace {

using ColumnMajor = py::array_t<double, py::array::f_style | py::array::forcecast>;

bool is_array(const py::object& object) { return py::isinstance<py::array>(object); }

// Of doubles as the processor has them: others have the same number, and their bytes turned round.
bool is_of_doubles(const py::array& array) {
  return array.dtype().num() == py::detail::npy_api::NPY_DOUBLE_ && array.itemsize() == kDouble &&
         array.dtype().byteorder() == '=' &&
         (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
}

// Whether each of these objects is a number; None and texts are none.
bool are_numbers(const py::array& objects) {
  for (const py::handle object : objects.attr("flat")) {
    PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred() == nullptr) continue;
    PyErr_Clear();
    return false;
  }
  return true;
}

// A null handle if the object is no array of real numbers: None is no NaN, and "1" no 1.
ColumnMajor numbers_of(const py::object& object) {
  const py::array found = py::array::ensure(object);
  const char kind = found ? found.dtype().kind() : 'V';
  const bool is_real = std::string_view("biuf").find(kind) != std::string_view::npos;
  if (is_real || (kind == 'O' && are_numbers(found))) return ColumnMajor::ensure(found);
  return py::reinterpret_steal<ColumnMajor>(py::handle());
}

// The columns are contiguous and do not overlap.
bool has_columns(const py::array& array) {
  if (array.ndim() < 1 || array.ndim() > 2) return false;
  const py::ssize_t rows = array.shape(0), cols = array.ndim() == 2 ? array.shape(1) : 1;
  if (rows > 1 && array.strides(0) != kDouble) return false;
  if (cols <= 1) return true;
  return array.strides(1) % kDouble == 0 && array.strides(1) >= rows * kDouble;
}

ConstBlock block_of(const py::array& array) {
  const Index rows = array.shape(0), cols = array.ndim() == 2 ? array.shape(1) : 1;
  const Index stride = cols > 1 ? array.strides(1) / kDouble : std::max<Index>(rows, 1);
  return {static_cast<const double*>(array.data()), rows, cols, stride};
}

std::string shape_text(const py::object& array) {
  return py::hasattr(array, "shape") ? std::string(py::str(array.attr("shape"))) : "no array";
}

// "an array of <U1", "a str".
std::string kind_of(const py::object& object) {
  if (is_array(object))
    return "an array of " + std::string(py::str(py::reinterpret_borrow<py::array>(object).dtype()));
  return "a value of type " + std::string(py::str(py::type::of(object).attr("__name__")));
}

[[noreturn]] void refuse_shape(const py::object& result, const std::string& expected,
                               const char* what) {
  throw py::value_error(std::string(what) + " has shape " + shape_text(result) + ", expected " +
                        expected);
}

// "theta: " before what is found; nothing if the argument has no name.
std::string named(std::string_view what) { return what.empty() ? "" : std::string(what) + ": "; }

}  // namespace

Given::Given(const py::object& object, const char* what) : kept_(object) {
  if (!is_array(object) || !is_of_doubles(py::reinterpret_borrow<py::array>(object)) ||
      !has_columns(py::reinterpret_borrow<py::array>(object))) {
    ColumnMajor copy = numbers_of(object);
    if (!copy) {
      throw py::type_error(named(what) + "found " + kind_of(object) +
                           "; expected an array of numbers");
    }
    if (copy.ndim() > 2) {
      throw py::value_error(named(what) + "found shape " + shape_text(copy) +
                            "; expected at most two axes");
    }
    if (copy.ndim() == 0) copy = copy.reshape({1});
    kept_ = std::move(copy);
  }
  block_ = block_of(py::reinterpret_borrow<py::array>(kept_));
}

Block written(const py::object& object, const char* what) {
  if (!is_array(object)) throw py::type_error(std::string(what) + " is no NumPy array");
  const auto array = py::reinterpret_borrow<py::array>(object);
  if (!is_of_doubles(array) || !array.writeable() || !has_columns(array)) {
    throw py::value_error(std::string(what) +
                          " is to be written, and must be a writeable array of doubles whose "
                          "columns are contiguous: numpy.empty(shape, order='F')");
  }
  const ConstBlock block = block_of(array);
  return {const_cast<double*>(block.data), block.rows, block.cols, block.stride};
}

Out out_of(const py::object& object, Index rows, Index cols) {
  if (!object.is_none()) {
    const Block block = written(object, "out");
    if (block.rows != rows || block.cols != cols) {
      refuse_shape(object, "(" + std::to_string(rows) + ", " + std::to_string(cols) + ")", "out");
    }
    return {object, block};
  }
  py::array array(py::dtype::of<double>(), std::vector<py::ssize_t>{rows, cols},
                  std::vector<py::ssize_t>{kDouble, kDouble * std::max<Index>(rows, 1)});
  return {array,
          {static_cast<double*>(array.mutable_data()), rows, cols, std::max<Index>(rows, 1)}};
}

Out out_of(const py::object& object) {
  if (is_array(object)) return {object, written(object, "out")};
  const auto* sizes = object.ptr();
  const auto axis = [&](Py_ssize_t i) { return PyLong_AsSsize_t(PyTuple_GET_ITEM(sizes, i)); };
  const bool is_shape = py::isinstance<py::tuple>(object) && PyTuple_GET_SIZE(sizes) == 2 &&
                        PyLong_Check(PyTuple_GET_ITEM(sizes, 0)) != 0 &&
                        PyLong_Check(PyTuple_GET_ITEM(sizes, 1)) != 0;
  if (!is_shape || axis(0) < 0 || axis(1) < 0) {
    throw py::type_error("out is " + std::string(py::repr(object)) +
                         ", expected a shape (rows, columns), or an array to be written");
  }
  return out_of(py::none(), axis(0), axis(1));
}

void copy_result(const py::object& result, Block to, const char* what) {
  const Given given(result, what);
  const ConstBlock from = given;
  const bool is_row = to.rows == 1 && from.cols == 1 && from.rows == to.cols;
  if (is_row) {
    to.matrix() = from.matrix().transpose();
    return;
  }
  if (from.rows != to.rows || from.cols != to.cols) {
    refuse_shape(result, "(" + std::to_string(to.rows) + ", " + std::to_string(to.cols) + ")",
                 what);
  }
  to.matrix() = from.matrix();
}

void copy_result(const py::object& result, std::span<double> to, const char* what) {
  const Given given(result, what);
  const ConstBlock from = given;
  const bool is_vector = from.rows == 1 || from.cols == 1;
  if (!is_vector || from.rows * from.cols != std::ssize(to))
    refuse_shape(result, "(" + std::to_string(to.size()) + ",)", what);
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
      throw py::value_error(std::string(what) + " has the value " + std::to_string(value) +
                            ", expected integers of at most 2147483647");
    }
    integers.push_back(static_cast<std::int32_t>(value));
  }
  return integers;
}

}  // namespace skald::python
