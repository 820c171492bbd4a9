// Everything that is released about the same units, event by event, and what it costs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "privacy/accounting.hpp"
#include "privacy/events/event.hpp"

namespace skald::privacy {

struct Composition {
  Relation relation = Relation::add_remove;
  std::vector<Event> events;
};

/// Throws std::invalid_argument for numbers out of range, for releases under another relation than
/// the composition's.
void check(const Composition& all);

/// True if the laws of all losses are known, or of no concern: has_loss_law(), or a count of 0.
bool has_loss_laws(const Composition& all);

/// The smallest epsilon at `delta`, and delta at `epsilon`, that the accountant (pld or rdp) can
/// certify for all events together, in any order, if their parameters do not depend on outcomes.
/// Never more than the sum of epsilons where all are pure. Throws as check(), and for events that
/// the accountant does not cover.
Guarantee epsilon(const Composition& all, double delta, Accounting accounting,
                  const AccountingOptions& options = {});
Guarantee delta(const Composition& all, double epsilon, Accounting accounting,
                const AccountingOptions& options = {});

/// Renyi divergence of all events at every order; infinite where an event has no bound.
UpperBounds rdp(const Composition& all, std::span<const double> orders);

/// The same guarantee in other currencies, where there is one: the rho of zero-concentrated DP, the
/// mu of Gaussian DP (exact, for Gaussian releases of everybody), the sum of pure epsilons.
std::optional<double> rho_of(const Composition& all);
std::optional<double> mu_of(const Composition& all);
std::optional<double> pure_epsilon_of(const Composition& all);

/// The composition as it looks for groups of `size` units that change together, where each event
/// has a law of its own for groups; nothing otherwise.
std::optional<Composition> grouped(const Composition& all, std::int64_t size);

/// The smallest epsilon at `delta` for groups of `size` units: by `groups`, what grouped() or
/// something sharper makes of the composition, or else, as any
/// (epsilon, delta) amounts to (size epsilon, delta (e^(size epsilon) - 1) / (e^epsilon - 1))
/// (Vadhan 2017, Lemma 2.2).
Guarantee group_epsilon(const Composition& all, const std::optional<Composition>& groups,
                        std::int64_t size, double delta, Accounting accounting,
                        const AccountingOptions& options = {});
inline Guarantee group_epsilon(const Composition& all, std::int64_t size, double delta,
                               Accounting accounting, const AccountingOptions& options = {}) {
  return group_epsilon(all, grouped(all, size), size, delta, accounting, options);
}

/// The smallest delta at `epsilon` for groups of `size` units, by the same ways.
Guarantee group_delta(const Composition& all, const std::optional<Composition>& groups,
                      std::int64_t size, double epsilon, Accounting accounting,
                      const AccountingOptions& options = {});
inline Guarantee group_delta(const Composition& all, std::int64_t size, double epsilon,
                             Accounting accounting, const AccountingOptions& options = {}) {
  return group_delta(all, grouped(all, size), size, epsilon, accounting, options);
}

}  // namespace skald::privacy
