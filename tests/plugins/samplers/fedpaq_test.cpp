// FedPaq: FedAvg where nothing is lost, noise before compression, bits.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisation.hpp"
#include "problem/declared_releases.hpp"
#include "test.hpp"

namespace {

// Adds the same vector to every message.
struct Shift final : Mechanism {
  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {}; }
  std::optional<Claim> claim() const override { return {}; }
  void privatize(const Random&, Stream, std::int64_t, const Sensitivity&,
                 Block message) const override {
    for (Index i = 0; i < message.rows; ++i)
      message.matrix().row(i).array() += 0.3 + 0.1 * static_cast<double>(i);
  }
};

}  // namespace

TEST_CASE("the mechanism's noise is quantised with the move") {
  // With one level every coordinate of the upload is 0 or plus or minus the norm of what was sent.
  const auto federation = quadratic_federation(random_rows(4, 3, {4}, false));
  const MatrixXd start = MatrixXd::Constant(3, 50, 0.4);
  const MatrixXd noised = run_sampler(*federation, "fedavg", {{"K", 2}}, 2, start, Shift());
  const double length = (noised - start).col(0).norm();
  const MatrixXd found =
      run_sampler(*federation, "fedpaq", {{"K", 2}, {"levels", 1}}, 2, start, Shift());
  const MatrixXd moves = found - start;
  for (const double x : moves.reshaped()) {
    CHECK((std::abs(x) < 1e-12 || std::abs(std::abs(x) - length) < 1e-12));
  }
}

TEST_CASE("FedPaq declares FedAvg's sensitivity and releases") {
  const auto federation = quadratic_federation(random_rows(5, 1, {12, 8}, true));
  const std::vector<Setting> settings = {{"K", 2}, {"batch", 3}, {"clip", 0.5}};
  const std::vector<Release> releases = problem::declared_releases(
      *load_plugin<Sampler>("sampler/fedpaq", settings), federation->problem(), 40);
  REQUIRE(releases.size() == 2);
  CHECK(releases[0].count == 20);
  CHECK(releases[0].sampling == Sampling::without_replacement);
  CHECK(releases[0].rate == Approx(0.5));
  CHECK(releases[1].rate == Approx(0.75));
  ListeningMechanism messages;
  run_sampler(*federation, "fedpaq", settings, 2, MatrixXd::Zero(1, 1), messages);
  CHECK(messages.messages.at(0).sensitivity == Approx(2 * 0.1 * 0.5 / 3));
}

TEST_CASE("FedPaq keeping all coordinates is FedAvg, bit for bit") {
  const auto federation = heterogeneous();
  const std::vector<Setting> settings = {{"K", 3}, {"batch", 2}, {"S", 2}};
  const MatrixXd fedavg = optimise(*federation, "fedavg", settings, 30);
  for (const char* name : {"none", "top_k", "random_k", "sparsifier"}) {
    const MatrixXd whole =
        optimise(*federation, "fedpaq", with(settings, {{"compressor", name}, {"keep", 1.0}}), 30);
    CHECK(whole == fedavg);
  }
  const MatrixXd feedback = optimise(
      *federation, "fedpaq",
      with(settings, {{"compressor", "top_k"}, {"keep", 1.0}, {"error_feedback", true}}), 30);
  CHECK((feedback - fedavg).norm() < 1e-14);
}

TEST_CASE("FedPaq counts the bits of Elias' code, message by message") {
  const auto federation = heterogeneous();
  const std::vector<Setting> settings = {{"K", 1}, {"levels", 3}};
  const MatrixXd fixed = optimise(*federation, "fedpaq", settings, 1);
  federation->ledger() = {};
  CHECK(optimise(*federation, "fedpaq", with(settings, {{"coding", "elias"}}), 1) == fixed);
  // Six messages of d = 2 in the dense code: per coordinate between 1 bit (level 0) and 7 (level
  // 3).
  CHECK(federation->ledger().bits_up >= 6 * (32 + 2 * 1));
  CHECK(federation->ledger().bits_up <= 6 * (32 + 2 * 7));
  CHECK(federation->ledger().bits_up == std::floor(federation->ledger().bits_up));
}

namespace {

using namespace ledger_terms;

const ShippedSampler fedpaq =
    ShippedSampler("fedpaq")
        .conforms({{"K", 3}, {"compressor", "top_k"}, {"error_feedback", true}, {"S", 2}})
        .conforms({{"K", 1}, {"compressor", "top_k"}, {"differences", true}})
        .conforms({{"K", 3}, {"coding", "elias"}})
        .conforms({{"K", 3}, {"compressor", "random_k"}})
        // One of two coordinates, its place, and a value.
        .costs({{"K", 3}, {"compressor", "top_k"}, {"error_feedback", true}},
               [](const Seen&) {
                 return Cost{C * T / 3, C * T / 3 * N * 33, C * T / 3 * N * F, C * T * n};
               })
        .costs({{"K", 3}, {"compressor", "sign"}},
               [](const Seen&) {
                 return Cost{C * T / 3, C * T / 3 * N * (32 + d), C * T / 3 * N * F, C * T * n};
               })
        .conforms({{"K", 3}, {"levels", 10}, {"lr", 0.3}})
        .costs({{"K", 3}, {"levels", 10}}, [](const Seen&) {
          return Cost{C * T / 3, C * T / 3 * N * quantised(10), C * T / 3 * N * F, C * T * n};
        });

}  // namespace
