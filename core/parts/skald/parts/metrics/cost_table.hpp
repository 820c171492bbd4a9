// The costs of a run: one row per cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>

#include "skald/ledger.hpp"
#include "skald/metric_info.hpp"

namespace skald {

// Costs per chain, from the first iteration on, except eps_spent, which is that of all chains
// together. NaN means unknown.
struct Costs {
  double rounds = 0;
  double bits_up = 0;
  double bits_down = 0;
  double gradient_evaluations = 0;
  double normals = 0;
  double eps_spent = 0;  // +inf without a guarantee
  // NaN for runs without a section `clients`.
  double simulated_seconds = std::numeric_limits<double>::quiet_NaN();
};

// A cost, and everything from which its metric, its column in the database and its place in
// messages are made. The strings are zero-terminated.
struct Cost {
  // Where a run's ledger counts the cost, over all chains; monostate: the host computes it.
  using Counter = std::variant<std::monostate, std::int64_t Ledger::*, double Ledger::*>;

  std::string_view name;        // of the metric and of the column
  std::string_view unit;        // "1" for pure numbers
  std::string_view definition;  // one sentence
  double Costs::*value;
  Counter counter;
};

// In the order of the columns of `ledger`, on which the digests in databases depend: a new one goes
// to the end, with a migration (see schema.hpp of the store). Smaller values are better for all
// costs.
inline constexpr std::array kCosts{
    Cost{"rounds", "round",
         "Communication rounds between the server and its participants, per chain", &Costs::rounds,
         &Ledger::rounds},
    Cost{"bits_up", "bit",
         "Bits sent by all clients to the server, per chain; 32 per uncompressed number",
         &Costs::bits_up, &Ledger::bits_up},
    Cost{"bits_down", "bit",
         "Bits sent by the server to all clients, per chain; 32 per uncompressed number",
         &Costs::bits_down, &Ledger::bits_down},
    Cost{"gradient_evaluations", "gradient",
         "Gradients of single rows computed by all clients, per chain",
         &Costs::gradient_evaluations, &Ledger::gradient_evaluations},
    Cost{"normals", "draw", "Standard normal numbers drawn, per chain", &Costs::normals,
         &Ledger::normals},
    Cost{"eps_spent",
         "nat",
         "epsilon of the (epsilon, delta) differential privacy guarantee for everything that all "
         "chains of the run have released so far; infinite without a guarantee, or if the set-up "
         "reads private inputs that are neither declared public nor accounted for",
         &Costs::eps_spent,
         {}},
    Cost{"simulated_seconds", "s",
         "Seconds by the simulated clock of the run's section clients, per chain; empty without "
         "that section",
         &Costs::simulated_seconds, &Ledger::simulated_seconds},
};
static_assert(sizeof(Costs) == kCosts.size() * sizeof(double), "every cost is in the table");

// What the values of a metric are of, by its name and needs.

// Whether a metric with these needs is of the exact law of the chain, and averages no draws.
constexpr bool is_exact(Need needs) {
  return holds(needs, Need::exact_law) && holds(Need::exact_law | Need::target, needs);
}

// Whether a metric is an average over draws, in runs that take such averages: neither exact nor a
// cost.
inline bool averages_draws(std::string_view name, bool is_exact) {
  return !is_exact && std::none_of(kCosts.begin(), kCosts.end(),
                                   [&](const Cost& cost) { return cost.name == name; });
}

}  // namespace skald
