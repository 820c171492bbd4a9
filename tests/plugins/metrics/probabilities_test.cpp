#include "predictions/probabilities.hpp"

#include "test.hpp"

using skald::Index;
using skald::view;

namespace {

Eigen::MatrixXd uniform_prediction(Index classes, Index rows) {
  return Eigen::MatrixXd::Constant(classes, rows, 1.0 / static_cast<double>(classes));
}

// Predictions with p(1) = confidence on every row.
Eigen::MatrixXd binary_prediction(double confidence, Index rows) {
  Eigen::MatrixXd p(2, rows);
  p.row(0).setConstant(1 - confidence);
  p.row(1).setConstant(confidence);
  return p;
}

}  // namespace

TEST_CASE("the uniform prediction scores as its closed forms") {
  const std::vector<std::int32_t> labels{0, 3, 2, 1, 1};
  const Eigen::MatrixXd p = uniform_prediction(4, 5);
  CHECK(skald::brier_score(view(p), labels) == Approx(1 - 1.0 / 4).epsilon(1e-15));
  const auto nll = skald::negative_log_likelihood(view(p), labels);
  CHECK(nll.mean == Approx(std::log(4.0)).epsilon(1e-15));
  CHECK(nll.clamps == 0);
  CHECK(skald::accuracy(view(p), labels) == Approx(1.0 / 5));  // ties go to class 0
}

TEST_CASE("scores of a prediction worked out by hand") {
  Eigen::MatrixXd p(3, 2);
  p << 0.5, 0.1,  //
      0.3, 0.1,   //
      0.2, 0.8;
  const std::vector<std::int32_t> labels{1, 2};
  CHECK(skald::accuracy(view(p), labels) == 0.5);
  CHECK(skald::brier_score(view(p), labels) ==
        Approx(((0.25 + 0.49 + 0.04) + (0.01 + 0.01 + 0.04)) / 2).epsilon(1e-14));
  CHECK(skald::negative_log_likelihood(view(p), labels).mean ==
        Approx(-(std::log(0.3) + std::log(0.8)) / 2).epsilon(1e-14));
  CHECK(skald::calibration_error(view(p), labels) == Approx((0.5 + 0.2) / 2).epsilon(1e-14));
}

TEST_CASE("a confident wrong prediction is clamped and counted") {
  const Eigen::MatrixXd p = binary_prediction(1, 3);
  const std::vector<std::int32_t> labels{0, 1, 0};
  const auto nll = skald::negative_log_likelihood(view(p), labels);
  CHECK(nll.clamps == 2);
  CHECK(nll.mean == Approx(-2 * std::log(1e-12) / 3).epsilon(1e-14));
  CHECK(skald::brier_score(view(p), labels) == Approx(4.0 / 3));
}

