#include "predictions/multi_label.hpp"

#include <cmath>

#include "catch.hpp"

using Truth = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;

namespace {

// Three labels, two rows; label 2 is never true and never predicted.
Eigen::MatrixXd example_scores() {
  Eigen::MatrixXd scores(3, 2);
  scores << 0.9, 0.8,  //
      0.6, 0.1,        //
      0.2, 0.3;
  return scores;
}

Truth example_truth() {
  Truth truth(3, 2);
  truth << true, false,  //
      true, true,        //
      false, false;
  return truth;
}

}  // namespace

TEST_CASE("multi-label scores worked out by hand") {
  // Label 0: 1 right, 2 predicted, 1 true. Label 1: 1, 1, 2. Label 2: none, so its F1 counts as 0.
  const auto score = skald::multi_label_scores(example_scores(), example_truth());
  CHECK(score.precision == Approx(2.0 / 3));
  CHECK(score.recall == Approx(2.0 / 3));
  CHECK(score.micro_f1 == Approx(4.0 / 6));
  CHECK(score.macro_f1 == Approx((2.0 / 3 + 2.0 / 3 + 0) / 3));
}

TEST_CASE("predicting nothing scores zero") {
  const auto score = skald::multi_label_scores(example_scores(), example_truth(), 2);
  CHECK(score.precision == 0);
  CHECK(score.recall == 0);
  CHECK(score.micro_f1 == 0);
  CHECK(score.macro_f1 == 0);
}

TEST_CASE("recall at k averages over rows with a true label") {
  const Eigen::MatrixXd scores = example_scores();
  Truth truth = example_truth();
  CHECK(skald::recall_at(1, scores, truth) == Approx((0.5 + 0) / 2));
  CHECK(skald::recall_at(2, scores, truth) == Approx((1.0 + 0) / 2));
  CHECK(skald::recall_at(5, scores, truth) == 1);
  truth(1, 1) = false;
  CHECK(skald::recall_at(1, scores, truth) == 0.5);
  CHECK(std::isnan(skald::recall_at(1, scores, Truth::Constant(3, 2, false))));
}

TEST_CASE("equal scores rank by label") {
  const Eigen::MatrixXd scores = Eigen::MatrixXd::Constant(3, 1, 0.5);
  Truth truth = Truth::Constant(3, 1, false);
  truth(1, 0) = true;
  CHECK(skald::recall_at(1, scores, truth) == 0);
  CHECK(skald::recall_at(2, scores, truth) == 1);
}

TEST_CASE("multi-label scores refuse bad shapes") {
  const Eigen::MatrixXd scores = example_scores();
  CHECK_THROWS_AS(skald::multi_label_scores(scores, Truth::Constant(3, 1, true)),
                  std::invalid_argument);
  CHECK_THROWS_AS(skald::recall_at(0, scores, example_truth()), std::invalid_argument);
}
