// Privacy-augmented FedPaq: FedAvg where nothing is added, its subsample, its noise.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "problem/declared_releases.hpp"
#include "test.hpp"

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Gaussian noise of three times the sensitivity.
struct ThreefoldNoise final : Mechanism {
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {}; }
  std::optional<Claim> claim() const override { return {}; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    random.add_normal(stream, iteration, 3 * sensitivity.l2(), message);
  }
};

}  // namespace

TEST_CASE("private FedPaq without noise, clip and quantiser is FedAvg, bit for bit") {
  const auto federation = quadratic_federation(random_rows(1, 2, {12, 12, 12}, false), 0.8);
  const std::vector<Setting> bare = {
      {"K", 3}, {"frac", 0.5}, {"S", 2}, {"clip", infinity}, {"levels", 0}};
  const MatrixXd fedavg = optimise(*federation, "fedavg", {{"K", 3}, {"batch", 2}, {"S", 2}}, 30);
  CHECK(optimise(*federation, "fedpaq_private", bare, 30) == fedavg);
  auto quantised = bare;
  quantised.back() = {"levels", 4};
  CHECK(optimise(*federation, "fedpaq_private", quantised, 30) != fedavg);
  // With both it is FedPaq.
  CHECK(optimise(*federation, "fedpaq_private", {{"K", 3}, {"frac", 0.5}, {"clip", 0.7}}, 30) ==
        optimise(*federation, "fedpaq", {{"K", 3}, {"batch", 2}, {"clip", 0.7}}, 30));
}

TEST_CASE("a round uses frac of every client's rows, each once: that is what it releases") {
  const auto federation = quadratic_federation(random_rows(5, 1, {60, 8}, true));
  const std::vector<Setting> settings = {{"K", 4}, {"frac", 0.2}, {"clip", 0.5}};
  const std::vector<Release> releases = problem::declared_releases(
      *load_plugin<Sampler>("sampler/fedpaq_private", settings), federation->problem(), 40);
  REQUIRE(releases.size() == 2);
  CHECK(releases[0].count == 10);
  CHECK(releases[0].sampling == Sampling::without_replacement);
  CHECK(releases[0].rate == Approx(0.2));
  CHECK(releases[1].rate == Approx(0.5));  // at least one row per step
  ListeningMechanism messages;
  run_sampler(*federation, "fedpaq_private", settings, 4, MatrixXd::Zero(1, 1), messages);
  CHECK(messages.messages.at(0).sensitivity == Approx(2 * 0.1 * 0.5 / 3));
  CHECK(messages.messages.at(1).sensitivity == Approx(2 * 0.1 * 0.5 / 1));
}

TEST_CASE("29 % of 100 rows are 29") {
  const auto federation = quadratic_federation(random_rows(5, 1, {100}, false));
  const auto sampler = load_plugin<Sampler>("sampler/fedpaq_private", {{"K", 1}, {"frac", 0.29}});
  const std::vector<Release> releases =
      problem::declared_releases(*sampler, federation->problem(), 1);
  REQUIRE(releases.size() == 1);
  CHECK(releases[0].draws == 29);
  CHECK(releases[0].rate == Approx(0.29).epsilon(1e-12));
}

TEST_CASE("the average of S uploads has a S-th of an upload's noise") {
  const auto federation = quadratic_federation(random_rows(5, 1, {12, 12, 12, 12}, true));
  const std::vector<Setting> settings = {
      {"K", 2}, {"frac", 0.5}, {"clip", 0.5}, {"S", 4}, {"levels", 0}};
  const MatrixXd start = MatrixXd::Zero(1, 10000);
  const MatrixXd noise =
      run_sampler(*federation, "fedpaq_private", settings, 2, start, ThreefoldNoise()) -
      run_sampler(*federation, "fedpaq_private", settings, 2, start);
  const double sigma = 3 * 2 * 0.1 * 0.5 / 3;
  // The mean square of 10^4 normals; 6 standard errors of sqrt(2 / 10^4): 2e-9.
  const double ratio = noise.squaredNorm() / 10000 / (sigma * sigma / 4);
  CHECK(std::abs(ratio - 1) < 6 * std::sqrt(2e-4));
}

namespace {

using namespace ledger_terms;

const ShippedSampler fedpaq_private =
    ShippedSampler("fedpaq_private")
        .conforms({})
        // Half of 2, 3 and 4 rows in two batches: one row each.
        .costs({{"K", 2}, {"frac", 0.5}, {"levels", 10}}, [](const Seen&) {
          return Cost{C * T / 2, C * T / 2 * N * quantised(10), C * T / 2 * N * F, C * T * N};
        });

}  // namespace