TEST_CASE("calibration error of constant confidence is its distance from the accuracy") {
  const Eigen::MatrixXd p = binary_prediction(0.8, 10);
  const std::vector<std::int32_t> labels{0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  CHECK(skald::calibration_error(view(p), labels) == Approx(0.3).epsilon(1e-14));
  CHECK(skald::calibration_error(view(p), labels, 1) == Approx(0.3).epsilon(1e-14));
}

TEST_CASE("calibration buckets are open below and closed above") {
  // Bucket 3 of 4 is (0.5, 0.75]: both rows are in it, and their errors cancel, 0.75 - 0 + 0.75 -
  // 1.
  Eigen::MatrixXd p(2, 2);
  p << 0.25, 0.25,  //
      0.75, 0.75;
  p.col(1) << 0.375, 0.625;
  CHECK(skald::calibration_error(view(p), std::vector<std::int32_t>{0, 1}, 4) ==
        Approx(std::abs(0.75 + 0.625 - 1) / 2).epsilon(1e-14));
  // With 3 buckets, 0.625 is in (1/3, 2/3] and 0.75 in (2/3, 1]: nothing cancels.
  CHECK(skald::calibration_error(view(p), std::vector<std::int32_t>{0, 1}, 3) ==
        Approx((0.75 + 0.375) / 2).epsilon(1e-14));
  // A confidence on the edge 0.5 belongs to (0.25, 0.5], away from 0.625.
  p.col(0) << 0.5, 0.5;
  CHECK(skald::calibration_error(view(p), std::vector<std::int32_t>{1, 1}, 4) ==
        Approx((0.5 + 0.375) / 2).epsilon(1e-14));
}

TEST_CASE("a calibrated stream has a small calibration error") {
  // Labels drawn from the prediction: the error of a bucket of n_b rows is at most 5.5 sqrt(n_b) /
  // 2 (each term has standard deviation <= 1/2), except with probability 15 x 4e-8 < 1e-6, and
  // sum_b sqrt(n_b) <= sqrt(15 n).
  constexpr Index rows = 20000;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  Eigen::MatrixXd p(2, rows);
  std::vector<std::int32_t> labels;
  for (Index r = 0; r < rows; ++r) {
    p(1, r) = uniform(random);
    p(0, r) = 1 - p(1, r);
    labels.push_back(uniform(random) < p(1, r) ? 1 : 0);
  }
  const double error = skald::calibration_error(view(p), labels);
  CHECK(error > 0);
  CHECK(error < 5.5 / 2 * std::sqrt(15.0 / static_cast<double>(rows)));
}

TEST_CASE("agreement and total variation against a reference") {
  Eigen::MatrixXd p(2, 2), q(2, 2);
  p << 0.9, 0.2,  //
      0.1, 0.8;
  q << 0.6, 0.7,  //
      0.4, 0.3;
  CHECK(skald::agreement(view(p), view(p)) == 1);
  CHECK(skald::total_variation(view(p), view(p)) == 0);
  CHECK(skald::agreement(view(p), view(q)) == 0.5);
  CHECK(skald::total_variation(view(p), view(q)) == Approx((0.3 + 0.5) / 2).epsilon(1e-14));
  const Eigen::MatrixXd zero = binary_prediction(0, 4), one = binary_prediction(1, 4);
  CHECK(skald::total_variation(view(zero), view(one)) == 1);
}

TEST_CASE("a diverged prediction has no score") {
  Eigen::MatrixXd p = binary_prediction(0.7, 2);
  p.col(1).setConstant(std::nan(""));
  const std::vector<std::int32_t> labels{0, 1};
  const Eigen::MatrixXd q = binary_prediction(0.7, 2);
  CHECK(std::isnan(skald::accuracy(view(p), labels)));
  CHECK(std::isnan(skald::brier_score(view(p), labels)));
  CHECK(std::isnan(skald::negative_log_likelihood(view(p), labels).mean));
  CHECK(std::isnan(skald::calibration_error(view(p), labels)));
  CHECK(std::isnan(skald::agreement(view(q), view(p))));
  CHECK(std::isnan(skald::total_variation(view(p), view(q))));
}

TEST_CASE("scores refuse shapes and labels that do not fit") {
  const Eigen::MatrixXd p = uniform_prediction(2, 3);
  const Eigen::MatrixXd wide = uniform_prediction(2, 4);
  const Eigen::MatrixXd none(2, 0);
  using Labels = std::vector<std::int32_t>;
  CHECK_THROWS_WITH(skald::accuracy(view(p), Labels{0, 1}),
                    "2 labels for class probabilities of 2 x 3 (classes x rows), expected one per "
                    "row");
  CHECK_THROWS_WITH(skald::brier_score(view(p), Labels{0, 1, 2}),
                    "label of row 2 is 2, expected 0 to 1");
  CHECK_THROWS_AS(skald::negative_log_likelihood(view(p), (Labels{0, -1, 1})),
                  std::invalid_argument);
  CHECK_THROWS_AS(skald::calibration_error(view(p), (Labels{0, 1, 1}), 0), std::invalid_argument);
  CHECK_THROWS_AS(skald::agreement(view(p), view(wide)), std::invalid_argument);
  CHECK_THROWS_AS(skald::total_variation(view(none), view(none)), std::invalid_argument);
}

TEST_CASE("accuracy by client: mean, worst and tenth percentile over clients") {
  using namespace skald;
  // Client 7 has one of two rows right, client 0 both, client 3 none of one.
  Eigen::MatrixXd p(2, 5);
  p << 0.9, 0.2, 0.6, 0.7, 0.1,  //
      0.1, 0.8, 0.4, 0.3, 0.9;
  const std::vector<std::int32_t> labels{0, 1, 1, 0, 0}, client{0, 0, 7, 7, 3};
  const ClientAccuracy found = client_accuracy(view(std::as_const(p)), labels, client);
  CHECK(found.mean == Approx(0.5));
  CHECK(found.worst == 0);
  CHECK(found.percentile == Approx(0.1));  // a fifth of the way from 0 to 1/2

  const std::vector<std::int32_t> one(5, 4);
  CHECK(client_accuracy(view(std::as_const(p)), labels, one).percentile == Approx(0.6));
  const std::vector<std::int32_t> some{0, 0, 7, -1, -1}, none(5, -1);
  CHECK(client_accuracy(view(std::as_const(p)), labels, some).mean == Approx(0.5));
  CHECK(std::isnan(client_accuracy(view(std::as_const(p)), labels, none).mean));
  CHECK_THROWS_WITH(client_accuracy(view(std::as_const(p)), labels, Labels(one).first(2)),
                    Catch::Contains("2 clients for 5 rows"));
  p(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(client_accuracy(view(std::as_const(p)), labels, client).worst));
}

TEST_CASE("accuracy of the first k classes") {
  using namespace skald;
  Eigen::MatrixXd p(3, 3);
  p << 0.5, 0.2, 0.4,  //
      0.3, 0.2, 0.4,   //
      0.2, 0.6, 0.2;
  const std::vector<std::int32_t> labels{1, 1, 1};
  CHECK(top_accuracy(1, view(std::as_const(p)), labels) == 0);
  // Row 1: class 0 comes before class 1 at equal probability.
  CHECK(top_accuracy(2, view(std::as_const(p)), labels) == Approx(2.0 / 3));
  CHECK(top_accuracy(3, view(std::as_const(p)), labels) == 1);
  CHECK_THROWS_WITH(top_accuracy(0, view(std::as_const(p)), labels), Catch::Contains("k is 0"));
}

TEST_CASE("scores of classes of unequal size, worked out by hand") {
  // Rows of class 1: .9, .6, .4; of class 0: .7, .2, .2, .1. Predicted as 1: .9, .6, .7.
  Eigen::MatrixXd p(2, 7);
  p.row(1) << 0.9, 0.6, 0.4, 0.7, 0.2, 0.2, 0.1;
  p.row(0) = 1 - p.row(1).array();
  const std::vector<std::int32_t> labels{1, 1, 1, 0, 0, 0, 0};
  CHECK(skald::balanced_accuracy(view(p), labels) == Approx((2.0 / 3 + 3.0 / 4) / 2));
  CHECK(skald::f1(view(p), labels) == Approx(2 * 2.0 / (3 + 3)));
  CHECK(skald::auc(view(p), labels) == Approx((4.0 + 3 + 3) / 12));
  // Of one class there is neither a curve nor, where it is never predicted, an F1 score of the
  // other.
  const std::vector<std::int32_t> zeros(7, 0);
  CHECK(std::isnan(skald::auc(view(p), zeros)));
  p.row(0).setConstant(1);
  p.row(1).setConstant(0);
  CHECK(skald::auc(view(p), labels) == 0.5);  // ties count half
  CHECK(skald::f1(view(p), labels) == 0);
  CHECK(std::isnan(skald::f1(view(p), zeros)));
  CHECK(skald::balanced_accuracy(view(p), zeros) == 1);
}

TEST_CASE("scores of many classes are means over the classes of pairs and counts") {
  using namespace skald;
  std::mt19937 engine(3);
  std::uniform_int_distribution<int> level(1, 6), label(0, 2);  // class 3 has no row
  Eigen::MatrixXd p(4, 60);
  std::vector<std::int32_t> labels(60);
  for (Index r = 0; r < 60; ++r) {
    for (Index c = 0; c < 4; ++c) p(c, r) = level(engine);
    p(3, r) = 0.5;   // class 3 is never predicted either
    p.col(r) /= 16;  // columns that are no distributions are scored all the same
    labels[static_cast<std::size_t>(r)] = label(engine);
  }
  double area = 0, score = 0, share = 0;
  for (Index c = 0; c < 3; ++c) {
    double pairs = 0, before = 0, own = 0, predicted = 0, right = 0;
    for (Index r = 0; r < 60; ++r) {
      Index top = 0;
      p.col(r).maxCoeff(&top);
      const bool is_own = labels[static_cast<std::size_t>(r)] == c;
      own += is_own;
      predicted += top == c;
      right += is_own && top == c;
      for (Index s = 0; s < 60 && is_own; ++s) {
        if (labels[static_cast<std::size_t>(s)] == c) continue;
        ++pairs;
        before += p(c, r) > p(c, s) ? 1 : p(c, r) == p(c, s) ? 0.5 : 0;
      }
    }
    area += before / pairs / 3;
    score += 2 * right / (own + predicted) / 3;
    share += right / own / 3;
  }
  CHECK(auc(view(std::as_const(p)), labels) == Approx(area).epsilon(1e-12));
  CHECK(f1(view(std::as_const(p)), labels) == Approx(score).epsilon(1e-12));
  CHECK(balanced_accuracy(view(std::as_const(p)), labels) == Approx(share).epsilon(1e-12));
  p(0, 0) = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(auc(view(std::as_const(p)), labels)));
  CHECK(std::isnan(f1(view(std::as_const(p)), labels)));
  CHECK(std::isnan(balanced_accuracy(view(std::as_const(p)), labels)));
}
