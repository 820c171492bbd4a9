// FA-HMC by hand.
#include <Eigen/Core>
#include <cmath>
#include <memory>
#include <vector>

#include "chains.hpp"
#include "fast_random.hpp"

namespace skald::bare {
namespace {

using Eigen::Map;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class FaHmc final : public Chains {
 public:
  FaHmc(const Quadratics& clients, const std::vector<double>& start)
      : clients_(clients),
        server_(Map<const MatrixXd>(start.data(), clients.dimension,
                                    static_cast<Eigen::Index>(start.size()) / clients.dimension)),
        q_(server_),
        p_(server_),
        force_(server_),
        mean_(server_) {}

  void advance() override {
    mean_.setZero();
    for (int c = 0; c < kClients; ++c) {
      q_ = server_;
      for (int k = 0; k < 5; ++k) go(c);
      mean_ += q_;
    }
    server_ = mean_ / kClients;
  }
  std::vector<double> states() const override {
    return {server_.data(), server_.data() + server_.size()};
  }

 private:
  static constexpr int kClients = 10;
  static constexpr double kEpsilon = 0.01;

  // A trajectory of 10 steps through the potential N U_c.
  void go(int c) {
    const Eigen::Index d = clients_.dimension;
    const Map<const MatrixXd> curvature(clients_.curvatures.data() + c * d * d, d, d);
    const double* const slope = clients_.slopes.data() + c * d;
    random_.normal(p_.data(), p_.size());
    p_ *= std::sqrt(kClients);
    for (int l = 0; l < 10; ++l) {
      force_.noalias() = curvature * q_;
      const double kick = (l == 0 ? kEpsilon / 2 : kEpsilon) * kClients;
      for (Eigen::Index j = 0; j < q_.cols(); ++j) {
        double *const q = q_.col(j).data(), *const p = p_.col(j).data();
        const double* const f = force_.col(j).data();
        for (Eigen::Index i = 0; i < d; ++i) {
          p[i] -= kick * (f[i] - slope[i]);
          q[i] += kEpsilon * p[i];
        }
      }
    }
  }

  Quadratics clients_;
  MatrixXd server_, q_, p_, force_, mean_;
  FastRandom random_{1};
};

}  // namespace

std::unique_ptr<Chains> fa_hmc(const Quadratics& clients, const std::vector<double>& start) {
  return std::make_unique<FaHmc>(clients, start);
}

}  // namespace skald::bare
