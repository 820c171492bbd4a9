// Four clients with quadratic losses and unequally many rows, for optimisers with known answers.
#pragma once

#include <Eigen/LU>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "run_sampler.hpp"

namespace skald::test {

// F_c(x) = x' A_c x / 2 - b_c' x.
struct Quadratic {
  Eigen::Matrix3d A;
  Eigen::Vector3d b;
  Eigen::Vector3d gradient(const Eigen::Vector3d& x) const { return A * x - b; }
  // The move y - x of that many steps.
  Eigen::Vector3d move(const Eigen::Vector3d& x, double lr, int steps) const {
    Eigen::Vector3d y = x;
    for (int k = 0; k < steps; ++k) y -= lr * gradient(y);
    return y - x;
  }
};

inline std::array<Quadratic, 4> four_quadratics() {
  std::array<Quadratic, 4> all;
  all[0].A << 2, .5, 0, .5, 1, .2, 0, .2, 1.5;
  all[0].b << 1, -2, .5;
  all[1].A << 1, -.3, .1, -.3, 2, 0, .1, 0, .8;
  all[1].b << -1, 1.5, 2;
  all[2].A << 1.5, 0, .4, 0, 1.2, -.2, .4, -.2, 1;
  all[2].b << .5, .5, -1;
  all[3].A << .9, .2, -.1, .2, .7, .3, -.1, .3, 1.8;
  all[3].b << 2, 0, 1;
  return all;
}

// Client c has 10 (c + 1) rows, all of which have its loss: any batch is as good as all rows.
inline std::unique_ptr<Federation> four_clients(double prior = 0) {
  constexpr Index rows = 100;
  FederationData data{Eigen::MatrixXd(3, rows), {}, Eigen::MatrixXd(9, rows), 4};
  const auto losses = four_quadratics();
  for (Index c = 0, row = 0; c < 4; ++c) {
    const Quadratic& loss = losses[static_cast<std::size_t>(c)];
    for (Index i = 0; i < 10 * (c + 1); ++i, ++row) {
      data.points.col(row) = loss.A.lu().solve(loss.b);
      data.precision.col(row) = loss.A.reshaped();
      data.client.push_back(static_cast<std::int32_t>(c));
    }
  }
  return quadratic_federation(std::move(data), prior);
}
inline std::array<double, 4> shares_of_rows() { return {.1, .2, .3, .4}; }

// Where runs start.
inline const Eigen::Vector3d kStart{1, -1, 2};

inline std::vector<Setting> five_steps(const std::vector<Setting>& more) {
  return with({{"K", 5}, {"lr", .1}}, more);
}
inline Eigen::Vector3d after(const std::string& sampler, const std::vector<Setting>& options,
                             Index iterations, const Eigen::Vector3d& start = kStart) {
  const auto federation = four_clients();
  return run_sampler(*federation, sampler, options, iterations, start);
}
}  // namespace skald::test
