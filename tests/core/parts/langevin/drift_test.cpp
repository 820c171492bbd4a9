// Drifts in registers have the bits of the sums that they stand for, in columns of any length.
#include "skald/parts/langevin/drift.hpp"

#include "random/philox_random.hpp"
#include "skald/parts/aligned_matrix.hpp"
#include "test.hpp"

namespace drift_test {

MatrixXd normals(Index d, Index chains, std::int64_t iteration) {
  MatrixXd x(d, chains);
  random::PhiloxRandom(7, 0).normal({Role::metric}, iteration, view(x));
  return x;
}

TEST_CASE("a drift is a product and a difference, number by number") {
  for (const Index d : {1, 2, 3, 5, 8, 20}) {
    for (const Index chains : {1, 3, 64}) {
      const MatrixXd theta = normals(d, chains, 0), g = normals(d, chains, 1);
      const MatrixXd own = normals(d, chains, 2), common = normals(d, chains, 3);
      AlignedMatrix x;
      x.resize(d, chains);
      x.matrix() = theta;
      drift(0.3, view(g), x.block());
      CHECK(x.matrix() == theta - 0.3 * g);
      x.matrix() = theta;
      drift(0.3, view(g), view(own), 0.1, view(common), x.block());
      CHECK(x.matrix() == theta - (0.3 * (g - own) + 0.1 * common));
    }
  }
}

TEST_CASE("a drift of some chains leaves the others, and refuses gaps between columns") {
  MatrixXd theta = MatrixXd::Zero(3, 6);
  const MatrixXd g = MatrixXd::Ones(3, 2);
  drift(1, view(g), view(theta).columns(2, 2));
  CHECK(theta.sum() == -6);
  CHECK((theta.middleCols(2, 2).array() == -1).all());
  CHECK_THROWS_WITH(drift(1, view(g), Block{theta.data(), 2, 2, 3}),
                    Catch::Contains("gaps between them"));
}

TEST_CASE("aligned matrices begin lines of the cache, and are copied with their numbers") {
  AlignedMatrix x;
  x.resize(3, 5);
  x.matrix().setConstant(2);
  AlignedMatrix copy = x;
  x.matrix().setZero();
  CHECK(copy.matrix().sum() == 30);
  for (AlignedMatrix* of : {&x, &copy}) {
    CHECK(reinterpret_cast<std::uintptr_t>(of->data()) % 64 == 0);
    CHECK(of->block().rows == 3);
    CHECK(of->block().cols == 5);
  }
}

}  // namespace drift_test
