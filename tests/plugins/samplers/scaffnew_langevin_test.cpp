// Scaffnew-Langevin against its pseudocode, published-style iterates with given coins, the law of
// an independent solution, and the chains that it must become in the limits.
#include "all_samplers/shipped_sampler.hpp"
#include "exact_law.hpp"
#include "oracles/averaged_chain.hpp"
#include "run_sampler.hpp"
#include "test.hpp"
#include "unlike_clients.hpp"

namespace scaffnew_langevin_test {

namespace {

const std::string kName = "scaffnew_langevin";

// Communicates after the iterations that it is given; everything else is of `random_streams`.
class GivenCoins final : public Random {
 public:
  explicit GivenCoins(std::vector<int> coins) : coins_(std::move(coins)) {}
  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    random_streams.normal(stream, iteration, out);
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override {
    random_streams.add_normal(stream, iteration, scale, inout);
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    if (stream.role != Role::communication) return random_streams.uniform(stream, iteration, out);
    out.matrix().setConstant(coins_[static_cast<std::size_t>(iteration)] == 1 ? 0 : .999);
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    random_streams.bits(stream, iteration, chain, out);
  }

 private:
  std::vector<int> coins_;
};

// At step h = .04 and T = .7 of four clients of unequal weight.
MatrixXd exact_covariance(std::vector<Setting> options) {
  const auto federation = four_unlike_clients();
  options.insert(options.end(), {{"step", .04}, {"temp", .7}, {"weights", "examples"}});
  const oracles::StationaryLaw law = exact_law(*federation, kName, options);
  REQUIRE(law.moments);
  CHECK(law.moments->mean.norm() < 1e-13);
  return law.moments->covariance;
}

}  // namespace

TEST_CASE("Scaffnew-Langevin: covariances of an independent solution") {
  using Row = std::tuple<double, std::array<double, 6>>;
  const auto [rho, expected] = GENERATE(
      Row{1, {.1412913000, -.0074504546, .0041668714, .1434416234, -.0076250378, .1693764767}},
      Row{.6, {.1462583450, -.0089845743, .0053351756, .1490931753, -.0063832743, .1709247900}},
      Row{0, {.1490523077, -.0098475166, .0059923467, .1522721732, -.0056847823, .1717957163}});
  const std::string estimate = GENERATE(as<std::string>{}, "average", "server");
  const MatrixXd found = exact_covariance({{"p_c", .2}, {"rho", rho}, {"estimate", estimate}});
  CHECK(apart(found, symmetric(expected)) < 2e-10);
}

TEST_CASE("Scaffnew-Langevin: variances of the two-client problem") {
  const auto [p_c, tau, variance] =
      GENERATE(std::tuple{.5, 0., .289460064111}, std::tuple{.5, 1., .280945305196},
               std::tuple{.2, 0., .320463208405}, std::tuple{.2, 1., .292601048701});
  const auto federation = quadratic_federation(two_clients());
  const auto law =
      exact_law(*federation, kName, {{"step", .05}, {"p_c", p_c}, {"rho", std::sqrt(tau)}});
  CHECK(law.moments->covariance(0, 0) == Approx(variance).epsilon(1e-11));
}

TEST_CASE("the law of Scaffnew-Langevin is ULA's with p_c = 1 or K = 1") {
  const auto federation = four_unlike_clients();
  const auto ula = oracles::ula_stationary_law(federation->gaussian(), .04, .7);
  const double rho = GENERATE(0., .6, 1.);
  CHECK(apart(exact_covariance({{"p_c", 1.}, {"rho", rho}}), ula.moments->covariance) < 1e-12);
  CHECK(apart(exact_covariance({{"K", 1}, {"rho", rho}, {"estimate", "server"}}),
              ula.moments->covariance) < 1e-12);
}

TEST_CASE("Scaffnew-Langevin has no law where it diverges, nor inside rounds of a fixed length") {
  const auto federation = four_unlike_clients();
  CHECK(exact_law(*federation, kName, {{"p_c", .2}, {"step", 1.}}).diverges);
  CHECK_FALSE(stated_law(*federation, kName, {{"K", 3}, {"estimate", "average"}}));
}

TEST_CASE("Scaffnew: the states and controls of ten iterations with given coins") {
  const auto federation = four_unlike_clients();
  const GivenCoins random({0, 0, 1, 0, 1, 1, 0, 0, 1, 0});
  const auto sampler = load_plugin<Sampler>(
      "sampler/" + kName,
      {{"step", .05}, {"p_c", .3}, {"temp", 0.}, {"weights", "examples"}, {"estimate", "average"}});
  SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Zero(3, 1));
  run.advance(10);
  MatrixXd states(3, 4), controls(3, 4);
  states.transpose() << 0.4109102554, 0.0662214819, 0.5092674076, 0.4069879348, 0.1633370594,
      0.5256702520, 0.4216900127, 0.1456554270, 0.5061604414, 0.4395093421, 0.1299069966,
      0.5188451255;
  controls.transpose() << -0.5721247965, 2.1015167963, -0.2281814720, 1.4566771305, -0.8188618568,
      -1.4269525540, 0.5004482662, -2.6995870286, 1.7751148415, -1.3850006002, 1.4169320892,
      -0.1199808156;
  const auto state = sampler->state();
  CHECK((state[0].block.matrix() - states).cwiseAbs().maxCoeff() < 1e-10);
  REQUIRE(std::string(state[2].name) == "controls");
  CHECK((state[2].block.matrix() - controls).cwiseAbs().maxCoeff() < 2e-10);
  CHECK(state[2].block.matrix().rowwise().sum().norm() < 1e-12);
}

namespace {

using namespace ledger_terms;

const ShippedSampler scaffnew_langevin =
    ShippedSampler(kName)
        .conforms({{"p_c", 0.4}, {"rho", 0.6}, {"weights", "examples"}})
        .conforms({{"K", 3}, {"batch", 2}}, 0.2)
        // As FALD's: nothing but states travels.
        .costs({{"K", 3}, {"batch", 1}},
               [](const Seen&) { return both_ways(C * T / 3, C * N * T / 3, C * T * N); });

}  // namespace

}  // namespace scaffnew_langevin_test
