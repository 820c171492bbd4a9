// What FA-LD declares about its own noise: the steps' sensitivity, and how often records are seen.
#include "run_sampler.hpp"
#include "test.hpp"

TEST_CASE("FA-LD declares its steps with the noise multiplier of the DP analysis") {
  // (gamma / Delta_l) sqrt(2 T (1 - rho^2) w / h): Delta_l = 2 clip = 1, gamma = 1/10, w = 1/50.
  const auto federation = quadratic_federation(random_rows(1, 1, std::vector<Index>(50, 10), true));
  std::vector<Setting> options = {{"step", 1e-7},
                                  {"K", 10},
                                  {"rho", 0.5},
                                  {"batch", 1},
                                  {"clip", 0.5},
                                  {"S", 10},
                                  {"participation", "without_replacement"}};
  const auto plan = releases(*federation, "fa_ld", options, 1000);
  REQUIRE(plan.size() == 50);
  CHECK(plan[7].client == 7);
  CHECK(plan[7].count == 100);
  CHECK(plan[7].steps == 10);
  CHECK(plan[7].relation == Relation::replace_one);
  CHECK(plan[7].sampling == Sampling::without_replacement);
  CHECK(plan[7].rate == Approx(0.1));
  CHECK(plan[7].participation == Approx(0.2));
  CHECK(plan[7].own_noise == Approx(54.772).epsilon(1e-5));
  options.back() = {"participation", "with_replacement"};
  CHECK(releases(*federation, "fa_ld", options, 1000)[7].participation ==
        Approx(1 - std::pow(0.98, 10)));
  options = {{"clip", 0.5}, {"rho", 1.0}, {"step", 1e-7}};
  CHECK(releases(*federation, "fa_ld", options, 10)[0].own_noise < 1e-300);
  CHECK(releases(*federation, "fa_ld", {{"step", 1e-7}}, 10).empty());
}
