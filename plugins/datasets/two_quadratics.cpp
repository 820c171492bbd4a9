// Two clients with quadratic losses in the plane whose optima and long axes differ: the picture of
// Al-Shedivat et al. (2021), figure 1, which prints no parameters. Loss of client c:
//
//   1/2 (theta - mu_c)' R(phi_c) diag(1, 10) R(phi_c)' (theta - mu_c),
//
// mu = (-3, 2), (3, 1) and phi = 30, 120 degrees, so that the global optimum lies between the
// valleys, but not on the line between the two optima.
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>

#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

struct Options {};

constexpr std::array<skald::Option<Options>, 0> options{};

Eigen::Matrix2d curvature(double degrees) {
  const Eigen::Rotation2Dd rotation(degrees * std::numbers::pi / 180);
  const Eigen::Matrix2d axes = rotation.toRotationMatrix();
  const Eigen::Matrix2d a = axes * Eigen::Vector2d(1, 10).asDiagonal() * axes.transpose();
  return 0.5 * (a + a.transpose());  // without the asymmetry that rounding left
}

class TwoQuadratics final : public skald::Dataset {
 public:
  explicit TwoQuadratics(Options) {}

  // One training row per client, its optimum; array "precision": its curvature.
  skald::Table load(const skald::Random&) override {
    optima_ << -3, 3, 2, 1;
    curvatures_ << curvature(30).reshaped(), curvature(120).reshaped();
    precision_ = {"precision", skald::view(std::as_const(curvatures_))};
    skald::Table table;
    table.features = skald::view(std::as_const(optima_));
    table.group = group_;
    table.groups = 2;
    table.train = 2;
    table.arrays = {&precision_, 1};
    return table;
  }

 private:
  Eigen::MatrixXd optima_{2, 2};
  Eigen::MatrixXd curvatures_{4, 2};
  std::array<std::int32_t, 2> group_{0, 1};
  skald::NamedArray precision_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<TwoQuadratics, Options, options>(
    {.name = "two_quadratics",
     .numerics_revision = 1,
     .summary = "Two clients with quadratic losses in the plane; the global optimum lies off the "
                "line between their own",
     .reference = "Al-Shedivat, Gillenwater, Xing and Rostamizadeh (2021), Federated learning via "
                  "posterior averaging, figure 1"});
