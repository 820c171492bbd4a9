// An attack on the gaussian mechanism at the level of one clipped sum: a record whose gradient is
// ten times the clip is in the data or not, and everything else is known. What the attack shows at
// confidence 1 - 1e-6 never exceeds the claimed eps, but does so where the mechanism is used
// wrongly.
#include <cmath>

#include "catch.hpp"
#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "privacy/accounting.hpp"
#include "privacy/audit.hpp"
#include "random/philox_random.hpp"
#include "skald/mechanism.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;

namespace {

constexpr Index kRuns = 400000;
constexpr double kClip = 0.5, kDelta = 1e-5;

struct Attack {
  double z = 1;
  double rate = 1;          // probability with which the record is drawn
  double claimed_rate = 1;  // probability that the accountant is told
  double threshold = 2.5;   // of the score, in standard deviations of the noise as it should be
  double noise_share = 1;   // share of the noise that the sensitivity requires
  bool clips = true;
  bool against_other_client = false;  // the score is relative to what another client sends
  bool same_noise_for_all = false;
};

MatrixXd noised(const Mechanism& gaussian, const Random& random, const Attack& attack, Index client,
                MatrixXd messages) {
  const Sensitivity sensitivity =
      Sensitivity::of_clipped_sum(kClip, Relation::add_remove).scaled(attack.noise_share);
  const Index noise_of = attack.same_noise_for_all ? 0 : client;
  gaussian.privatize(random, {Role::mechanism, noise_of}, 0, sensitivity, view(messages));
  return messages;
}

// How many of the runs, one per column, are said to have the record.
std::int64_t called(const Mechanism& gaussian, const Attack& attack, bool present,
                    std::uint64_t seed) {
  const random::PhiloxRandom random(seed, 0);
  MatrixXd drawn(1, kRuns);
  random.uniform({Role::minibatch, 0}, 0, view(drawn));
  const double length = attack.clips ? kClip : 10 * kClip;
  MatrixXd sums = MatrixXd::Zero(2, kRuns);
  if (present) {
    for (Index j = 0; j < kRuns; ++j) {
      if (drawn(0, j) < attack.rate) sums(0, j) = length;
    }
  }
  MatrixXd score = noised(gaussian, random, attack, 0, sums).row(0);
  double deviation = attack.z * kClip;
  if (attack.against_other_client) {
    score -= noised(gaussian, random, attack, 1, MatrixXd::Zero(2, kRuns)).row(0);
    deviation *= std::sqrt(2.0);
  }
  return (score.array() > attack.threshold * deviation).count();
}

struct Audit {
  double shown, claimed;
};

Audit audit(const Attack& attack) {
  const auto gaussian =
      load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", attack.z}});
  gaussian->prepare(FixedAccountant());
  privacy::AttackCounts counts{kRuns, called(*gaussian, attack, true, 71), kRuns,
                               called(*gaussian, attack, false, 72)};
  privacy::NoisyRelease release;
  release.noise_multiplier = attack.z;
  release.sampling = attack.claimed_rate < 1 ? Sampling::poisson : Sampling::none;
  release.rate = attack.claimed_rate;
  return {privacy::attack_epsilon(counts, kDelta, 1e-6),
          privacy::epsilon({&release, 1}, kDelta, Accounting::pld).epsilon};
}

}  // namespace

TEST_CASE("an attack on the gaussian mechanism never shows more than the claimed eps") {
  for (const double z : {0.5, 1.0, 3.0}) {
    for (const double rate : {1.0, 0.1}) {
      for (const double threshold : {1.0, 2.0, 3.0}) {
        for (const bool against_other : {false, true}) {
          const Attack attack{.z = z,
                              .rate = rate,
                              .claimed_rate = rate,
                              .threshold = threshold,
                              .against_other_client = against_other};
          const Audit found = audit(attack);
          CAPTURE(z, rate, threshold, against_other, found.shown);
          CHECK(found.shown <= found.claimed);
        }
      }
    }
  }
  // And it shows a good part of it.
  const Audit strong = audit({.z = 0.5, .threshold = 3.5});
  CHECK(strong.shown > 0.4 * strong.claimed);
}

TEST_CASE("an attack catches every wrong use of the gaussian mechanism") {
  const auto excess = [](const Attack& attack) {
    const Audit found = audit(attack);
    CAPTURE(found.claimed);
    return found.shown / found.claimed;
  };
  // No clipping: the record counts ten times.
  CHECK(excess({.threshold = 5, .clips = false}) > 1.5);
  // Half the noise.
  CHECK(excess({.threshold = 1.9, .noise_share = 0.5}) > 1.05);
  // The same noise for all clients: their difference is free of it.
  CHECK(excess({.threshold = 0.3, .against_other_client = true, .same_noise_for_all = true}) > 1.5);
  // Noise for the mean of a batch of ten on the sum.
  CHECK(excess({.threshold = 0.5, .noise_share = 0.1}) > 1.5);
  // Records are drawn ten times as often as accounted.
  CHECK(excess({.rate = 0.1, .claimed_rate = 0.01, .threshold = 2.5}) > 1.5);
}
