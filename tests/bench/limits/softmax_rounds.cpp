#include "softmax_rounds.hpp"

#include <Eigen/Core>

#include "softmax_steps.hpp"

namespace skald::bare {

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

constexpr int steps = 5;

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
