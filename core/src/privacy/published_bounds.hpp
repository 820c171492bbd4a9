// Privacy bounds exactly as three papers on federated methods state them, for comparison with the
// accountants. Where a paper's bound does not hold, the sound value stands beside it.
#pragma once

#include <cstdint>

#include "privacy/budget.hpp"

namespace skald::privacy {

/// Setting of Theorem G.3 of federated averaging Langevin dynamics (FA-LD): record-level,
/// substitute one.
struct FaLdSetting {
  double gradient_distance;  // sup over records of |grad l(theta; x) - grad l(theta; x')|
  double step;
  double temp;
  double rho;                                   // amplitude share of the common noise, in [0, 1]
  double data_fraction;                         // share of a client's records in one gradient
  double least_weight;                          // smallest client weight
  std::int64_t clients;                         // N
  std::int64_t participants;                    // S
  std::int64_t local_steps;                     // K
  std::int64_t rounds;                          // T / K
  double delta_step, delta_round, delta_total;  // the theorem's delta_0, delta_1, delta_2
};

/// Scheme I draws participants with replacement, scheme II without.
enum class FaLdScheme { with_replacement, without_replacement };

/// Largest step for which the theorem is stated.
double fa_ld_largest_step(const FaLdSetting& setting);

/// The intermediate and final values of the theorem. Its client amplification needs participation
/// to stay secret, and scheme I assumes uniform weights; rho = 1 gives infinite losses. Throws
/// std::invalid_argument if the step is larger than fa_ld_largest_step.
struct FaLdBound {
  double step_epsilon;   // epsilon_1
  double local_epsilon;  // epsilon_K
  Budget round;          // after client sampling
  Budget total;
};
FaLdBound fa_ld_bound(const FaLdSetting& setting, FaLdScheme scheme);

/// The setting with deltas at which the theorem's total delta is at most `delta`, which the paper
/// leaves to the reader: a third of it is delta_total; of the rest, the K steps of a round and the
/// round itself get equal parts (local_steps * data_fraction * delta_step = delta_round).
FaLdSetting fa_ld_with_delta(FaLdSetting setting, FaLdScheme scheme, double delta);

/// The noise multiplier (noise over clip, a clip being half the gradient distance) of one local
/// step, with which an accountant gives the tight value instead: (data_fraction /
/// gradient_distance) sqrt(2 temp (1 - rho^2) least_weight / step) is noise over distance.
double fa_ld_noise_multiplier(const FaLdSetting& setting);

/// Theorem 2 of the analysis of differentially private FedAvg: c0 q epsilon sqrt(p T / (1 - q)).
/// The paper leaves c0 open, so the number is a rate, not a guarantee.
double dp_fedavg_epsilon(double constant, double data_rate, double round_epsilon,
                         double participation, std::int64_t rounds);

/// Equation 16 of private FedPAQ, noise per sensitivity: sqrt(2 ln(1.25 rate / delta)) / (epsilon /
/// (2 rate)). It relies on e^x - 1 <= 2 x, true up to x = 1.2564, where x = epsilon / (2 rate).
double private_fedpaq_sigma(Budget target, double rate);

/// The same equation, read the other way: the epsilon that it claims for a round with noise of
/// `sigma` sensitivities. Infinite without noise.
double private_fedpaq_epsilon(double sigma, double rate, double delta);

/// The epsilon that private_fedpaq_sigma was derived for really amplifies to:
/// log(1 + rate (exp(epsilon / (2 rate)) - 1)).
double private_fedpaq_actual_epsilon(double epsilon, double rate);

/// The sound counterpart: analytic Gaussian noise for the base budget (log(1 + (e^epsilon - 1) /
/// rate), delta / rate).
double sound_fedpaq_sigma(Budget target, double rate);

}  // namespace skald::privacy
