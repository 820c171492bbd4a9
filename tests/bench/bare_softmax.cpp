#include "bare_softmax.hpp"

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

void fedavg_round(const float* data, const std::int32_t* label, int round, float* server) {
  constexpr int clients = 100, cohort = 10, examples = 600, steps = 5, batch = 10;
  constexpr float lr = 0.05F;
  static thread_local Matrix<float> x, scores, y, sum, gradient;
  std::mt19937 random(static_cast<unsigned>(round));
  std::vector<int> client(clients), order(examples);
  std::iota(client.begin(), client.end(), 0);
  std::shuffle(client.begin(), client.end(), random);
  Eigen::Map<Matrix<float>> theta(server, classes, features);
  sum.setZero(classes, features);
  for (int c = 0; c < cohort; ++c) {
    y = theta;
    std::iota(order.begin(), order.end(), client[static_cast<std::size_t>(c)] * examples);
    std::shuffle(order.begin(), order.end(), random);
    for (int step = 0; step < steps; ++step) {
      const std::int32_t* rows = order.data() + step * batch;
      gather(data, rows, batch, x);
      scores.noalias() = y * x;
      scores = (scores.rowwise() - scores.colwise().maxCoeff()).array().exp();
      scores.array().rowwise() /= scores.colwise().sum().eval().array();
      for (int r = 0; r < batch; ++r) scores(label[rows[r]], r) -= 1;
      gradient.noalias() = scores * x.transpose();
      y -= lr / batch * gradient;
    }
    sum += y - theta;
  }
  theta += sum / cohort;
}

}  // namespace skald::bare
