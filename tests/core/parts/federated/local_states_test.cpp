#include "skald/parts/federated/local_states.hpp"

#include "test.hpp"

TEST_CASE("clients start together, are averaged by weight, and take over one chain at a time") {
  const MatrixXd theta = MatrixXd::Random(3, 4);
  MatrixXd start = theta;
  LocalStates local;
  local.start(3, view(start));
  CHECK(local.all().cols == 12);
  for (Index c = 0; c < 3; ++c) {
    CHECK(local[c].matrix() == theta);
    local[c].matrix() += MatrixXd::Constant(3, 4, static_cast<double>(c));
  }
  const std::vector<double> weights{0.5, 0.25, 0.25};
  MatrixXd mean = MatrixXd::Zero(3, 4);
  local.average(weights, 2, view(mean));
  CHECK((mean.col(2) - theta.col(2)).isApproxToConstant(0.75, 1e-14));
  CHECK(mean.leftCols(2).isZero(0));
  CHECK(mean.col(3).isZero(0));

  local.broadcast(view(std::as_const(mean)), 2);
  for (Index c = 0; c < 3; ++c) {
    CHECK(local[c].column(2) == mean.col(2));
    CHECK((local[c].column(1) - theta.col(1)).isApproxToConstant(static_cast<double>(c), 1e-14));
  }
}

TEST_CASE("the spread is the mean square distance of a chain's clients from their mean") {
  MatrixXd start = MatrixXd::Zero(2, 3);
  LocalStates local;
  local.start(2, view(start));
  local[0].column(1) << 1, 0;
  local[1].column(1) << 3, 4;
  CHECK(local.spread(0) == 0);
  CHECK(local.spread(1) == 5);  // each is (1, 2) away
  CHECK(local.spread(2) == 0);
}
