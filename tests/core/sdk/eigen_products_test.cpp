// What decides the bits of Eigen's products.
#include <Eigen/Core>

#include "test.hpp"

namespace eigen_products {

TEST_CASE("long sums are divided for caches of fixed sizes, not for those of the processor") {
  CHECK(Eigen::l1CacheSize() == 48 << 10);
  CHECK(Eigen::l2CacheSize() == 1 << 20);
  CHECK(Eigen::l3CacheSize() == 32 << 20);
}

}  // namespace eigen_products
