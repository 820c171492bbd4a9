#include <Eigen/Dense>

#include "cache_folder.hpp"
#include "dense/padded_rows.hpp"
#include "model_checks.hpp"
#include "sparse/sparse_rows.hpp"
#include "test.hpp"

namespace sparse_rows_test {
namespace {

Table table_of(const MatrixXd& features, const char* digest = "") {
  Table table;
  table.features = view(features);
  table.digest = digest;
  return table;
}

// One number in `every` is not 0.
MatrixXd few_numbers(Index width, Index rows, Index every) {
  MatrixXd x = MatrixXd::Zero(width, rows);
  for (Index i = 0; i < x.size(); i += every) x(i) = std::sin(static_cast<double>(i + 1));
  return x;
}

template <class T>
bool are(const SparseRows<T>& sparse, const PaddedRows<T>& padded) {
  if (sparse.count() != padded.count() || sparse.width() != padded.width()) return false;
  for (Index r = 0; r < sparse.count(); ++r) {
    std::vector<T> row(static_cast<std::size_t>(sparse.width()));
    const SparseRow<T> numbers = sparse.row(r);
    for (Index i = 0; i < numbers.count; ++i) {
      if (numbers.values[i] == 0) return false;
      row[static_cast<std::size_t>(numbers.places[i])] = numbers.values[i];
    }
    if (!std::equal(row.begin(), row.end(), padded.row(r))) return false;
    if (sparse.norm(r) != padded.norm(r)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("sparse rows hold the numbers of padded ones, as they are or scaled down") {
  const test::CacheFolder cache;
  const MatrixXd x = few_numbers(40, 23, 7);
  const char* digest = "abc3456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  for (const bool intercept : {false, true}) {
    for (const double bound : {0.8, std::numeric_limits<double>::infinity()}) {
      for (const char* key : {"", digest, digest}) {  // the second time from the cache
        const Table table = table_of(x, key);
        CHECK(are(SparseRows<double>(table, intercept, bound),
                  PaddedRows<double>(table, intercept, bound)));
        CHECK(are(SparseRows<float>(table, intercept, bound),
                  PaddedRows<float>(table, intercept, bound)));
      }
    }
  }
}

TEST_CASE("norms of features leave the intercept out") {
  const MatrixXd x = few_numbers(40, 5, 7);
  const SparseRows<double> rows(table_of(x), true, 0.8);
  for (Index r = 0; r < 5; ++r) {
    const double norm = Eigen::VectorXd(x.col(r)).norm();
    REQUIRE(norm > 0.8);
    CHECK(rows.feature_norm(r) == Approx(0.8).epsilon(1e-15));
    CHECK(rows.norm(r) == Approx(std::hypot(0.8, 1)).epsilon(1e-15));
  }
}

TEST_CASE("indicators are told from other numbers") {
  MatrixXd x = MatrixXd::Zero(40, 4);
  x(3, 0) = x(7, 0) = x(3, 2) = 1;
  CHECK(SparseRows<double>(table_of(x), true).are_indicators());
  CHECK_FALSE(SparseRows<double>(table_of(x), true, 1.2).are_indicators());  // row 0 is scaled
  x(5, 3) = 2;
  CHECK_FALSE(SparseRows<double>(table_of(x), true).are_indicators());
}

TEST_CASE("tables are sparse where at most one number in eight is not 0, and rows are not short") {
  CHECK(are_sparse(table_of(few_numbers(64, 100, 8))));
  CHECK_FALSE(are_sparse(table_of(few_numbers(64, 100, 7))));
  CHECK_FALSE(are_sparse(table_of(few_numbers(31, 100, 30))));
  CHECK_FALSE(are_sparse(table_of(MatrixXd(64, 0))));
  CHECK(are_sparse(table_of(MatrixXd::Zero(64, 1))));
}

}  // namespace sparse_rows_test

namespace sparse_products_test {

// The same products by both kinds of rows: 50 rows of 37 features and an intercept, one of them
// empty.
TEMPLATE_TEST_CASE("products with sparse rows have the bits of those with padded ones", "", double,
                   float) {
  using T = TestType;
  const Index outputs = GENERATE(1, 5, 7), count = 50;
  MatrixXd x = test::scattered(37, count);
  for (Index i = 0; i < x.size(); ++i) x(i) = i % 9 == 0 ? x(i) : 0;
  x.col(11).setZero();
  Table table;
  table.features = view(std::as_const(x));
  const bool intercept = GENERATE(false, true);
  const PaddedRows<T> padded(table, intercept);
  const SparseRows<T> sparse(table, intercept);
  const Index width = padded.width();
  const MatrixXd weights = test::scattered(width, outputs, 1.1);
  std::vector<const T*> dense_rows;
  std::vector<SparseRow<T>> rows;
  for (Index r = count - 1; r >= 0; --r) {
    dense_rows.push_back(padded.row(r));
    rows.push_back(sparse.row(r));
  }
  const RowTile<T> dense_tile{dense_rows.data(), count, width};
  const SparseTile<T> tile{rows.data(), count, width};

  std::vector<T> padded_weights(static_cast<std::size_t>(padded.stride() * outputs));
  pad_weights(weights.data(), outputs, width, padded_weights.data());
  std::vector<double> scores(static_cast<std::size_t>(outputs * row_tile)), expected(scores);
  score_rows(dense_tile, padded_weights.data(), outputs, expected.data());
  score_rows(tile, weights.data(), outputs, scores.data());
  for (Index o = 0; o < outputs; ++o) {
    for (Index r = 0; r < count; ++r) {
      const auto i = static_cast<std::size_t>(o * row_tile + r);
      REQUIRE(scores[i] == expected[i]);
    }
  }

  std::vector<T> coefficients(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i)
    coefficients[i] = static_cast<T>(std::sin(static_cast<double>(3 * i)));
  MatrixXd sum = MatrixXd::Constant(width, outputs, 7), by_dense = sum;
  SparseOuterProducts<T> outer(width);
  for (const bool accumulate : {false, true, true}) {
    outer.add(tile, coefficients.data(), outputs, accumulate, sum.data());
    add_outer_products(dense_tile, coefficients.data(), outputs, accumulate, by_dense.data());
    CHECK(test::same_bits(sum, by_dense));
  }
}

}  // namespace sparse_products_test

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
