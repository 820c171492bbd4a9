// What noise in the local steps costs a record, from the grid to eps, against published values.
#include <string>

#include "catch.hpp"
#include "cells.hpp"
#include "run/experiment.hpp"

namespace step_noise_eps_test {

using namespace skald;
using namespace skald::run;
using namespace skald::test;

namespace {

struct Steps {
  double z;  // noise over clip
  int K, rounds;
};
struct Seen {
  const char* rows;
  const char* adversary = "server";
};

// Ten clients of 600 rows, one of which takes part in a round; batches of ten rows.
double eps(const Steps& steps, const Seen& seen, const char* sampler = "fedavg") {
  const double distance = std::string(seen.rows) == "poisson" ? 1 : 2;
  const std::string text =
      R"("dataset": {"plugin": "make_regression", "clients": 10, "examples": 600},
         "partition": {"plugin": "natural"}, "model": {"plugin": "linear"},
         "sampler": {"plugin": ")" +
      std::string(sampler) + R"(", "noise_at": "step", "clip": 1, "S": 1, "batch": 10,
                     "data_sampling": ")" +
      seen.rows + R"(", "K": )" + std::to_string(steps.K) +
      R"(}, "privacy": {"plugin": "gaussian", "calibration": "pld", "adversary": ")" +
      seen.adversary + R"(", "noise_multiplier": )" + std::to_string(steps.z / distance) +
      R"(}, "run": {"rounds": )" + std::to_string(steps.rounds) + "}";
  Experiment experiment(cell_of(text), 0, plugins());
  return experiment.released(experiment.plan().iterations).epsilon;
}

}  // namespace

TEST_CASE("noise in the steps has the eps of that many sampled releases, as published") {
  struct Row {
    Steps steps;
    Seen seen;
    double eps;
  };
  // dp_accounting's loss distributions for Poisson samples; for samples of fixed size the tight
  // curve, composed by another program.
  for (const Row& row : {Row{{1, 5, 50}, {"poisson"}, 1.683896},
                         {{2, 5, 50}, {"poisson"}, 0.526672},
                         {{1, 5, 100}, {"poisson"}, 2.282449},
                         {{2, 5, 500}, {"poisson"}, 1.783},
                         {{1, 5, 50}, {"without_replacement"}, 12.39342},
                         {{2, 5, 100}, {"without_replacement"}, 2.66987},
                         {{4, 5, 100}, {"without_replacement"}, 0.8603901},
                         {{4, 50, 100}, {"without_replacement"}, 3.077253}}) {
    CAPTURE(row.steps.z, row.steps.rounds, row.seen.rows);
    CHECK(eps(row.steps, row.seen) == Approx(row.eps).epsilon(5e-5));
  }
  for (const char* sampler : {"fedprox", "dp_fedavg", "scaffold", "fedpaq", "distributed_sgd"}) {
    CHECK(eps({2, 5, 100}, {"without_replacement"}, sampler) == Approx(2.66987).epsilon(2e-5));
  }
}

TEST_CASE("an observer does not see who takes part: rounds happen by a coin that records share") {
  struct Row {
    Steps steps;
    double eps;
  };
  for (const Row& row : {Row{{1, 5, 1}, 0.3141}, {{2, 5, 100}, 0.2536}, {{1, 60, 100}, 2.731}}) {
    CAPTURE(row.steps.K, row.steps.rounds);
    CHECK(eps(row.steps, {"poisson", "observer"}) == Approx(row.eps).epsilon(2e-4));
    CHECK(eps(row.steps, {"poisson", "observer"}) < eps(row.steps, {"poisson"}));
  }
}

}  // namespace step_noise_eps_test
