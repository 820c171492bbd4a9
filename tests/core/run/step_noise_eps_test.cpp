// What noise in the local steps costs a record, from the grid to eps, against published values.
#include "run/experiment.hpp"
#include "runs.hpp"
#include "test.hpp"

namespace step_noise_eps_test {

using namespace skald::run;

namespace {

struct Steps {
  double z;  // noise over clip
  int K, rounds, batch = 10;
};
struct Seen {
  const char* rows;
  const char* adversary = "server";
};

// Ten clients of 600 rows, one of which takes part in a round.
double eps(const Steps& steps, const Seen& seen, const char* sampler = "fedavg") {
  const double distance = std::string(seen.rows).find("replacement") == std::string::npos ? 1 : 2;
  const std::string text =
      R"("dataset": {"plugin": "make_regression", "clients": 10, "examples": 600},
         "partition": {"plugin": "natural"}, "model": {"plugin": "linear"},
         "sampler": {"plugin": ")" +
      std::string(sampler) + R"(", "noise_at": "step", "clip": 1, "S": 1, "batch": )" +
      std::to_string(steps.batch) + R"(, "data_sampling": ")" + seen.rows + R"(", "K": )" +
      std::to_string(steps.K) +
      R"(}, "privacy": {"plugin": "gaussian", "calibration": "pld", "adversary": ")" +
      seen.adversary + R"(", "noise_multiplier": )" + std::to_string(steps.z / distance) +
      R"(}, "run": {"rounds": )" + std::to_string(steps.rounds) + "}";
  Experiment experiment = experiment_of(text);
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

TEST_CASE("balls in bins have the eps of their epochs, whoever takes part in a round") {
  // The exact law of an epoch of 100 and of 10 steps, by transforms on grids of three widths.
  CHECK(eps({1, 5, 20, 6}, {"balls_in_bins"}) == Approx(0.620940).epsilon(5e-4));
  CHECK(eps({1, 5, 2, 60}, {"balls_in_bins"}) == Approx(2.188848).epsilon(5e-4));
  const double once = eps({1, 5, 20, 6}, {"balls_in_bins"});
  CHECK(eps({1, 5, 1, 6}, {"balls_in_bins"}) == once);  // a part of an epoch is at most the whole
  CHECK(eps({1, 5, 20, 6}, {"balls_in_bins", "observer"}) == once);
  const double begun = eps({1, 5, 21, 6}, {"balls_in_bins"});
  CHECK(begun > once);
  CHECK(eps({1, 5, 40, 6}, {"balls_in_bins"}) == begun);
  CHECK(begun < eps({1, 5, 40, 6}, {"poisson"}));
}

}  // namespace step_noise_eps_test
