#include <algorithm>

#include "loaded.hpp"
#include "shipped_plugin.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;

namespace {

struct Digits : Loaded {
  explicit Digits(std::uint64_t seed, int side = 28)
      : Loaded("het_digits", {{"train", 2000}, {"test", 200}, {"side", side}}, seed) {}
};

// The share of test rows whose nearest training row is of their class.
double nearest_neighbour_accuracy(const Table& table) {
  const auto features = table.features.matrix();
  int right = 0;
  for (Index r = table.train; r < table.rows(); ++r) {
    Index nearest = 0;
    (features.leftCols(table.train).colwise() - features.col(r))
        .colwise()
        .squaredNorm()
        .minCoeff(&nearest);
    right += table.target[static_cast<std::size_t>(nearest)] ==
             table.target[static_cast<std::size_t>(r)];
  }
  return right / static_cast<double>(table.rows() - table.train);
}

}  // namespace

TEST_CASE("het_digits: images in [0, 1], classes in equal parts, mostly background") {
  const Digits digits(1);
  const Table& table = digits.table;
  CHECK(table.features.rows == 784);
  CHECK(table.rows() == 2200);
  CHECK(table.train == 2000);
  CHECK(table.classes == 10);
  const auto features = table.features.matrix();
  CHECK(features.minCoeff() == 0);
  CHECK(features.maxCoeff() <= 1);
  CHECK(std::count(table.target.begin(), table.target.begin() + 2000, 7) == 200);
  const double ink = (features.array() > 0).cast<double>().mean();
  CHECK(ink > 0.1);
  CHECK(ink < 0.4);
}

TEST_CASE("het_digits: examples resemble those of their class, at every size") {
  for (const int side : {28, 14}) {
    const Digits digits(2, side);
    CHECK(nearest_neighbour_accuracy(digits.table) > 0.95);
  }
}

TEST_CASE("het_digits: the same seed gives the same images, another one others") {
  const Digits a(3), b(3), c(4);
  CHECK(a.table.features.matrix() == b.table.features.matrix());
  CHECK(a.table.features.matrix() != c.table.features.matrix());
}

namespace {

const ShippedPlugin shipped_het_digits =
    ShippedPlugin(Kind::dataset, "het_digits").conforms({{"train", 60}, {"test", 20}});

}  // namespace
