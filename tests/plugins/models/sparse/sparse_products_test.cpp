#include "sparse/sparse_products.hpp"

#include <Eigen/Dense>

#include "dense/padded_rows.hpp"
#include "model_checks.hpp"
#include "test.hpp"

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
