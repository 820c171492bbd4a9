#include "sparse/indicator_places.hpp"

#include <Eigen/Dense>

#include "cache_folder.hpp"
#include "test.hpp"

namespace indicator_places_test {

namespace {

// Row r has three ones, and a fourth in every second row.
MatrixXd indicators(Index width, Index rows) {
  MatrixXd x = MatrixXd::Zero(width, rows);
  for (Index r = 0; r < rows; ++r) {
    for (Index i = 0; i < 3 + r % 2; ++i) x((5 * r + 7 * i) % width, r) = 1;
  }
  return x;
}

IndicatorPlaces places_of(const MatrixXd& features, const char* digest = "") {
  Table table;
  table.features = view(features);
  table.digest = digest;
  return {table, SparseRows<double>(table, false)};
}

}  // namespace

TEST_CASE("the places of ones are held in order, and padded by the number of features") {
  const test::CacheFolder cache;
  const MatrixXd x = indicators(255, 31);
  const char* digest = "abc3456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  for (const char* key : {"", digest, digest}) {  // the second time from the cache
    const IndicatorPlaces places = places_of(x, key);
    REQUIRE(places.exist());
    REQUIRE(places.length() == 4);
    for (Index r = 0; r < x.cols(); ++r) {
      std::vector<std::uint8_t> expected;
      for (Index k = 0; k < x.rows(); ++k) {
        if (x(k, r) == 1) expected.push_back(static_cast<std::uint8_t>(k));
      }
      expected.resize(4, 255);
      CHECK(std::equal(expected.begin(), expected.end(), places.row(r)));
    }
  }
}

TEST_CASE("rows that are wide, uneven, empty or hold other numbers have no such places") {
  CHECK(places_of(indicators(40, 31)).exist());
  CHECK_FALSE(places_of(indicators(256, 31)).exist());
  CHECK_FALSE(places_of(2 * indicators(40, 31)).exist());
  CHECK_FALSE(places_of(MatrixXd::Zero(40, 31)).exist());
  CHECK_FALSE(places_of(MatrixXd(40, 0)).exist());
  MatrixXd uneven = indicators(40, 31);
  uneven.col(3).setOnes();
  CHECK_FALSE(places_of(uneven).exist());
}

}  // namespace indicator_places_test
