// FedPA by hand.
#include <Eigen/Core>

#include "softmax_rounds.hpp"
#include "softmax_steps.hpp"

namespace skald::bare {
namespace {

constexpr int burn_steps = 10, avg_steps = 10, samples = 5;
constexpr float shrink = 0.1F;
using Vector = Eigen::VectorXf;

// Sigma^-1 (x_0 - mean) of samples, one after another (Al-Shedivat et al., 2021, appendix C).
class Delta {
 public:
  explicit Delta(Eigen::Index d) : directions_(d, samples), gains_(samples) {}

  void start(const float* x0, Eigen::Index d) {
    count_ = 0;
    delta_ = Eigen::Map<const Vector>(x0, d);
  }
  void add(const Vector& x) {
    const auto t = static_cast<float>(++count_);
    if (count_ == 1) {
      mean_ = x;
      delta_ -= x;
      return;
    }
    const Eigen::Index known = count_ - 2;
    u_ = x - mean_;
    auto v = directions_.col(known);
    v = u_;
    for (Eigen::Index i = 0; i < known; ++i)
      v -= gains_[i] * directions_.col(i).dot(u_) * directions_.col(i);
    const float gamma = shrink * (t - 1) / t, uv = u_.dot(v);
    gains_[known] = gamma / (1 + gamma * uv);
    delta_ -= (1 + gains_[known] * (t * u_.dot(delta_) - uv)) / t * v;
    mean_ += u_ / t;
  }
  auto value() const { return (1 + static_cast<float>(count_ - 1) * shrink) * delta_; }

 private:
  int count_ = 0;
  Vector mean_, delta_, u_;
  Matrix<float> directions_;
  Vector gains_;
};

}  // namespace

void fedpa_round(const float* data, const std::int32_t* label, int round, float* server) {
  static thread_local Matrix<float> y, iterates;
  static thread_local Delta delta(static_cast<Eigen::Index>(classes) * features);
  Drawn drawn(round);
  Parameters theta(server, classes, features);
  Vector sum = Vector::Zero(theta.size());
  iterates.resize(classes, features);
  for (int c = 0; c < cohort; ++c) {
    const std::int32_t* rows = drawn.rows_of(drawn.client[static_cast<std::size_t>(c)]);
    const auto step = [&] {  // and its iterate to the sum, in one pass
      const float* const g = gradient_of<false>(data, label, rows, y).data();
      float *const at = y.data(), *const to = iterates.data();
      for (Eigen::Index i = 0; i < theta.size(); ++i) {
        at[i] -= lr / batch * g[i];
        to[i] += at[i];
      }
      rows += batch;
    };
    y = theta;
    delta.start(server, theta.size());
    for (int i = 0; i < burn_steps; ++i) step();
    for (int sample = 0; sample < samples; ++sample) {
      iterates.setZero();
      for (int i = 0; i < avg_steps; ++i) step();
      delta.add(iterates.reshaped() / avg_steps);
    }
    sum += delta.value();
  }
  theta.reshaped() -= sum / cohort;
}

}  // namespace skald::bare
