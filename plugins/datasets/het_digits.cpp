// A stand-in for MNIST that needs no files: ten classes of four prototype images each. A prototype
// is a sum of six Gaussian bumps of variance 4 square pixels (at side 28), cut off at 1; an example
// is a prototype times U(0.6, 1), plus noise 0.25 N(0, 1) on its active pixels, those above 0.1,
// cut off at 0 and 1. Linear classifiers reach about the accuracy that they have on MNIST.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;
using skald::Role;

constexpr Index classes = 10, variants = 4, bumps = 6;

struct Options {
  std::int64_t train = 60000;
  std::int64_t test = 10000;
  std::int64_t side = 28;
};

constexpr std::array options{
    skald::option("train", &Options::train, "number of training rows, a tenth from each class")
        .at_least(10)
        .at_most(1e6),
    skald::option("test", &Options::test, "number of test rows, a tenth from each class")
        .at_least(0)
        .at_most(1e6),
    skald::option("side", &Options::side,
                  "side of the images in pixels; prototypes have the same shapes at every size")
        .at_least(4)
        .at_most(64)};

struct Prototype {
  std::vector<Index> active;  // pixels
  Eigen::VectorXd values;     // theirs
};

class HetDigits final : public skald::Dataset {
 public:
  explicit HetDigits(const Options& given) : given_(given) {}

  // Features: side^2 pixels in [0, 1], column by column; target: the class. Row r has class
  // r mod 10.
  skald::Table load(const skald::Random& random) override {
    std::vector<Prototype> prototypes;
    for (Index digit = 0; digit < classes; ++digit) {
      for (Index v = 0; v < variants; ++v) prototypes.push_back(prototype(random, digit, v));
    }
    const Index rows = given_.train + given_.test;
    features_.setZero(given_.side * given_.side, rows);
    target_.resize(static_cast<std::size_t>(rows));
    for (Index r = 0; r < rows; ++r) {
      target_[static_cast<std::size_t>(r)] = static_cast<double>(r % classes);
      draw(random, r, prototypes);
    }
    skald::Table table;
    table.features = skald::view(std::as_const(features_));
    table.target = target_;
    table.classes = classes;
    table.train = given_.train;
    return table;
  }

 private:
  Prototype prototype(const skald::Random& random, Index digit, Index variant) const {
    const auto side = static_cast<double>(given_.side);
    const double variance = 4 * (side / 28) * (side / 28);
    Eigen::MatrixXd uniform(2 * bumps, 1);
    random.uniform({Role::dataset, digit}, variant, skald::view(uniform));
    // The centres of the bumps lie at least three standard deviations from the edge.
    const Eigen::MatrixXd centres =
        (side * (3 + 8 * uniform.array()) / 14 - 0.5).reshaped(2, bumps);
    Prototype out;
    std::vector<double> values;
    for (Index pixel = 0; pixel < given_.side * given_.side; ++pixel) {
      const Index row = pixel / given_.side, column = pixel % given_.side;
      const Eigen::Vector2d at(static_cast<double>(column), static_cast<double>(row));
      const auto squares = (centres.colwise() - at).colwise().squaredNorm().array();
      const double value = std::min((-squares / (2 * variance)).exp().sum(), 1.0);
      if (value <= 0.1) continue;
      out.active.push_back(pixel);
      values.push_back(value);
    }
    out.values = Eigen::Map<Eigen::VectorXd>(values.data(), static_cast<Index>(values.size()));
    return out;
  }

  void draw(const skald::Random& random, Index row, const std::vector<Prototype>& prototypes) {
    std::array<std::uint64_t, 1> word{};
    random.bits({Role::dataset, classes}, row, 0, word);
    const Index which = row % classes * variants + skald::below(word[0], variants);
    const Prototype& shape = prototypes[static_cast<std::size_t>(which)];
    const auto count = static_cast<Index>(shape.active.size());
    noise_.resize(count, 1);
    random.normal({Role::dataset, classes}, row, skald::view(noise_));
    random.uniform({Role::dataset, classes}, row, skald::view(brightness_));
    const double brightness = 0.6 + 0.4 * brightness_(0);
    for (Index i = 0; i < count; ++i) {
      features_(shape.active[static_cast<std::size_t>(i)], row) =
          std::clamp(brightness * shape.values(i) + 0.25 * noise_(i), 0.0, 1.0);
    }
  }

  Options given_;
  Eigen::MatrixXd features_, noise_;
  Eigen::MatrixXd brightness_{1, 1};
  std::vector<double> target_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<HetDigits, Options, options>(
    {.name = "het_digits",
     .numerics_revision = 1,
     .summary =
         "Synthetic stand-in for MNIST: ten classes, each of noisy images of four prototypes",
     .reference = ""});
