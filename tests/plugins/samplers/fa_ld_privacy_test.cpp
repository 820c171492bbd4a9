// What FA-LD declares about its own noise: the steps' sensitivity, and how often records are seen.
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

MatrixXd one_step(FederationData data, std::vector<Setting> options) {
  const auto federation = quadratic_federation(std::move(data), 0.3);
  const auto sampler = load_plugin<Sampler>("sampler/fa_ld", std::move(options));
  const Index dimension = federation->dimension();
  SamplerRun run(*federation, *sampler, random_streams, nothing,
                 MatrixXd::Constant(dimension, 1, 0.5));
  return run.advance(1);
}

}  // namespace

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

TEST_CASE("a replaced record moves a step of FA-LD by at most what its noise is measured against") {
  const double temp = 1, clip = 0.4;
  const std::vector<Index> examples = {4, 8};
  const std::vector<Setting> options = {{"step", h}, {"K", 1}, {"clip", clip}};
  FederationData data = random_rows(2, 3, examples, true);
  const auto federation = quadratic_federation(data, 0.3);
  const auto plan = releases(*federation, "fa_ld", options, 1);
  std::vector<Setting> silent = options;
  silent.emplace_back("temp", 0.0);
  const MatrixXd before = one_step(data, silent);
  double largest = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    FederationData neighbour = data;
    neighbour.points.col(0) = 20 * random_rows(seed, 3, {1}, true).points.col(0);
    largest = std::max(largest, (one_step(neighbour, silent) - before).norm());
  }
  // The server averages with w_0 = 1/3; the client's own step moved by 1 / w_0 times as much.
  const double weight = 1.0 / 3;
  const double deviation = std::sqrt(2 * h * temp / weight);
  const double declared = deviation / plan[0].own_noise;
  CHECK(largest / weight <= declared * (1 + 1e-12));
  CHECK(largest / weight > 0.9 * declared);
}
