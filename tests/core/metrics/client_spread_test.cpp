#include "metrics/client_spread.hpp"

#include "catch.hpp"

TEST_CASE("client spread is the mean square distance from the average") {
  Eigen::MatrixXd clients(2, 2);
  clients << 1, 3,  //
      0, 4;
  CHECK(skald::client_spread(skald::view(clients)) == 5);  // each is (1, 2) away
  clients.col(1) = clients.col(0);
  CHECK(skald::client_spread(skald::view(clients)) == 0);
}
