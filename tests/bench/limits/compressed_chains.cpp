// QLSD++ by hand.
#include <Eigen/Core>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "chains.hpp"
#include "fast_random.hpp"
#include "minibatch.hpp"

namespace skald::bare {
namespace {

using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLevels = 16;

// What both problems share: memories, QSGD, and the server's step.
class Qlsd : public Chains {
 public:
  Qlsd(int clients, int dimension, const std::vector<double>& start, double step)
      : clients_(clients),
        step_(step),
        theta_(Map<const MatrixXd>(start.data(), dimension,
                                   static_cast<Eigen::Index>(start.size()) / dimension)) {
    const double omega = std::min(dimension / (kLevels * kLevels), std::sqrt(dimension) / kLevels);
    alpha_ = 1 / (1 + omega);
    drift_ = sum_ = gradient_ = noise_ = uniform_ = MatrixXd::Zero(dimension, theta_.cols());
    memory_.assign(static_cast<std::size_t>(clients), drift_);
  }

  void advance() final {
    begin(iteration_++);
    sum_.setZero();
    for (int c = 0; c < clients_; ++c) {
      find_gradient(c);
      send(memory_[static_cast<std::size_t>(c)]);
    }
    random_.normal(noise_.data(), noise_.size());
    theta_ += std::sqrt(2 * step_) * noise_ - step_ * (drift_ + sum_);
    drift_ += alpha_ * sum_;
  }
  std::vector<double> states() const final {
    return {theta_.data(), theta_.data() + theta_.size()};
  }

 protected:
  virtual void begin(int /*iteration*/) {}
  // Sets gradient_ to the estimates of a client.
  virtual void find_gradient(int client) = 0;

  const MatrixXd& theta() const { return theta_; }
  FastRandom& random() { return random_; }
  MatrixXd gradient_;

 private:
  // Adds the client's quantised innovations to the sum, and to what both sides remember.
  void send(MatrixXd& memory) {
    random_.uniform(uniform_.data(), uniform_.size());
    const Eigen::Index d = theta_.rows();
    for (Eigen::Index j = 0; j < theta_.cols(); ++j) {
      double *const g = gradient_.col(j).data(), *const eta = memory.col(j).data();
      double* const sum = sum_.col(j).data();
      const double* const u = uniform_.col(j).data();
      double square = 0;
      for (Eigen::Index i = 0; i < d; ++i) {
        g[i] -= eta[i];
        square += g[i] * g[i];
      }
      bits_ += 32 + static_cast<double>(d) * std::log2(2 * kLevels + 1);
      if (square == 0) continue;
      const double length = std::sqrt(square), up = kLevels / length, down = length / kLevels;
      for (Eigen::Index i = 0; i < d; ++i) {
        const double sent = std::copysign(down * std::floor(up * std::abs(g[i]) + u[i]), g[i]);
        sum[i] += sent;
        eta[i] += alpha_ * sent;
      }
    }
  }

  int clients_, iteration_ = 0;
  double step_, alpha_, bits_ = 0;
  MatrixXd theta_, drift_, sum_, noise_, uniform_;
  std::vector<MatrixXd> memory_;
  FastRandom random_{1};
};

class QuadraticQlsd final : public Qlsd {
 public:
  QuadraticQlsd(const Quadratics& clients, const std::vector<double>& start)
      : Qlsd(10, clients.dimension, start, 1e-3), clients_(clients) {}

 private:
  void find_gradient(int c) override {
    const Eigen::Index d = clients_.dimension;
    const Map<const MatrixXd> curvature(clients_.curvatures.data() + c * d * d, d, d);
    gradient_.noalias() = curvature * theta();
    gradient_.colwise() -= Map<const VectorXd>(clients_.slopes.data() + c * d, d);
  }

  Quadratics clients_;
};

class LogisticQlsd final : public Qlsd {
 public:
  LogisticQlsd(const Logistic& problem, const std::vector<double>& start)
      : Qlsd(problem.clients, problem.dimension, start, 1e-5),
        count_(static_cast<int>(problem.labels.size())),
        share_(1.0 / problem.clients),
        x_(Map<const MatrixXd>(problem.rows.data(), problem.dimension, count_)),
        y_(Map<const VectorXd>(problem.labels.data(), count_)),
        at_reference_(static_cast<std::size_t>(problem.clients)) {
    count_ /= problem.clients;
  }

 private:
  void begin(int iteration) override {
    if (iteration % 100 != 0) return;
    reference_ = theta();
    for (std::size_t c = 0; c < at_reference_.size(); ++c) {
      const auto rows = x_.middleCols(static_cast<Eigen::Index>(c) * count_, count_);
      scores_.noalias() = rows.transpose() * reference_;
      scores_ = (1 + (-scores_.array()).exp()).inverse();
      scores_.colwise() -= y_.segment(static_cast<Eigen::Index>(c) * count_, count_);
      at_reference_[c].noalias() = rows * scores_;
      at_reference_[c] += share_ * reference_;
    }
  }
  void find_gradient(int c) override {
    const double weight = static_cast<double>(count_) / kBatch;
    gradient_ = at_reference_[static_cast<std::size_t>(c)] + share_ * (theta() - reference_);
    for (Eigen::Index j = 0; j < theta().cols(); ++j) {
      draw(random(), static_cast<std::uint32_t>(count_), batch_);
      std::array<double, 2 * kBatch> p;
      for (std::size_t i = 0; i < kBatch; ++i) {
        const auto row = x_.col(c * count_ + batch_[i]);
        p[i] = row.dot(theta().col(j));
        p[kBatch + i] = row.dot(reference_.col(j));
      }
      logistic(p);
      for (std::size_t i = 0; i < kBatch; ++i)
        gradient_.col(j) += weight * (p[i] - p[kBatch + i]) * x_.col(c * count_ + batch_[i]);
    }
  }

  Eigen::Index count_;  // rows of a client
  double share_;        // of the prior
  MatrixXd x_;
  VectorXd y_;
  MatrixXd reference_, scores_;
  std::vector<MatrixXd> at_reference_;
  Minibatch batch_{};
};

}  // namespace

std::unique_ptr<Chains> qlsd_pp(const Quadratics& clients, const std::vector<double>& start) {
  return std::make_unique<QuadraticQlsd>(clients, start);
}
std::unique_ptr<Chains> qlsd_pp(const Logistic& problem, const std::vector<double>& start) {
  return std::make_unique<LogisticQlsd>(problem, start);
}

}  // namespace skald::bare
