// DP-FedEXP: norms with the noise of clients, and norms that are released.
#include "all_samplers/shipped_sampler.hpp"
#include "client_unit/heard_uploads.hpp"
#include "client_unit/whole_clients.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace fedexp_test {

using Eigen::Vector3d;

// Whole moves are clipped to 1 and count alike; the first round of five steps.
std::vector<Setting> of_whole_clients(const std::vector<Setting>& more) {
  return five_steps(with({{"unit", "client"},
                          {"weights", "uniform"},
                          {"clip", 1.0},
                          {"epsilon", 1e-300},
                          {"half", false}},
                         more));
}
TEST_CASE("DP-FedEXP's numerator has no bias from the noise of clients, shared or not") {
  const Index chains = 4000;
  struct Case {
    const char* norms;
    double pair_noise;
  };
  for (const Case& test : {Case{"debiased", 0}, Case{"debiased", 2}, Case{"received", 0}}) {
    CAPTURE(test.norms, test.pair_noise);
    const double z = 0.15;
    const HeardUploads heard(z);
    const auto options = of_whole_clients(
        {{"noise_by", "pairs"}, {"pair_noise", test.pair_noise}, {"norms", test.norms}});
    const MatrixXd end =
        run_sampler(*four_clients(), "fedexp", options, 5, kStart.replicate(1, chains), heard);
    const double own = z * heard.distance;
    if (test.pair_noise == 0) CHECK(own == Approx(0.3));
    const bool debiased = std::string(test.norms) == "debiased";
    const double bias = 3 * own * own * (1 + 3 * test.pair_noise * test.pair_noise);
    Eigen::VectorXd numerators(chains), etas(chains);
    for (Index j = 0; j < chains; ++j) {
      Vector3d mean = Vector3d::Zero();
      double squares = 0;
      for (Index c = 0; c < 4; ++c) {
        const Vector3d upload = heard.uploads.at({c, 0, j});
        mean += upload / 4;
        squares += upload.squaredNorm() / 4;
      }
      numerators(j) = squares - bias;
      etas(j) = std::max(1.0, (debiased ? numerators(j) : squares) / mean.squaredNorm());
      const Vector3d expected = kStart + etas(j) * mean;
      CHECK((end.col(j) - expected).norm() < 1e-11 * (1 + etas(j)));
    }
    const auto n = static_cast<double>(chains);
    const auto deviation = [n](const Eigen::VectorXd& x) {
      return std::sqrt((x.array() - x.mean()).square().sum() / (n - 1));
    };
    // 6 standard errors: 2e-9.
    CHECK(std::abs(numerators.mean() - 0.9865120763) < 6 * deviation(numerators) / std::sqrt(n));
    if (test.pair_noise != 0) continue;
    CHECK(deviation(numerators) == Approx(std::sqrt(0.1009360869)).epsilon(0.1));
    if (debiased) CHECK(std::abs(etas.mean() - 2.824) < 0.003 + 6 * deviation(etas) / std::sqrt(n));
  }
}

TEST_CASE("DP-FedEXP's squared norms are released beside the moves, at their exact sensitivity") {
  using namespace whole_clients;
  struct Case {
    double weight, replaced;  // squared, in clips
  };
  for (const Case& test : {Case{0.75, 4}, Case{std::sqrt(2.0), 4}, Case{4, 17.03227543}}) {
    CAPTURE(test.weight);
    ListeningMechanism fixed, in_turn;
    const auto options = of_whole_clients({{"norms", "released"}, {"norm_weight", test.weight}});
    run_sampler(*four_clients(), "fedexp", options, 5, kStart, fixed);
    run_sampler(*four_clients(), "fedexp", with(options, {{"client_sampling", "cyclic"}}), 5,
                kStart, in_turn);
    REQUIRE(fixed.messages.size() == 1);
    const auto& [stream, iteration, distance, value] = fixed.messages[0];
    CHECK(stream.client == -1);
    CHECK(value(3, 0) == Approx(test.weight * 4 * 0.9865120763).epsilon(1e-9));
    CHECK(distance * distance == Approx(test.replaced).epsilon(1e-9));
    const double zeroed = in_turn.messages.at(0).sensitivity;
    CHECK(zeroed * zeroed == Approx(1 + test.weight * test.weight));
    double most = 0;
    for (double r = 0; r <= 1; r += 1e-5) {
      most = std::max(most, std::pow(1 + r, 2) * (1 + std::pow(test.weight * (1 - r), 2)));
    }
    CHECK(distance * distance == Approx(most).epsilon(1e-8));
  }
}

TEST_CASE("a client moves DP-FedEXP's sums by no more than is declared, and can") {
  using namespace whole_clients;
  const auto options = of_clients({{"norms", "released"}, {"norm_weight", 4.0}});
  std::mt19937_64 generator(71);
  double largest = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Population a = random_population(generator, {3, 2, 4}, std::pow(10.0, trial % 4 - 1));
    Population b = a;
    b[0] = random_population(generator, {2}, std::pow(10.0, trial % 3 - 1))[0];
    largest = std::max(largest, moved(a, b, "fedexp", options));
  }
  CHECK(largest <= 1 + 1e-12);
  // Moves of norm C and r C: two steps of .3.
  Population long_one = random_population(generator, {3, 2, 4}, 1), short_one = long_one;
  long_one[0] = MatrixXd::Constant(3, 1, 1e6);
  short_one[0] = MatrixXd::Constant(3, 1, -0.03229282665 * kClipOfMoves / 0.6 / std::sqrt(3.0));
  CHECK(moved(long_one, short_one, "fedexp", options) == Approx(1).margin(1e-9));
}

// Noise of single uploads under unit record: three rows of a client, a step each way.
TEST_CASE("FedExP on records subtracts what the noise of each client's upload adds") {
  const auto options =
      five_steps({{"K", 1}, {"clip", 0.5}, {"norms", "debiased"}, {"half", false}});
  const HeardUploads heard(2);
  const MatrixXd end = run_sampler(*four_clients(), "fedexp", with(options, {{"epsilon", 1e-300}}),
                                   1, kStart, heard);
  Vector3d mean = Vector3d::Zero();
  double squares = 0;
  for (Index c = 0; c < 4; ++c) {
    const double weight = shares_of_rows()[static_cast<std::size_t>(c)];
    const double own =
        2 * 2 * 0.1 * 0.5 / (10 * (static_cast<double>(c) + 1));  // z 2 lr clip / n_c
    const Vector3d upload = heard.uploads.at({c, 0, 0});
    mean += weight * upload;
    squares += weight * (upload.squaredNorm() - 3 * own * own);
  }
  const double eta = std::max(1.0, squares / mean.squaredNorm());
  CHECK((end.col(0) - (kStart + eta * mean)).norm() < 1e-12);
}

using namespace ledger_terms;

const ShippedSampler fedexp = ShippedSampler("fedexp")
                                  .conforms({{"K", 3}, {"lr", 0.3}})
                                  .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                    return both_ways(C * T / 3, C * T / 3, C * T);
                                  });

}  // namespace fedexp_test
}  // namespace skald::test
