#include "bare_fald.hpp"

#include <cmath>
#include <vector>

namespace skald::bare {
namespace {

constexpr Index clients = 10;
constexpr double h = 1e-3, p_c = 0.2;

}  // namespace

struct FaldOnGaussian::State {
  std::vector<Eigen::MatrixXd> curvature, local;
  std::vector<Eigen::VectorXd> minimiser;
  Eigen::MatrixXd difference, gradient, coins;
  Eigen::VectorXd mean;
  std::int64_t k = 0;
};

FaldOnGaussian::FaldOnGaussian(Index dimension, Index chains) : state_(std::make_unique<State>()) {
  State& s = *state_;
  for (Index c = 0; c < clients; ++c) {
    const Eigen::MatrixXd b = Eigen::MatrixXd::Random(dimension, dimension);
    s.curvature.push_back(b * b.transpose() / static_cast<double>(dimension));
    s.minimiser.push_back(Eigen::VectorXd::Random(dimension));
    s.local.push_back(Eigen::MatrixXd::Zero(dimension, chains));
  }
  s.difference = s.gradient = s.local.front();
  s.coins.resize(1, chains);
}
FaldOnGaussian::~FaldOnGaussian() = default;

void FaldOnGaussian::advance(const Random& random) {
  State& s = *state_;
  for (Index c = 0; c < clients; ++c) {
    const auto i = static_cast<std::size_t>(c);
    s.difference = s.local[i].colwise() - s.minimiser[i];
    s.gradient.noalias() = s.curvature[i] * s.difference;
    s.local[i] -= h * clients * s.gradient;
    random.add_normal({Role::noise, c}, s.k, std::sqrt(2 * h * clients), view(s.local[i]));
  }
  random.uniform({Role::communication}, s.k, view(s.coins));
  for (Index j = 0; j < s.coins.cols(); ++j) {
    if (s.coins(0, j) >= p_c) continue;
    s.mean.setZero(s.difference.rows());
    for (const Eigen::MatrixXd& theta : s.local) s.mean += theta.col(j) / clients;
    for (Eigen::MatrixXd& theta : s.local) theta.col(j) = s.mean;
  }
  ++s.k;
}

}  // namespace skald::bare
