// What rounds of softmax regression by hand share.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "softmax_rounds.hpp"

namespace skald::bare {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
void gather(const T* data, const std::int32_t* rows, int batch, Matrix<T>& x) {
  x.resize(features, batch);
  for (int r = 0; r < batch; ++r)
    std::copy_n(data + static_cast<std::ptrdiff_t>(rows[r]) * features, features, x.col(r).data());
}

inline constexpr int clients = 100, cohort = 10, examples = 600, batch = 10;
inline constexpr float lr = 0.05F;
using Parameters = Eigen::Map<Matrix<float>>;

// Who takes part in a round, and with which rows.
struct Drawn {
  std::vector<int> client = std::vector<int>(clients), order = std::vector<int>(examples);
  std::mt19937 random;

  explicit Drawn(int round) : random(static_cast<unsigned>(round)) {
    std::iota(client.begin(), client.end(), 0);
    std::shuffle(client.begin(), client.end(), random);
  }
  const std::int32_t* rows_of(int c) {
    std::iota(order.begin(), order.end(), c * examples);
    std::shuffle(order.begin(), order.end(), random);
    return order.data();
  }
};

// The sum of the gradients of a batch, of each row as it is or cut to the norm 1.
template <bool kClips>
const Matrix<float>& gradient_of(const float* data, const std::int32_t* label,
                                 const std::int32_t* rows, const Matrix<float>& y) {
  static thread_local Matrix<float> x, scores, gradient;
  gather(data, rows, batch, x);
  scores.noalias() = y * x;
  scores = (scores.rowwise() - scores.colwise().maxCoeff()).array().exp();
  scores.array().rowwise() /= scores.colwise().sum().eval().array();
  for (int r = 0; r < batch; ++r) scores(label[rows[r]], r) -= 1;
  if constexpr (kClips) {
    for (int r = 0; r < batch; ++r)
      scores.col(r) /= std::max(1.0F, scores.col(r).norm() * x.col(r).norm());
  }
  gradient.noalias() = scores * x.transpose();
  return gradient;
}

}  // namespace skald::bare
