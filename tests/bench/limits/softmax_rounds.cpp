#include "softmax_rounds.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace skald::bare {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
void gather(const T* data, const std::int32_t* rows, int batch, Matrix<T>& x) {
  x.resize(features, batch);
  for (int r = 0; r < batch; ++r)
    std::copy_n(data + static_cast<std::ptrdiff_t>(rows[r]) * features, features, x.col(r).data());
}

}  // namespace

template <class T>
void products(const T* data, const std::int32_t* rows, int batch, const T* weights,
              const T* residuals, T* out) {
  static thread_local Matrix<T> x, scores;
  gather(data, rows, batch, x);
  const Eigen::Map<const Matrix<T>> w(weights, classes, features), r(residuals, classes, batch);
  scores.noalias() = w * x;
  Eigen::Map<Matrix<T>>(out, classes, features).noalias() = r * x.transpose();
}
template void products(const float*, const std::int32_t*, int, const float*, const float*, float*);
template void products(const double*, const std::int32_t*, int, const double*, const double*,
                       double*);

namespace {

constexpr int clients = 100, cohort = 10, examples = 600, steps = 5, batch = 10;
constexpr float lr = 0.05F;
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

template <bool kClips>
void averaged_round(const float* data, const std::int32_t* label, int round, float* server) {
  static thread_local Matrix<float> y, sum;
  Drawn drawn(round);
  Parameters theta(server, classes, features);
  sum.setZero(classes, features);
  for (int c = 0; c < cohort; ++c) {
    const std::int32_t* rows = drawn.rows_of(drawn.client[static_cast<std::size_t>(c)]);
    y = theta;
    for (int step = 0; step < steps; ++step)
      y -= lr / batch * gradient_of<kClips>(data, label, rows + step * batch, y);
    sum += y - theta;
  }
  theta += sum / cohort;
}

}  // namespace

void fedavg_round(const float* data, const std::int32_t* label, int round, float* server) {
  averaged_round<false>(data, label, round, server);
}

void clipped_round(const float* data, const std::int32_t* label, int round, float* server) {
  averaged_round<true>(data, label, round, server);
}

void scaffold_round(const float* data, const std::int32_t* label, int round, float* server,
                    float* controls) {
  static thread_local Matrix<float> y, sum, changes, correction;
  Drawn drawn(round);
  Parameters theta(server, classes, features), control(controls, classes, features);
  sum.setZero(classes, features);
  changes.setZero(classes, features);
  for (int c = 0; c < cohort; ++c) {
    const int client = drawn.client[static_cast<std::size_t>(c)];
    Parameters own(controls + static_cast<std::ptrdiff_t>(1 + client) * classes * features, classes,
                   features);
    const std::int32_t* rows = drawn.rows_of(client);
    y = theta;
    correction = lr * (control - own);
    for (int step = 0; step < steps; ++step) {
      y -= lr / batch * gradient_of<false>(data, label, rows + step * batch, y) + correction;
    }
    correction = (theta - y) / (steps * lr) - control;
    own += correction;
    changes += correction;
    sum += y - theta;
  }
  theta += sum / cohort;
  control += changes / clients;
}

}  // namespace skald::bare
