#include "skald/parts/adjoining.hpp"

#include "test.hpp"

namespace adjoining_test {

TEST_CASE("blocks of neighbouring chains adjoin, and are written to as matrices") {
  Eigen::MatrixXd states = Eigen::MatrixXd::Zero(3, 8);
  const Block block = view(states).columns(2, 4);
  REQUIRE(columns_adjoin(block));
  adjoining(block) += Eigen::MatrixXd::Constant(3, 4, 2);
  CHECK(states.leftCols(2).isZero());
  CHECK((states.middleCols(2, 4).array() == 2).all());
  CHECK(states.rightCols(2).isZero());
  CHECK(adjoining(ConstBlock(block)).sum() == 24);
}

TEST_CASE("blocks with a gap between columns do not adjoin, unless they have but one") {
  Eigen::MatrixXd states = Eigen::MatrixXd::Zero(3, 4);
  const Block upper{states.data(), 2, 4, 3};
  CHECK_FALSE(columns_adjoin(upper));
  CHECK_THROWS_WITH(adjoining(upper), Catch::Contains("gaps between them"));
  CHECK(columns_adjoin(upper.columns(1, 1)));
}

}  // namespace adjoining_test
