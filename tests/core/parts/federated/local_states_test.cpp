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

namespace {

MatrixXd of_clients(double a, double b, double c) { return Eigen::RowVector3d(a, b, c); }

}  // namespace

TEST_CASE("the state of a client is zero at first and then what was written to it") {
  SeenStates states;
  states.start(1000, 2, 3);
  CHECK(states.all().cols == 0);
  for (const Index client : {999, 0, 17, 5, 6, 7, 8}) {
    CHECK(states[client].matrix().isZero(0));
    states[client].matrix().setConstant(static_cast<double>(client) + 1);
  }
  for (const Index client : {17, 999, 0, 8})
    CHECK(states[client].matrix() == MatrixXd::Constant(2, 3, static_cast<double>(client) + 1));
  CHECK(states.clients().cols == 7);
  CHECK(states.all().cols == 7 * 3);
  CHECK(states.clients().matrix().leftCols(3) == of_clients(999, 0, 17));
  states.start(1000, 2, 3);
  CHECK(states[17].matrix().isZero(0));
}

TEST_CASE("memory is that of the clients seen, not of all clients") {
  SeenStates states;
  states.start(1'000'000, 100'000, 4);  // 3.2 TB for all of them
  states[999'999].matrix().setOnes();
  CHECK(states.all().matrix().size() == 400'000);
}

TEST_CASE("states written back after resize() are those of the clients named with them") {
  SeenStates first, second;
  first.start(10, 1, 2);
  for (const Index client : {7, 2, 4})
    first[client].matrix().setConstant(static_cast<double>(client) + 0.5);
  second.start(10, 1, 2);
  second[1].matrix().setOnes();
  second.resize(3);
  second.clients().matrix() = first.clients().matrix();
  second.all().matrix() = first.all().matrix();
  for (const Index client : {2, 4, 7})
    CHECK(second[client].matrix() == MatrixXd::Constant(1, 2, 0.5 + static_cast<double>(client)));
  CHECK(second[1].matrix().isZero(0));
  CHECK(second.clients().cols == 4);
}

TEST_CASE("clients of a checkpoint that cannot be are refused") {
  for (const MatrixXd& clients :
       {of_clients(0, 1, 10), of_clients(0, 1, -1), of_clients(0, 1, 0.5), of_clients(0, 1, 0),
        of_clients(0, 1, std::numeric_limits<double>::quiet_NaN())}) {
    SeenStates states;
    states.start(10, 1, 1);
    states.resize(3);
    states.clients().matrix() = clients;
    CHECK_THROWS_WITH(states[0], Catch::Contains("clients that cannot be"));
  }
}
