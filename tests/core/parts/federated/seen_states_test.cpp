#include "skald/parts/federated/seen_states.hpp"

#include "test.hpp"

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
