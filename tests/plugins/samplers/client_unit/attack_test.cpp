// What an attacker finds out about one client, beside the eps that is claimed.
#include "gaussian_mechanism.hpp"
#include "privacy/accounting.hpp"
#include "privacy/audit.hpp"
#include "test.hpp"
#include "whole_clients.hpp"

namespace skald::test::whole_clients {

namespace {

// A client with a worst-case update, in each of many runs of four rounds with everybody, against
// runs in which it contributes nothing: what its direction tells an attacker who knows all else.
struct CanaryAttack {
  double clip, multiplier;  // of the runs
  const char* sampling = "without_replacement";
  int S = 4;
  double threshold = 0.5;  // of the canary's four moves of 1 / 4

  privacy::AttackCounts counts(Index runs = 4000) const {
    Population with_canary(4, MatrixXd::Zero(1, 1));
    with_canary[0].setConstant(-1e6);
    return {runs, alarms(with_canary, runs, 7), runs,
            alarms(Population(4, MatrixXd::Zero(1, 1)), runs, 8)};
  }
  std::int64_t alarms(const Population& population, Index runs, std::uint64_t seed) const {
    const auto options =
        of_clients({{"clip", clip}, {"client_sampling", sampling}, {"S", S}, {"K", 1}});
    const random::PhiloxRandom random(seed, 0);
    const MatrixXd end =
        run_sampler(*federation_of(population), "fedavg", options, 4, MatrixXd::Zero(1, runs),
                    *gaussian_mechanism(multiplier), random);
    return (end.array() > threshold).count();
  }
};

}  // namespace

TEST_CASE("an attack beats the claim of a run without clip or with half the noise, no other's") {
  // Four releases of multiplier 2 under zero_out: two Gaussians at distance 1, eps 4.377 at 1e-5.
  privacy::NoisyRelease round;
  round.noise_multiplier = 2;
  round.relation = Relation::zero_out;
  round.count = 4;
  const double claimed = privacy::epsilon({{round}}, 1e-5, Accounting::pld).epsilon;
  CHECK(claimed == Approx(4.377178).epsilon(1e-5));
  const auto found = [](double clip, double multiplier) {
    const CanaryAttack attack{clip, multiplier, "poisson"};
    return privacy::gaussian_attack_epsilon(attack.counts(), 1e-5, 1e-6);
  };
  const double sound = found(1, 2), half = found(1, 1), unclipped = found(3, 2.0 / 3);
  CAPTURE(sound, half, unclipped);
  CHECK(sound < claimed);  // wrong with probability 1e-6
  CHECK(sound > claimed / 2);
  CHECK(half > claimed);
  CHECK(unclipped > claimed);
}

TEST_CASE("an attack on secret cohorts stays below the amplified claim, above it without") {
  privacy::NoisyRelease round;
  round.noise_multiplier = 1;
  round.relation = Relation::zero_out;
  round.count = 4;
  round.sampling = Sampling::poisson;
  round.rate = 0.25;
  const double claimed = privacy::epsilon({{round}}, 1e-2, Accounting::pld).epsilon;
  const auto found = [](int S, double multiplier) {
    // The average is over S expected clients: a canary that takes part moves it by clip / S.
    const CanaryAttack attack{static_cast<double>(S) / 4, multiplier, "poisson", S, 1};
    return privacy::attack_epsilon(attack.counts(20000), 1e-2, 1e-6);
  };
  const double sound = found(1, 1), everyone = found(4, 1);
  CAPTURE(claimed, sound, everyone);
  CHECK(sound < claimed);
  CHECK(sound > 0);
  CHECK(everyone > claimed);  // a cohort that is not secret, or all clients, under that claim
}

}  // namespace skald::test::whole_clients
