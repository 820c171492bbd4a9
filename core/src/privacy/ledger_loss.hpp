// From a ledger of releases to the privacy loss laws whose sum it is.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "privacy/fourier.hpp"
#include "privacy/loss_cumulants.hpp"
#include "privacy/release.hpp"
#include "privacy/round_sampling.hpp"
#include "privacy/sampled_loss.hpp"

namespace skald::privacy {

/// A ledger with equal releases joined and the unsampled ones summed up.
struct Ledger {
  std::vector<Release> sampled;  // or not Gaussian; distinct up to count
  double unsampled_mu = 0;       // the other releases together are N(mu, 1) against N(0, 1)
  double steps = 0;              // number of single releases
  Relation relation = Relation::add_remove;
};

/// Throws as check(). Void releases are dropped.
Ledger make_ledger(std::span<const Release> releases);

/// True if both directions of the relation have the same loss law.
bool is_symmetric(const Ledger& ledger);

/// Upper bounds of epsilon at `delta` and of delta at `epsilon`, if nothing were sampled; infinity
/// and 1 where there is no closed form.
double unamplified_epsilon(const Ledger& ledger, double delta);
double unamplified_delta(const Ledger& ledger, double epsilon);

/// `count` independent losses with one law.
struct LawPower {
  LossLaw law;
  double count;
};

/// The releases by their laws. Nothing where rounds take place by chance: their laws are
/// compositions themselves.
std::optional<std::vector<LawPower>> single_laws(const Ledger& ledger, Direction direction,
                                                 double reach);

/// Relative error of the tail masses of laws that reach so far.
double tail_rounding(double reach);

/// The largest loss of a single release worth counting.
double largest_loss(const Ledger& ledger, double reach);

/// Laws of the releases on a grid. `interval` 0: a coarse grid chosen for each release, on which
/// laws cannot be composed but cumulants can be computed.
std::vector<LossPower> loss_powers(const Ledger& ledger, Direction direction, Side side,
                                   double reach, double interval, Fourier& fourier);

}  // namespace skald::privacy
