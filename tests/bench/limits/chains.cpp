#include "chains.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "fast_random.hpp"

namespace skald::bare {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double h = 1e-3, p_c = 0.2, q_cv = 0.05;

class Langevin : public Chains {
 public:
  Langevin(int dimension, int chains, bool has_reference) : has_reference_(has_reference) {
    for (std::size_t c = 0; c < kClients; ++c) {
      const MatrixXd b = MatrixXd::Random(dimension, dimension);
      curvature_.emplace_back(b * b.transpose() / dimension);
      slope_.emplace_back(curvature_.back() * VectorXd::Random(dimension));
      local_.emplace_back(MatrixXd::Zero(dimension, chains));
      control_.emplace_back(MatrixXd::Zero(dimension, chains));
    }
    gradient_ = noise_ = local_.front();
    coins_.resize(chains);
    for (int j = 0; j < chains; ++j) renew(j);
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
        x[i] += scale * z[i] - length * (g[i] - b[i] + (kControlled ? u[i] : 0));
    }
  }
  void average(int j) {
    VectorXd mean = VectorXd::Zero(gradient_.rows());
    for (const MatrixXd& theta : local_) mean += theta.col(j);
    mean /= static_cast<double>(kClients);
    for (MatrixXd& theta : local_) theta.col(j) = mean;
  }
  void renew(int j) {
    VectorXd mean = VectorXd::Zero(gradient_.rows());
    for (std::size_t c = 0; c < kClients; ++c) {
      control_[c].col(j).noalias() = slope_[c] - curvature_[c] * local_[c].col(j);
      mean -= control_[c].col(j) / static_cast<double>(kClients);
    }
    for (MatrixXd& control : control_) control.col(j) += mean;
  }

  bool has_reference_;
  std::vector<MatrixXd> curvature_, local_, control_;
  std::vector<VectorXd> slope_;
  MatrixXd gradient_, noise_;
  VectorXd coins_;
  FastRandom random_{1};
};

class Sgld : public Chains {
 public:
  Sgld(int rows, int dimension, int chains)
      : x_(MatrixXd::Random(dimension, rows)),
        y_((VectorXd::Random(rows).array() > 0).cast<double>()),
        theta_(MatrixXd::Zero(dimension, chains)),
        noise_(theta_),
        gradient_(dimension) {}

  void advance() override {
    const auto rows = static_cast<std::uint32_t>(x_.cols());
    const double weight = static_cast<double>(rows) / kBatch;
    random_.normal(noise_.data(), noise_.size());
    for (Eigen::Index j = 0; j < theta_.cols(); ++j) {
      gradient_ = theta_.col(j);  // of the prior
      for (const std::uint32_t row : minibatch(rows)) {
        const double score = x_.col(row).dot(theta_.col(j));
        gradient_ += weight * (1 / (1 + std::exp(-score)) - y_[row]) * x_.col(row);
      }
      theta_.col(j) += std::sqrt(2 * kStep) * noise_.col(j) - kStep * gradient_;
    }
  }

 private:
  static constexpr int kBatch = 10;
  static constexpr double kStep = 1e-5;

  std::uint32_t other_row(std::uint32_t rows) {
    double u = 0;
    random_.uniform(&u, 1);
    return static_cast<std::uint32_t>(u * rows);
  }
  // Distinct rows.
  const std::array<std::uint32_t, kBatch>& minibatch(std::uint32_t rows) {
    std::array<double, kBatch> uniform;
    random_.uniform(uniform.data(), kBatch);
    for (std::size_t i = 0; i < kBatch; ++i) {
      auto row = static_cast<std::uint32_t>(uniform[i] * rows);
      while (std::find(batch_.begin(), batch_.begin() + i, row) != batch_.begin() + i)
        row = other_row(rows);
      batch_[i] = row;
    }
    return batch_;
  }

  MatrixXd x_;
  VectorXd y_;
  MatrixXd theta_, noise_;
  VectorXd gradient_;
  std::array<std::uint32_t, kBatch> batch_{};
  FastRandom random_{1};
};

}  // namespace

std::unique_ptr<Chains> fald(int dimension, int chains) {
  return std::make_unique<Langevin>(dimension, chains, false);
}
std::unique_ptr<Chains> vr_fald(int dimension, int chains) {
  return std::make_unique<Langevin>(dimension, chains, true);
}
std::unique_ptr<Chains> sgld(int rows, int dimension, int chains) {
  return std::make_unique<Sgld>(rows, dimension, chains);
}

}  // namespace skald::bare
