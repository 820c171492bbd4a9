#include "dense/row_products.hpp"

#include <Eigen/Dense>

#include "dense/class_scores.hpp"
#include "dense/padded_rows.hpp"
#include "model_checks.hpp"
#include "test.hpp"

namespace {

using simd::InstructionSet;

Table table_of(const Eigen::MatrixXd& features) {
  Table table;
  table.features = view(features);
  return table;
}

// A problem of both products; the tile's rows are taken backwards from row 45.
template <class T>
struct Products {
  Index outputs, width, rows;
  Eigen::MatrixXd columns, weights, residuals;
  PaddedRows<T> data;
  std::vector<T> padded_weights, coefficients;
  std::vector<const T*> x;

  Products(Index o, Index p, Index r)
      : outputs(o),
        width(p + 1),
        rows(r),
        columns(scattered(p, 46, 0.4)),
        weights(scattered(p + 1, o, 1.3)),
        residuals(scattered(row_tile, o, 2.2)),
        data(table_of(columns), true),
        padded_weights(static_cast<std::size_t>(o * data.stride())),
        coefficients(static_cast<std::size_t>(o * row_tile)) {
    pad_weights(weights.data(), outputs, width, padded_weights.data());
    for (Index i = 0; i < residuals.size(); ++i)
      coefficients[static_cast<std::size_t>(i)] = static_cast<T>(residuals(i));
    for (Index i = 0; i < rows; ++i) x.push_back(data.row(45 - i));
  }
  RowTile<T> tile() const { return {x.data(), rows, width}; }
};

}  // namespace

TEMPLATE_TEST_CASE("products of rows and weights are right, with the same bits everywhere", "",
                   double, float) {
  // Rounding of at most 120 products of order one, one by one.
  const double tolerance = 120 * static_cast<double>(std::numeric_limits<TestType>::epsilon());
  const Index outputs = GENERATE(1, 4, 5, 10, 12);
  const Index features = GENERATE(1, 7, 31, 116);
  const Index rows = GENERATE(1, 2, 9, 10, 40);
  const Products<TestType> problem(outputs, features, rows);

  Eigen::MatrixXd first, first_sums;
  for (const InstructionSet set : sets_here()) {
    Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(row_tile, outputs);
    score_rows(problem.tile(), problem.padded_weights.data(), outputs, scores.data(), set);
    Eigen::MatrixXd sums = Eigen::MatrixXd::Constant(problem.width, outputs, 1e300);
    for (const bool accumulate : {false, true}) {
      add_outer_products(problem.tile(), problem.coefficients.data(), outputs, accumulate,
                         sums.data(), set);
    }
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(problem.width, outputs);
    for (Index r = 0; r < rows; ++r) {
      Eigen::VectorXd x(problem.width);
      x << problem.columns.col(45 - r), 1;
      for (Index o = 0; o < outputs; ++o) {
        REQUIRE(std::abs(scores(r, o) - problem.weights.col(o).dot(x)) <= tolerance);
        expected.col(o) += 2 * problem.residuals(r, o) * x;
      }
    }
    REQUIRE((sums - expected).cwiseAbs().maxCoeff() <= tolerance);
    if (set == InstructionSet::baseline) {
      first = scores;
      first_sums = sums;
    }
    REQUIRE((scores.array() == first.array()).all());
    REQUIRE((sums.array() == first_sums.array()).all());
  }
}

TEMPLATE_TEST_CASE("steps in the pass of a product have the bits of a product, a prior and a step",
                   "", double, float) {
  const Index outputs = GENERATE(1, 5, 12);
  const Index features = GENERATE(1, 31, 116);
  const Index rows = GENERATE(0, 1, 10);
  const bool adds = GENERATE(false, true);
  Products<TestType> problem(outputs, features, rows);
  const Eigen::MatrixXd before = scattered(problem.width, outputs, 0.9);
  const double factor = 0.3, prior = 0.07, lr = 0.11;

  Eigen::MatrixXd g = before, expected = problem.weights;
  add_outer_products(problem.tile(), problem.coefficients.data(), outputs, adds, g.data());
  g *= factor;
  g += prior * expected;
  expected -= lr * g;
  std::vector<TestType> expected_weights(problem.padded_weights.size());
  pad_weights(expected.data(), outputs, problem.width, expected_weights.data());
  for (const InstructionSet set : sets_here()) {
    Eigen::MatrixXd theta = problem.weights;
    std::vector<TestType> weights = problem.padded_weights;
    step_by_outer_products(problem.tile(), problem.coefficients.data(), outputs,
                           adds ? before.data() : nullptr,
                           {factor, prior, lr, theta.data(), weights.data()}, set);
    CHECK((theta.array() == expected.array()).all());
    CHECK(weights == expected_weights);
  }
}

