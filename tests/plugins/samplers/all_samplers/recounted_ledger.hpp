// A sampler's ledger, counted again: gradients from what its clients are asked, bits by a formula.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "load_plugin.hpp"
#include "skald/random.hpp"

namespace skald::test {

// The terms of the formulas: the numbers of the problem, unequal_clients() of the conformance kit,
// and of the run. All costs are those of all chains together.
namespace ledger_terms {

inline constexpr double C = 4;         // chains
inline constexpr double T = 24;        // iterations
inline constexpr double N = 3, n = 9;  // clients, of 2, 3 and 4 rows; rows
inline constexpr double d = 2;         // parameters
inline constexpr double F = 32 * d;    // bits of a vector of floats

struct Cost {
  double rounds = 0, bits_up = 0, bits_down = 0, gradients = 0;
};

// What a run was seen to do.
struct Asked {
  double gradients = 0;  // of rows
  double calls = 0;      // per chain
};
struct Seen {
  Asked start;       // in start()
  Asked later;       // in advance()
  double coins = 0;  // uniforms of the run's role below its bound
};

inline Cost no_messages(double gradients) { return {0, 0, 0, gradients}; }
// So many vectors go up, and as many down.
inline Cost both_ways(double rounds, double vectors, double gradients) {
  return {rounds, vectors * F, vectors * F, gradients};
}
// Every client takes part once in each of `rounds` rounds per chain; gradients per chain.
inline Cost everyone_in(double rounds, double gradients) {
  return both_ways(C * rounds, C * rounds * N, C * gradients);
}
// Bits of a vector with that many levels and a sign per coordinate, and the norm.
inline double quantised(double levels) { return 32 + d * std::log2(2 * levels + 1); }
// Clients that take part in a round, S of them every K iterations, but not in the one before it; in
// all chains, the first round left out.
double absent(Index S, Index K);
// Chains that move to another client after K iterations, over all hand-overs.
double hand_overs(Index K);
// Coins below q for a new reference in an iteration that follows a communication, every K.
double renewals_after_averages(Index K, double q);

}  // namespace ledger_terms

// How long a run goes on, and what Seen::coins counts in it: communications, renewals of a
// reference, coordinates that a sparsifier keeps.
struct LedgerRun {
  double iterations = ledger_terms::T;
  Role role = Role::communication;
  double bound = 0;
};

// Options, and what a run with them costs.
struct LedgerCase {
  std::vector<Setting> options;
  std::function<ledger_terms::Cost(const ledger_terms::Seen&)> cost;
  LedgerRun run;
};

// Runs the sampler and compares its ledger with the case's cost, and the gradients in it with those
// that its clients were asked for.
void recount(const std::string& sampler, const LedgerCase& given);

}  // namespace skald::test
