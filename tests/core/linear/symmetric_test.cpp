#include "linear/symmetric.hpp"

#include "test.hpp"

using namespace skald::linear;

TEST_CASE("eigenvalues ascend, and the vectors belong to them", "[linear]") {
  Eigen::Matrix2d matrix;
  matrix << 4, 7, 1, 4;  // above the diagonal is what is not read
  Eigen::Matrix2d symmetric;
  symmetric << 4, 1, 1, 4;
  const Spectrum found = spectrum(matrix);
  CHECK(found.values.isApprox(Eigen::Vector2d(3, 5), 1e-14));
  CHECK((symmetric * found.vectors).isApprox(found.vectors * found.values.asDiagonal(), 1e-14));
  CHECK((found.vectors.transpose() * found.vectors).isIdentity(1e-14));
  CHECK(eigenvalues(matrix).isApprox(found.values, 1e-14));
}