TEMPLATE_TEST_CASE("padded weights are the rounded ones, and zeros up to the stride", "", double,
                   float) {
  for (const InstructionSet set : sets_here()) {
    for (const Index width : {1, 7, 8, 16, 21}) {
      const Eigen::MatrixXd weights = scattered(width, 3, 0.2);
      const Index stride = padded<TestType>(width);
      std::vector<TestType> out(static_cast<std::size_t>(3 * stride + 1), 5), expected = out;
      for (Index c = 0; c < 3; ++c) {
        for (Index k = 0; k < stride; ++k) {
          expected[static_cast<std::size_t>(c * stride + k)] =
              k < width ? static_cast<TestType>(weights(k, c)) : 0;
        }
      }
      pad_weights(weights.data(), 3, width, out.data(), set);
      CHECK(out == expected);
    }
  }
}

TEST_CASE("a score depends on its own row and weights only, to the last bit") {
  const Products<float> whole(10, 57, 40);
  Eigen::MatrixXd scores(row_tile, 10);
  score_rows(whole.tile(), whole.padded_weights.data(), 10, scores.data());
  for (Index r = 0; r < 40; ++r) {
    const RowTile<float> one{whole.x.data() + r, 1, whole.width};
    double score = 0;
    score_rows(one, whole.padded_weights.data() + 7 * whole.data.stride(), 1, &score);
    REQUIRE(score == scores(r, 7));
  }
}

TEMPLATE_TEST_CASE("what a layer passes back is right, with the same bits everywhere", "", double,
                   float) {
  const double tolerance = 20 * static_cast<double>(std::numeric_limits<TestType>::epsilon());
  const Index outputs = GENERATE(1, 5, 12);
  const Products<TestType> problem(outputs, 21, 40);
  std::vector<TestType> first;
  for (const InstructionSet set : sets_here()) {
    std::vector<TestType> scores(21 * row_tile);
    pass_back(problem.padded_weights.data(), outputs, 21, problem.data.stride(), row_tile,
              problem.coefficients.data(), scores.data(), set);
    std::vector<TestType> of_few(scores.size());
    pass_back(problem.padded_weights.data(), outputs, 21, problem.data.stride(), 9,
              problem.coefficients.data(), of_few.data(), set);
    for (std::size_t at = 0; at < scores.size(); at += row_tile)
      REQUIRE(std::equal(&scores[at], &scores[at] + 9, &of_few[at]));
    for (Index i = 0; i < 21; ++i) {
      for (Index r = 0; r < row_tile; ++r) {
        const double expected = problem.weights.row(i).dot(problem.residuals.row(r));
        const auto found = static_cast<double>(scores[static_cast<std::size_t>(i * row_tile + r)]);
        REQUIRE(std::abs(found - expected) <= tolerance);
      }
    }
    if (set == InstructionSet::baseline) first = scores;
    REQUIRE(scores == first);
  }
}

TEST_CASE(
    "class probabilities and losses are those of the softmax, with the same bits everywhere") {
  const Index classes = GENERATE(2, 3, 10);
  const Eigen::MatrixXd scores = 20 * scattered(row_tile, classes, 0.7);
  Eigen::MatrixXd first;
  for (const InstructionSet set : sets_here()) {
    Eigen::MatrixXd p = scores;
    softmax_rows(p.data(), classes, row_tile, set);
    if (set == InstructionSet::baseline) first = p;
    REQUIRE((p.array() == first.array()).all());
  }
  for (Index r = 0; r < row_tile; ++r) {
    const Eigen::VectorXd power =
        (scores.row(r).array() - scores.row(r).maxCoeff()).exp().transpose();
    for (Index c = 0; c < classes; ++c) {
      REQUIRE(first(r, c) == Approx(power(c) / power.sum()).epsilon(1e-14));
      REQUIRE(cross_entropy(scores.data(), classes, r, c) ==
              Approx(-std::log(power(c) / power.sum())).epsilon(1e-13).margin(1e-13));
    }
  }
}
