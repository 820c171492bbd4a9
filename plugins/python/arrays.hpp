// NumPy arrays that Python hands over, as views for the host.
#pragma once

#include "py/memory.hpp"
//
#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "skald/block.hpp"

namespace skald::python {

// The memory of what the host lends, for py::array_at(): of shape (rows, cols), or (n,); read-only
// if it is const.
inline py::object memory_of(const Block& block) {
  return py::memory_at(block.data, py::kFormat<double>, sizeof(double),
                       {2, block.rows, block.cols, block.stride}, true);
}
inline py::object memory_of(const ConstBlock& block) {
  return py::memory_at(block.data, py::kFormat<double>, sizeof(double),
                       {2, block.rows, block.cols, block.stride}, false);
}
template <class T>
py::object memory_of(std::span<const T> values) {
  return py::memory_at(values.data(), py::kFormat<T>, sizeof(T), {1, std::ssize(values)}, false);
}

// A matrix that the host reads: the array itself if it is of doubles with its columns contiguous
// (NumPy's order "F"), otherwise a copy. A vector of n elements is n x 1.
class Given {
 public:
  // Throws, naming `what`, py::type_error if it is no array of numbers and py::value_error if it
  // has more than two axes.
  explicit Given(const py::object& array, const char* what = "");
  ConstBlock block() const { return block_; }
  operator ConstBlock() const { return block_; }

 private:
  py::object kept_;
  ConstBlock block_;
};

// A matrix that the host writes. Throws py::value_error, naming `what`, unless the array is a
// writeable one of doubles, with at most two axes and columns that are contiguous.
Block written(const py::object& array, const char* what);

// Shape, or an array to be written: makes a new array in order "F" for a shape.
struct Out {
  py::object array;
  Block block;
};
Out out_of(const py::object& shape_or_array);
// The array if it is not None, otherwise a new one of that shape.
Out out_of(const py::object& array, Index rows, Index cols);

// Copies `result`, of that shape, to the block; `what` names it in errors. A vector is taken for
// one column, or, if the block has one row, for that row.
void copy_result(const py::object& result, Block to, const char* what);
// The same for C numbers.
void copy_result(const py::object& result, std::span<double> to, const char* what);

// Copies of what an array holds. Throw as Given, and py::value_error for numbers that are no
// integers in range.
Eigen::MatrixXd matrix_of(const py::object& array, const char* what = "");
std::vector<double> doubles_of(const py::object& array, const char* what = "");
std::vector<std::int32_t> integers_of(const py::object& array, const char* what);

}  // namespace skald::python
