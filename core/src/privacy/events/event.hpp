// Anything that tells of units: a noisy release, or a mechanism of which only a guarantee or the
// law of its privacy loss is known.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "privacy/events/mixture_loss.hpp"
#include "privacy/events/response_loss.hpp"
#include "privacy/events/shuffled_loss.hpp"
#include "privacy/guarantee.hpp"
#include "privacy/noisy_release.hpp"
#include "privacy/numerics.hpp"
#include "privacy/pld/allocation_loss.hpp"
#include "privacy/renyi_conversion.hpp"

namespace skald::privacy {

/// Mechanisms of which only this much is known, under the relation of the composition.
struct KnownBudget {  // (epsilon, delta)-DP
  Budget budget;
  std::int64_t count = 1;
};
struct KnownConcentration {  // (xi, rho)-zCDP (Bun, Steinke 2016): divergence xi + rho a at order a
  double rho, xi = 0;
  std::int64_t count = 1;
};
struct KnownCurve {  // Renyi DP: divergences at any orders
  std::function<UpperBounds(std::span<const double> orders)> divergences;
  std::int64_t count = 1;
};

/// A mechanism with a pair of laws that dominates all neighbours: the unit removed, or replaced.
struct KnownLaw {
  LossLaw law;
  bool symmetric;          // a unit added has the same law; otherwise the reversed one
  bool attained;           // some neighbours have this pair, so that lower bounds hold
  double pure = infinity;  // the largest loss, if there is one
  std::string sampling = "none";
  std::int64_t count = 1;
  // Where `law` is not attained: makes one below that of some neighbours; empty: none is known.
  std::function<LossLaw()> below = {};
  double mu = infinity;  // N(mu, 1) against N(0, 1) tells at least as much (GivenLaw)
};

/// A mechanism between others. Each of `above`, one or more, dominates one repetition of it:
/// Gaussian releases of everybody or of Poisson samples. Of each of `below`, as often as that
/// counts, some neighbours show as much in one repetition; none: nothing is known.
struct BoundedRelease {
  std::vector<NoisyRelease> above;
  std::vector<KnownLaw> below;
  std::string sampling;
  std::int64_t count = 1;
};

/// Randomised response: the true one of `values` values (2 or more) is told with e^epsilon times
/// the probability of each other one. Replace_one.
KnownLaw known_response(double epsilon, std::int64_t values);

/// Add_remove or zero_out.
KnownLaw known(const GaussianMixture& mixture);
KnownLaw known(const Allocation& allocation);

KnownLaw known(const TruncatedSample& sample);

/// Replace_one.
KnownLaw known(const ShuffledReports& reports);

/// xi + rho a at order a.
RenyiCurve concentrated(double rho, double xi);

KnownCurve known(RenyiCurve curve, std::int64_t count = 1);
/// Known at one order: a divergence does not fall with its order.
KnownCurve known_at(double order, double divergence, std::int64_t count = 1);

using Event = std::variant<NoisyRelease, BoundedRelease, KnownBudget, KnownConcentration,
                           KnownCurve, KnownLaw, PosteriorDraws>;

/// One function of all kinds of events, from a lambda for each.
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

/// How often an event is repeated.
std::int64_t count_of(const Event& event);
Event with_count(Event event, std::int64_t count);

/// Throws std::invalid_argument for numbers out of range.
void check(const Event& event);

/// True if the law of its loss is known, as the pld accountant needs; false for KnownConcentration
/// and KnownCurve.
bool has_loss_law(const Event& event);

/// Renyi divergence of one repetition at every order; infinite where there is no bound.
UpperBounds rdp_once(const Event& event, std::span<const double> orders);

/// Why the event has no useful Renyi bound; empty if it has one.
std::string renyi_refusal(const Event& event);

}  // namespace skald::privacy
