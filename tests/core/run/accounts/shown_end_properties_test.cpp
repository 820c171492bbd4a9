// Runs of which the last state or the average alone is published, on random settings: eps beside
// that of the exact law of what is shown.
#include <cmath>
#include <random>
#include <string>

#include "cells.hpp"
#include "long_tests.hpp"
#include "privacy/gaussian.hpp"
#include "run/experiment.hpp"
#include "test.hpp"
#include "text/number_text.hpp"

namespace shown_end_properties_test {

TEST_CASE("accounts of a shown end are exact, on settings drawn from a seed") {
  // Of FA-LD as above: what a record that moves by v moves the last state, or the average of the
  // rounds after the burn-in, over its standard deviation, for each of two precisions.
  struct Chain {
    int K, rounds, burnt;  // burnt: rounds of the burn-in
    double h;
  };
  const auto mu_along = [](const Chain& chain, double p, bool averages) {
    const double a = 1 - 2 * chain.h * p, of_round = std::pow(a, chain.K);
    double noise = 0;
    for (int j = 0; j < chain.K; ++j) noise += 2 * chain.h * std::pow(a, 2 * j);
    double response = 0, variance = 0;
    for (int r = 1; r <= chain.rounds; ++r) {
      double left = 0;  // how much of round r's noise is in what is shown
      for (int s = averages ? std::max(r, chain.burnt + 1) : chain.rounds; s <= chain.rounds; ++s) {
        left += std::pow(of_round, s - r);
      }
      variance += noise * left * left;
      if (averages ? r > chain.burnt : r == chain.rounds) {
        response += (1 - std::pow(of_round, r)) / 2;
      }
    }
    return 4 * response / std::sqrt(variance);
  };
  std::mt19937_64 random(seed_of_settings(31));
  const auto between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  for (int i = 0; i < (are_tests_long() ? 600 : 12); ++i) {
    const double longest = between(1, 100);  // precision of the second direction
    const int K = 1 + static_cast<int>(random() % 4), rounds = static_cast<int>(between(1, 80));
    const double share = static_cast<double>(random() % 4) / 4;
    const Chain chain{K, rounds, static_cast<int>(std::lround(share * rounds)),
                      between(1e-4, .4) / longest};
    for (const bool averages : {false, true}) {
      if (averages && chain.burnt >= rounds) continue;
      const double mu = std::max(mu_along(chain, 1, averages), mu_along(chain, longest, averages));
      const std::int64_t iterations = std::int64_t{K} * rounds;
      const std::string end = averages
                                  ? R"("average", "burn_in": )" +
                                        text::number_text(static_cast<double>(chain.burnt) / rounds)
                                  : R"("last")";
      const std::string grid =
          R"("dataset": {"plugin": "gaussian_clients", "generator": "explicit",
                         "means": [[0, 0], [1, 1]], "covariances": [[1, 0], [0, )" +
          text::number_text(1 / longest) +
          R"(]]}, "partition": {"plugin": "natural"},
             "model": {"plugin": "gaussian", "row_bound": 2},
             "sampler": {"plugin": "fa_ld", "step": )" +
          text::number_text(chain.h) + R"(, "K": )" + std::to_string(K) +
          R"(}, "privacy": {"plugin": "langevin", "adversary": "observer"},
             "run": {"public": "all", "iterations": )" +
          std::to_string(iterations) + R"(, "publish": )" + end + "}";
      CAPTURE(grid, mu);
      run::Experiment experiment(cell_of(grid), 0, plugins());
      CHECK(experiment.eps_spent(experiment.plan().iterations) ==
            Approx(privacy::gaussian_epsilon(1 / mu, 1e-5)).epsilon(2e-5));
    }
  }
}

}  // namespace shown_end_properties_test
