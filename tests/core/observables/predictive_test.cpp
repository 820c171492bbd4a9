#include "observables/predictive.hpp"

#include "test.hpp"

using skald::view;

TEST_CASE("the predictive average is the mean of what was observed") {
  Eigen::MatrixXd p(2, 3), q(2, 3);
  p << 0.25, 0.5, 1, 0.75, 0.5, 0;
  q << 0.75, 0.25, 0, 0.25, 0.75, 1;
  skald::observables::Predictive predictive(2, 3);
  CHECK(predictive.average().array().isNaN().all());
  predictive.observe(view(p));
  predictive.observe(view(q));
  CHECK(predictive.draws() == 2);
  CHECK(predictive.average() == (p + q) / 2);

  skald::observables::Predictive copy(2, 3);
  std::ranges::copy(predictive.state(), copy.state().begin());
  CHECK(copy.average() == predictive.average());

  predictive.restart();
  predictive.observe(view(q));
  CHECK(predictive.average() == q);
}

TEST_CASE("predictions of another shape are refused") {
  skald::observables::Predictive predictive(2, 3);
  const Eigen::MatrixXd p = Eigen::MatrixXd::Zero(3, 2);
  CHECK_THROWS_WITH(predictive.observe(view(p)),
                    "class probabilities are 3 x 2, expected 2 classes x 3 test rows");
}
