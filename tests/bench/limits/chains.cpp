#include "chains.hpp"

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <vector>

#include "fast_random.hpp"
#include "minibatch.hpp"

namespace skald::bare {
namespace {

using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd columns(const std::vector<double>& numbers, int dimension) {
  const auto size = static_cast<Eigen::Index>(numbers.size());
  return Map<const MatrixXd>(numbers.data(), dimension, size / dimension);
}

constexpr double h = 1e-4, p_c = 0.2, q_cv = 0.05;

class Langevin : public Chains {
 public:
  Langevin(const Quadratics& clients, const std::vector<double>& start, bool has_reference)
      : has_reference_(has_reference), server_(columns(start, clients.dimension)) {
    const Eigen::Index d = clients.dimension;
    for (std::size_t c = 0; c < kClients; ++c) {
      curvature_.emplace_back(Map<const MatrixXd>(clients.curvatures.data() + c * d * d, d, d));
      slope_.emplace_back(Map<const VectorXd>(clients.slopes.data() + c * d, d));
      local_.push_back(server_);
      control_.emplace_back(MatrixXd::Zero(d, server_.cols()));
    }
    gradient_ = noise_ = server_;
    coins_.resize(server_.cols());
    for (int j = 0; j < coins_.size(); ++j) renew(j);
  }

  void advance() override {
    for (std::size_t c = 0; c < kClients; ++c) {
      gradient_.noalias() = curvature_[c] * local_[c];
      random_.normal(noise_.data(), noise_.size());
      has_reference_ ? step<true>(c) : step<false>(c);
    }
    random_.uniform(coins_.data(), coins_.size());
    for (int j = 0; j < coins_.size(); ++j) {
      if (coins_[j] >= p_c) continue;
      average(j);
      if (has_reference_ && coins_[j] < q_cv) renew(j);
    }
  }
  std::vector<double> states() const override {
    return {server_.data(), server_.data() + server_.size()};
  }

 private:
  static constexpr std::size_t kClients = 10;

  // In one pass over the numbers of a client's chains.
  template <bool kControlled>
  void step(std::size_t c) {
    const double length = h * kClients, scale = std::sqrt(2 * h * kClients);
    const Eigen::Index d = local_[c].rows();
    for (Eigen::Index j = 0; j < local_[c].cols(); ++j) {
      double* const x = local_[c].col(j).data();
      const double *const g = gradient_.col(j).data(), *const z = noise_.col(j).data();
      const double *const b = slope_[c].data(), *const u = control_[c].col(j).data();
      for (Eigen::Index i = 0; i < d; ++i)
        x[i] += scale * z[i] - length * (g[i] + (kControlled ? u[i] : -b[i]));
    }
  }
  void average(int j) {
    VectorXd mean = VectorXd::Zero(gradient_.rows());
    for (const MatrixXd& theta : local_) mean += theta.col(j);
    server_.col(j) = mean / static_cast<double>(kClients);
    for (MatrixXd& theta : local_) theta.col(j) = server_.col(j);
  }
  void renew(int j) {
    VectorXd mean = VectorXd::Zero(gradient_.rows());
    for (std::size_t c = 0; c < kClients; ++c) {
      control_[c].col(j).noalias() = -curvature_[c] * local_[c].col(j);
      mean -= (control_[c].col(j) + slope_[c]) / static_cast<double>(kClients);
    }
    for (MatrixXd& control : control_) control.col(j) += mean;
  }

  bool has_reference_;
  MatrixXd server_;
  std::vector<MatrixXd> curvature_, local_, control_;
  std::vector<VectorXd> slope_;
  MatrixXd gradient_, noise_;
  VectorXd coins_;
  FastRandom random_{1};
};

class Sgld : public Chains {
 public:
  Sgld(const Logistic& problem, const std::vector<double>& start)
      : x_(columns(problem.rows, problem.dimension)),
        y_(Map<const VectorXd>(problem.labels.data(), x_.cols())),
        theta_(columns(start, problem.dimension)),
        noise_(theta_),
        gradient_(problem.dimension) {}

  void advance() override {
    const double weight = static_cast<double>(x_.cols()) / kBatch;
    random_.normal(noise_.data(), noise_.size());
    for (Eigen::Index j = 0; j < theta_.cols(); ++j) {
      draw(random_, static_cast<std::uint32_t>(x_.cols()), batch_);
      std::array<double, kBatch> p;
      for (std::size_t i = 0; i < kBatch; ++i) p[i] = x_.col(batch_[i]).dot(theta_.col(j));
      logistic(p);
      gradient_ = theta_.col(j);  // of the prior
      for (std::size_t i = 0; i < kBatch; ++i)
        gradient_ += weight * (p[i] - y_[batch_[i]]) * x_.col(batch_[i]);
      theta_.col(j) += std::sqrt(2 * kStep) * noise_.col(j) - kStep * gradient_;
    }
  }
  std::vector<double> states() const override {
    return {theta_.data(), theta_.data() + theta_.size()};
  }

 private:
  static constexpr double kStep = 1e-5;

  MatrixXd x_;
  VectorXd y_;
  MatrixXd theta_, noise_;
  VectorXd gradient_;
  Minibatch batch_{};
  FastRandom random_{1};
};

}  // namespace

std::unique_ptr<Chains> fald(const Quadratics& clients, const std::vector<double>& start) {
  return std::make_unique<Langevin>(clients, start, false);
}
std::unique_ptr<Chains> vr_fald(const Quadratics& clients, const std::vector<double>& start) {
  return std::make_unique<Langevin>(clients, start, true);
}
std::unique_ptr<Chains> sgld(const Logistic& problem, const std::vector<double>& start) {
  return std::make_unique<Sgld>(problem, start);
}

}  // namespace skald::bare
