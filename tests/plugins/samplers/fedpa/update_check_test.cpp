#include "fedpa/update_check.hpp"

#include "test.hpp"

TEST_CASE("Kish ESS counts equal weights and survives large ones") {
  const std::vector<double> equal(7, 1e4);
  CHECK(skald::kish_ess(equal) == Approx(7).epsilon(1e-10));
  const std::vector<double> weights{std::log(1.0), std::log(2.0), std::log(3.0)};
  CHECK(skald::kish_ess(weights) == Approx(36.0 / 14).epsilon(1e-14));
  const std::vector<double> one{0, -1e6, -1e6};
  CHECK(skald::kish_ess(one) == 1);
  CHECK(std::isnan(skald::kish_ess({})));
}
