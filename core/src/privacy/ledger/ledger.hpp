// Everything that is released about the same units, mechanism by mechanism, and what it costs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "privacy/accounting.hpp"
#include "privacy/ledger/known_law.hpp"
#include "privacy/ledger/posterior_loss.hpp"
#include "privacy/renyi_sampling.hpp"
#include "privacy/upper_bound.hpp"

namespace skald::privacy {

/// Mechanisms of which only this much is known, under the relation of the ledger.
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

/// xi + rho a at order a.
RenyiCurve concentrated(double rho, double xi);

KnownCurve known(RenyiCurve curve, std::int64_t count = 1);
/// Known at one order: a divergence does not fall with its order.
KnownCurve known_at(double order, double divergence, std::int64_t count = 1);

using LedgerEvent = std::variant<NoisyRelease, KnownBudget, KnownConcentration, KnownCurve,
                                 KnownLaw, PosteriorDraws>;

struct Ledger {
  Relation relation = Relation::add_remove;
  std::vector<LedgerEvent> events;
};

/// How often an event is repeated.
std::int64_t count_of(const LedgerEvent& event);
LedgerEvent with_count(LedgerEvent event, std::int64_t count);

/// Throws std::invalid_argument for numbers out of range, for releases under another relation than
/// the ledger's.
void check(const Ledger& ledger);

/// True if the laws of all losses are known, as the pld accountant needs; false for
/// KnownConcentration and KnownCurve.
bool has_loss_laws(const Ledger& ledger);

/// The smallest epsilon at `delta`, and delta at `epsilon`, that the accountant (pld or rdp) can
/// certify for all events together, in any order, if their parameters do not depend on outcomes.
/// Never more than the sum of epsilons where all are pure. Throws as check(), and for events that
/// the accountant does not cover.
Guarantee ledger_epsilon(const Ledger& ledger, double delta, Accounting accounting,
                         const AccountingOptions& options = {});
Guarantee ledger_delta(const Ledger& ledger, double epsilon, Accounting accounting,
                       const AccountingOptions& options = {});

/// Renyi divergence of all events at every order; infinite where an event has no bound.
UpperBounds ledger_rdp(const Ledger& ledger, std::span<const double> orders);

/// Why the event has no useful Renyi bound; empty if it has one.
std::string renyi_refusal(const LedgerEvent& event);

/// The same guarantee in other currencies, where there is one: the rho of zero-concentrated DP, the
/// mu of Gaussian DP (exact, for Gaussian releases of everybody), the sum of pure epsilons.
std::optional<double> ledger_rho(const Ledger& ledger);
std::optional<double> ledger_mu(const Ledger& ledger);
std::optional<double> ledger_pure(const Ledger& ledger);

/// The ledger as it looks for groups of `size` units that change together, where each event has a
/// law of its own for groups; nothing otherwise.
std::optional<Ledger> grouped(const Ledger& ledger, std::int64_t size);

/// The smallest epsilon at `delta` for groups of `size` units: by grouped(), or else, as any
/// (epsilon, delta) amounts to (size epsilon, delta (e^(size epsilon) - 1) / (e^epsilon - 1))
/// (Vadhan 2017, Lemma 2.2).
Guarantee group_epsilon(const Ledger& ledger, std::int64_t size, double delta,
                        Accounting accounting, const AccountingOptions& options = {});

/// The smallest delta at `epsilon` for groups of `size` units, by the same ways.
Guarantee group_delta(const Ledger& ledger, std::int64_t size, double epsilon,
                      Accounting accounting, const AccountingOptions& options = {});

}  // namespace skald::privacy
