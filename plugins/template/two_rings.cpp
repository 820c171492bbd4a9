// Data set: points in the plane on two rings around the origin, of radius 1 (class 0) and 2
// (class 1), at uniform angles, plus N(0, noise^2) in every coordinate.
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

struct Options {
  std::int64_t rows = 400;
  double noise = 0.1;
};

constexpr std::array options{
    skald::option("rows", &Options::rows, "number of rows, the last fifth of which are for testing")
        .at_least(10)
        .at_most(1e7),
    skald::option("noise", &Options::noise, "standard deviation of the noise").at_least(0)};

class TwoRings final : public skald::Dataset {
 public:
  explicit TwoRings(const Options& o) : rows_(o.rows), noise_(o.noise) {}

  // The table borrows what this object owns.
  skald::Table load(const skald::Random& random) override {
    Eigen::MatrixXd angles(rows_, 1);
    random.uniform({skald::Role::dataset}, 0, skald::view(angles));
    features_.resize(2, rows_);
    target_.resize(static_cast<std::size_t>(rows_));
    for (skald::Index i = 0; i < rows_; ++i) put(i, 2 * std::numbers::pi * angles(i, 0));
    random.add_normal({skald::Role::dataset}, 1, noise_, skald::view(features_));

    skald::Table table;
    table.features = skald::view(std::as_const(features_));
    table.target = target_;
    table.classes = 2;
    table.train = rows_ - rows_ / 5;
    return table;
  }

 private:
  void put(skald::Index i, double angle) {
    const double radius = i % 2 == 0 ? 1 : 2;
    features_.col(i) << radius * std::cos(angle), radius * std::sin(angle);
    target_[static_cast<std::size_t>(i)] = static_cast<double>(i % 2);
  }

  std::int64_t rows_;
  double noise_;
  Eigen::MatrixXd features_;
  std::vector<double> target_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<TwoRings, Options, options>(
    {.name = "two_rings",
     .numerics_revision = 1,
     .summary = "Two classes of points on two rings around the origin",
     .reference = ""});
