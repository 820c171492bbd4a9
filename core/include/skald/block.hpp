// Borrowed views of chains: the only shape in which numbers cross the plugin boundary.
#pragma once

#include <Eigen/Core>
#include <type_traits>

namespace skald {

using Index = Eigen::Index;

// A d x C column-major matrix that somebody else owns: one row per coordinate, one COLUMN per
// independent chain. Column j starts at data + j * stride, and stride >= rows. A Block is passed by
// value and never outlives the storage it was made from; it is not resized, and nothing in it is
// aligned beyond alignof(double).
template <class T>
struct BasicBlock {
  using Matrix = std::conditional_t<std::is_const_v<T>, const Eigen::MatrixXd, Eigen::MatrixXd>;
  using Vector = std::conditional_t<std::is_const_v<T>, const Eigen::VectorXd, Eigen::VectorXd>;

  T* data = nullptr;
  Index rows = 0;
  Index cols = 0;
  Index stride = 0;

  // The block as an Eigen expression.
  auto matrix() const {
    return Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>(data, rows, cols,
                                                                      Eigen::OuterStride<>(stride));
  }
  // Chain j, as an Eigen vector of `rows` coordinates.
  auto column(Index j) const { return Eigen::Map<Vector>(data + j * stride, rows); }
  // Chains [first, first + count).
  BasicBlock columns(Index first, Index count) const {
    return {data + first * stride, rows, count, stride};
  }
  operator BasicBlock<const T>() const { return {data, rows, cols, stride}; }
};

using Block = BasicBlock<double>;
using ConstBlock = BasicBlock<const double>;

// A view of an Eigen matrix; `m` must outlive it.
inline Block view(Eigen::MatrixXd& m) { return {m.data(), m.rows(), m.cols(), m.rows()}; }
inline ConstBlock view(const Eigen::MatrixXd& m) {
  return {m.data(), m.rows(), m.cols(), m.rows()};
}

}  // namespace skald
