// What an attacker finds of a record where the noise is in the local steps.
#include "gaussian_mechanism.hpp"
#include "optimisation.hpp"
#include "privacy/accounting.hpp"
#include "privacy/audit.hpp"
#include "test.hpp"

namespace noisy_steps_attack_test {

namespace {

// A record with a worst-case gradient, in each of many runs of two rounds of two steps, against
// runs in which it is blank; the other rows' gradients are known. The server's sum tells.
struct CanaryAttack {
  double clip, multiplier;  // of the runs
  int batch = 4;            // of four rows; the sum is divided by it
  double threshold = 0.5;   // of the canary's four steps
  const char* rows = "poisson";

  privacy::AttackCounts counts(Index runs = 4000) const {
    return {runs, alarms(-1e6, runs, 7), runs, alarms(0, runs, 8)};
  }
  std::int64_t alarms(double canary, Index runs, std::uint64_t seed) const {
    MatrixXd points = MatrixXd::Zero(1, 4);
    points(0, 0) = canary;
    Federation federation({points, {0, 0, 0, 0}, {}, 1}, std::make_unique<LinearPredictorModel>(
                                                             [](double) { return 1.0; }, 0, true));
    const random::PhiloxRandom random(seed, 0);
    const MatrixXd end =
        run_sampler(federation, "fedavg",
                    {{"noise_at", "step"},
                     {"data_sampling", rows},
                     {"K", 2},
                     {"lr", 1.0},
                     {"batch", batch},
                     {"clip", clip}},
                    4, MatrixXd::Zero(1, runs), *gaussian_mechanism(multiplier), random);
    const double unit = 4 * clip / batch;
    return (end.array() / unit > threshold).count();
  }
};

privacy::NoisyRelease four_steps(double multiplier) {
  privacy::NoisyRelease steps;
  steps.noise_multiplier = multiplier;
  steps.relation = Relation::zero_out;
  steps.count = 2;
  steps.steps = 2;
  return steps;
}

}  // namespace

TEST_CASE("an attack on all steps beats the claim of a run without clip or with half the noise") {
  // Four messages of multiplier 2: two Gaussians at distance 1, eps 4.377 at 1e-5.
  const double claimed = privacy::epsilon({{four_steps(2)}}, 1e-5, Accounting::pld).epsilon;
  CHECK(claimed == Approx(4.377178).epsilon(1e-5));
  const auto found = [](double clip, double multiplier) {
    return privacy::gaussian_attack_epsilon(CanaryAttack{clip, multiplier}.counts(), 1e-5, 1e-6);
  };
  const double sound = found(1, 2), half = found(1, 1), unclipped = found(3, 2.0 / 3);
  CAPTURE(sound, half, unclipped);
  CHECK(sound < claimed);  // wrong with probability 1e-6
  CHECK(sound > claimed / 2);
  CHECK(half > claimed);
  CHECK(unclipped > claimed);
}

TEST_CASE("an attack on secret batches stays below the amplified claim, without secrecy above") {
  privacy::NoisyRelease steps = four_steps(1);
  steps.sampling = Sampling::poisson;
  steps.rate = 0.25;
  const double claimed = privacy::epsilon({{steps}}, 1e-2, Accounting::pld).epsilon;
  const auto found = [](const CanaryAttack& attack) {
    return privacy::attack_epsilon(attack.counts(20000), 1e-2, 1e-6);
  };
  // With rate 1/4 the canary is in one of four steps on average.
  const double sound = found({1, 1, 1, 0.6}), understated = found({1, 1, 4, 0.9});
  CAPTURE(claimed, sound, understated);
  CHECK(sound < claimed);
  CHECK(sound > 0.3 * claimed);
  CHECK(understated > claimed);
}

TEST_CASE("an attack on balls in bins stays below the claim, where the bin is known above") {
  // Four rows, one a step: an epoch of four steps, with one of which the canary moves the sum by 1.
  privacy::NoisyRelease epoch = four_steps(1);
  epoch.sampling = Sampling::balls_in_bins;
  epoch.rate = 0.25;
  epoch.count = epoch.steps = 1;
  const double claimed = privacy::epsilon({{epoch}}, 1e-2, Accounting::pld).epsilon;
  const auto found = [](const CanaryAttack& attack) {
    return privacy::attack_epsilon(attack.counts(20000), 1e-2, 1e-6);
  };
  const double sound = found({1, 1, 1, 0.9, "balls_in_bins"}),
               understated = found({1, 1, 4, 0.9, "balls_in_bins"});
  CAPTURE(claimed, sound, understated);
  CHECK(sound < claimed);
  CHECK(sound > 0.3 * claimed);
  CHECK(understated > claimed);
}

}  // namespace noisy_steps_attack_test
