#include "oracles/coordinate_blocks.hpp"

#include "test.hpp"

using namespace skald::oracles;

TEST_CASE("blocks are the connected coordinates of all matrices together", "[oracles]") {
  Eigen::MatrixXd first = Eigen::MatrixXd::Identity(5, 5);
  Eigen::MatrixXd second = first;
  first(0, 3) = first(3, 0) = 0.5;
  CHECK(coordinate_blocks({first}) == std::vector<CoordinateBlock>{{0, 3}, {1}, {2}, {4}});
  second(3, 4) = second(4, 3) = -1e-3;
  CHECK(coordinate_blocks({first, second}) == std::vector<CoordinateBlock>{{0, 3, 4}, {1}, {2}});
}

TEST_CASE("entries of the size of rounding do not join blocks", "[oracles]") {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(2, 2) * 100;
  matrix(0, 1) = matrix(1, 0) = 1e-13;
  CHECK(coordinate_blocks({matrix}).size() == 2);
  matrix(0, 1) = matrix(1, 0) = 1e-11;
  CHECK(coordinate_blocks({matrix}).size() == 1);
}

TEST_CASE("a full matrix is one block", "[oracles]") {
  CHECK(coordinate_blocks({Eigen::MatrixXd::Ones(4, 4)}) ==
        std::vector<CoordinateBlock>{all_coordinates(4)});
}
