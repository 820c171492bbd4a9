#include "dense/row_squares.hpp"

#include <Eigen/Dense>

#include "test.hpp"

namespace row_squares_test {

// The sum in the order of the numbers, one row after the other.
template <class T>
double plain_square(const T* row, Index width) {
  double sum = 0;
  for (Index k = 0; k < width; ++k)
    sum += static_cast<double>(row[k]) * static_cast<double>(row[k]);
  return sum;
}

Eigen::MatrixXd uneven(Index rows, Index cols) {
  Eigen::MatrixXd m(rows, cols);
  for (Index i = 0; i < m.size(); ++i) m(i) = std::sin(12.9898 * static_cast<double>(i + 1)) * 1e3;
  return m;
}

TEMPLATE_TEST_CASE("squares of rows are sums in order, whatever rows are taken together", "",
                   double, float) {
  const Eigen::Matrix<TestType, Eigen::Dynamic, Eigen::Dynamic> x =
      uneven(37, 19).template cast<TestType>();
  for (Index count = 0; count <= 19; ++count) {
    std::vector<const TestType*> rows;
    for (Index r = 0; r < count; ++r) rows.push_back(x.data() + ((7 * r) % 19) * x.rows());
    std::vector<double> squares(20, -1.0);
    square_rows(rows.data(), count, 36, squares.data());
    for (Index r = 0; r < count; ++r) {
      CHECK(squares[static_cast<std::size_t>(r)] ==
            plain_square(rows[static_cast<std::size_t>(r)], 36));
    }
    CHECK(squares[static_cast<std::size_t>(count)] == -1);
  }
}

TEMPLATE_TEST_CASE("a table's squares are those of its rows with their 1", "", double, float) {
  const Eigen::MatrixXd x = uneven(5, 1100);
  Table table;
  table.features = view(x);
  table.train = x.cols();
  const PaddedRows<TestType> rows(table, true);
  const RowSquares squares(table, rows);
  for (Index r = 0; r < x.cols(); ++r) CHECK(squares[r] == plain_square(rows.row(r), 6));
}

}  // namespace row_squares_test
