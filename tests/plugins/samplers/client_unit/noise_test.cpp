// The noise that the average over whole clients gets, and what it is divided by.
#include "fixed_accountant.hpp"
#include "gaussian_mechanism.hpp"
#include "load_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"
#include "whole_clients.hpp"

namespace skald::test::whole_clients {

TEST_CASE("the noise on the average is z times the sensitivity over the expected cohort, once") {
  const auto federation = federation_of(Population(8, MatrixXd::Constant(2, 1, 0.1)));
  const double z = 3;
  const Index chains = 3000;
  struct Case {
    const char* sampling;
    int S;
    double deviation;
  };
  for (const Case& test : {Case{"poisson", 1, z * kClipOfMoves},
                           {"poisson", 4, z * kClipOfMoves / 4},
                           {"without_replacement", 4, z * 2 * kClipOfMoves / 4},
                           {"without_replacement", 8, z * 2 * kClipOfMoves / 8}}) {
    CAPTURE(test.sampling, test.S);
    const auto options =
        of_clients({{"client_sampling", test.sampling}, {"S", test.S}, {"server_lr", 1.0}});
    const MatrixXd start = MatrixXd::Zero(2, chains);
    const MatrixXd noised =
        run_sampler(*federation, "fedavg", options, 2, start, *gaussian_mechanism(z));
    const MatrixXd plain = run_sampler(*federation, "fedavg", options, 2, start);
    const double mean_square = (noised - plain).squaredNorm() / static_cast<double>(start.size());
    // The mean square of 6000 normals; 6 standard errors of sqrt(2 / 6000): 2e-9.
    CHECK(std::abs(mean_square / (test.deviation * test.deviation) - 1) <
          6 * std::sqrt(2.0 / 6000));
    // Some Poisson cohorts are empty (0.34 of those of one expected client), and get noise too.
    const auto empty = (plain.colwise().norm().array() == 0).count();
    CHECK((empty > 0) == (std::string(test.sampling) == "poisson"));
    CHECK(((noised - plain).array() != 0).all());
  }
}

TEST_CASE("shares of the noise that clients add make up the noise of one server") {
  const auto federation = federation_of(Population(8, MatrixXd::Constant(2, 1, 0.1)));
  const double z = 3, whole = z * 2 * kClipOfMoves / 5;
  const Index chains = 3000;
  struct Case {
    double dropout, wider;
  };
  for (const Case& test : {Case{0, 1}, {0.19, 1}, {0.4, 5.0 / 3}, {0.9, 5}}) {
    for (const char* sampler : {"fedavg", "dp_fedavg"}) {
      CAPTURE(sampler, test.dropout);
      const auto options =
          of_clients({{"S", 5}, {"noise_by", "clients"}, {"dropout", test.dropout}});
      const MatrixXd start = MatrixXd::Zero(2, chains);
      const MatrixXd noised =
          run_sampler(*federation, sampler, options, 2, start, *gaussian_mechanism(z));
      const MatrixXd plain = run_sampler(*federation, sampler, options, 2, start);
      const double mean_square = (noised - plain).squaredNorm() / static_cast<double>(start.size());
      // The mean square of 6000 normals; 6 standard errors of sqrt(2 / 6000): 2e-9.
      CHECK(std::abs(mean_square / (whole * whole * test.wider) - 1) < 6 * std::sqrt(2.0 / 6000));
    }
  }
}

TEST_CASE("discrete shares stay on a grid, and make up at least the noise of one server") {
  const auto federation = federation_of(Population(8, MatrixXd::Constant(2, 1, 0.1)));
  const auto mechanism =
      load_plugin<Mechanism>("privacy/discrete_gaussian", {{"noise_multiplier", 3.0}});
  mechanism->prepare(FixedAccountant());
  const double z = 3, clients = 5, whole = z * 2 * kClipOfMoves / clients;
  const Index chains = 3000;
  struct Case {
    double dropout, sharers;
  };
  for (const Case& test : {Case{0, 5}, {0.4, 3}, {0.9, 1}}) {
    CAPTURE(test.dropout);
    const auto options = of_clients({{"S", 5}, {"noise_by", "clients"}, {"dropout", test.dropout}});
    const MatrixXd start = MatrixXd::Zero(2, chains);
    const MatrixXd noised = run_sampler(*federation, "fedavg", options, 2, start, *mechanism);
    const MatrixXd plain = run_sampler(*federation, "fedavg", options, 2, start);
    // A share's grid has at least 1024 sqrt(d) steps in what the share protects.
    const double protected_length = 2 * kClipOfMoves / std::sqrt(test.sharers);
    const double step = std::exp2(std::floor(std::log2(protected_length / (1024 * std::sqrt(2)))));
    const MatrixXd steps = noised * (clients / step);
    CHECK((steps - steps.array().round().matrix()).cwiseAbs().maxCoeff() < 1e-6);
    const double mean_square = (noised - plain).squaredNorm() / static_cast<double>(start.size());
    const double wider = mean_square / (whole * whole * clients / test.sharers);
    // The mean square of 6000 normals; 6 standard errors of sqrt(2 / 6000): 2e-9. The grid adds 0.1
    // percent to the deviation, and 4 steps squared and a sixth to each share's variance.
    CHECK(wider > 1 - 6 * std::sqrt(2.0 / 6000));
    CHECK(wider < 1.003 * (1 + 6 * std::sqrt(2.0 / 6000)));
  }
}

TEST_CASE("an average over whole clients is divided by the expected, not the actual cohort") {
  const auto federation = federation_of(Population(8, MatrixXd::Constant(1, 1, 0.1)));
  const MatrixXd moves =
      run_sampler(*federation, "fedavg", of_clients({{"client_sampling", "poisson"}, {"S", 2}}), 2,
                  MatrixXd::Zero(1, 4000));
  const double move = -2 * 0.3 * 0.1;
  double total = 0;
  for (Index j = 0; j < moves.cols(); ++j) {
    const double clients = moves(0, j) / move * 2;
    CHECK(std::abs(clients - std::round(clients)) < 1e-9);
    total += clients;
  }
  // Binomial(8 * 4000, 1/4); 6 standard errors: 2e-9.
  CHECK(std::abs(total - 8000) < 6 * std::sqrt(8 * 4000 * 0.25 * 0.75));
}

}  // namespace skald::test::whole_clients
