#include "sparse/sparse_rows.hpp"

#include <Eigen/Dense>

#include "cache_folder.hpp"
#include "dense/padded_rows.hpp"
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
