#include "predictions/multi_label.hpp"

#include "test.hpp"

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

namespace {

// Scores with ties, and labels of which some are never true.
struct Drawn {
  Eigen::MatrixXd scores;
  Truth truth;
};

Drawn draw(unsigned seed, Eigen::Index labels, Eigen::Index rows) {
  std::mt19937 engine(seed);
  Drawn drawn{Eigen::MatrixXd(labels, rows), Truth(labels, rows)};
  for (Eigen::Index r = 0; r < rows; ++r) {
    for (Eigen::Index l = 0; l < labels; ++l) {
      drawn.scores(l, r) = static_cast<double>(engine() % 9) / 8;
      drawn.truth(l, r) = l % 4 != 3 && engine() % 5 < 2;
    }
  }
  return drawn;
}

// The places of row r's labels by falling score, found by counting who is before whom.
Eigen::Index rank_of(const Drawn& drawn, Eigen::Index label, Eigen::Index r) {
  Eigen::Index before = 0;
  for (Eigen::Index l = 0; l < drawn.scores.rows(); ++l) {
    const double other = drawn.scores(l, r), own = drawn.scores(label, r);
    if (other > own || (other == own && l < label)) ++before;
  }
  return before;
}

}  // namespace

TEST_CASE("multi-label scores are those of counting every label of every row") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Eigen::Index labels = 1 + seed % 12, rows = 1 + seed;
    const Drawn drawn = draw(seed, labels, rows);
    // The confusion of each label; then of all.
    const Eigen::ArrayXXd predicted = (drawn.scores.array() > 0.5).cast<double>();
    const Eigen::ArrayXXd labelled = drawn.truth.cast<double>().array();
    const Eigen::ArrayXd right = (predicted * labelled).rowwise().sum();
    const Eigen::ArrayXd wrong = (predicted * (1 - labelled)).rowwise().sum();
    const Eigen::ArrayXd missed = ((1 - predicted) * labelled).rowwise().sum();
    double macro = 0;
    for (Eigen::Index l = 0; l < labels; ++l) {
      // The harmonic mean of precision and recall, which is 0 if nothing is right.
      if (right[l] == 0) continue;
      const double precision = right[l] / (right[l] + wrong[l]);
      const double recall = right[l] / (right[l] + missed[l]);
      macro += 2 / (1 / precision + 1 / recall) / static_cast<double>(labels);
    }
    const auto score = skald::multi_label_scores(drawn.scores, drawn.truth);
    INFO("seed " << seed);
    CHECK(score.macro_f1 == Approx(macro));
    if (right.sum() > 0) {
      const double precision = right.sum() / (right.sum() + wrong.sum());
      const double recall = right.sum() / (right.sum() + missed.sum());
      CHECK(score.precision == Approx(precision));
      CHECK(score.recall == Approx(recall));
      CHECK(score.micro_f1 == Approx(2 / (1 / precision + 1 / recall)));
    }
  }
}

TEST_CASE("recall at k is that of ranking every label of every row") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Eigen::Index labels = 2 + seed % 12, rows = 5 + seed;
    const Drawn drawn = draw(seed, labels, rows);
    for (const Eigen::Index k : {1, 3, 5, 20}) {
      double sum = 0, counted = 0;
      for (Eigen::Index r = 0; r < rows; ++r) {
        double found = 0, all = 0;
        for (Eigen::Index l = 0; l < labels; ++l) {
          all += drawn.truth(l, r) ? 1 : 0;
          found += drawn.truth(l, r) && rank_of(drawn, l, r) < k ? 1 : 0;
        }
        if (all > 0) sum += found / all;
        if (all > 0) ++counted;
      }
      INFO("seed " << seed << ", k " << k);
      REQUIRE(counted > 0);
      CHECK(skald::recall_at(k, drawn.scores, drawn.truth) == Approx(sum / counted));
    }
  }
}
