// Memory for passes in registers: one that begins anywhere may lie in two lines of the processor's
// cache, which takes longer.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// A d x C matrix of its own, whose first number begins a line of the cache.
class AlignedMatrix {
 public:
  // Its numbers are then any.
  void resize(Index rows, Index cols) {
    numbers_.resize(static_cast<std::size_t>(rows * cols));
    rows_ = rows;
    cols_ = cols;
  }
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  double* data() { return numbers_.data(); }
  Block block() { return {data(), rows_, cols_, rows_}; }
  Eigen::Map<Eigen::MatrixXd> matrix() { return {data(), rows_, cols_}; }

 private:
  template <class T>
  struct AtLines {
    using value_type = T;
    AtLines() = default;
    template <class U>
    AtLines(const AtLines<U>&) {}
    T* allocate(std::size_t n) {
      return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
    }
    void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }
    bool operator==(const AtLines&) const = default;
  };

  std::vector<double, AtLines<double>> numbers_;
  Index rows_ = 0, cols_ = 0;
};

}  // namespace skald
