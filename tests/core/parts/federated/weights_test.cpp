#include "skald/parts/federated/weights.hpp"

#include "federation.hpp"
#include "test.hpp"

TEST_CASE("aggregation weights: equal, or by examples") {
  const auto federation = quadratic_federation(random_rows(1, 1, {1, 3, 4}, true));
  CHECK(aggregation_weights(federation->problem(), "uniform") ==
        std::vector<double>{1.0 / 3, 1.0 / 3, 1.0 / 3});
  CHECK(aggregation_weights(federation->problem(), "examples") ==
        std::vector<double>{0.125, 0.375, 0.5});
}
