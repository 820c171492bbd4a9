// From releases to the privacy loss laws whose sum it is.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "privacy/noisy_release.hpp"
#include "privacy/numerics.hpp"
#include "privacy/pld/fourier.hpp"
#include "privacy/pld/loss_cumulants.hpp"
#include "privacy/pld/loss_distribution.hpp"
#include "privacy/pld/sampled_loss.hpp"

namespace skald::privacy {

/// `count` independent losses with one law.
struct LawPower {
  LossLaw law;
  double count;
};

/// `count` equal mechanisms that are no noisy releases, by their loss; `symmetric`: units added and
/// units removed have the same law.
struct GivenLaw {
  LossLaw law;
  double count;
  bool symmetric = true;
  // Makes laws below, in place of this one, where `law` only lies above the exact one; empty: none
  // is known. Without laws: those of another mechanism count for this one, too.
  std::function<std::vector<LawPower>()> attained = {};
  // N(mu, 1) against N(0, 1) tells at least as much, whatever can be computed of `law`; infinite:
  // of no mu is that known.
  double mu = infinity;
};

/// Releases with equal ones joined and the unsampled ones summed up.
struct CondensedReleases {
  std::vector<NoisyRelease> sampled;  // and the non-Gaussian ones; distinct up to count
  double unsampled_mu = 0;            // the other releases together are N(mu, 1) against N(0, 1)
  std::vector<GivenLaw> given;
  double steps = 0;  // number of single releases and given mechanisms
  Relation relation = Relation::add_remove;
  bool any_bound = false;  // some law is an upper bound, of which no lower bound can be taken
};

/// Throws as check(). Void releases are dropped.
CondensedReleases condense(std::span<const NoisyRelease> releases,
                           std::span<const GivenLaw> given = {});

/// True if it is one Gaussian release, for which there is a closed form.
bool is_one_gaussian(const CondensedReleases& condensed);

/// True if both directions of the relation have the same loss law.
bool is_symmetric(const CondensedReleases& condensed);

/// Releases whose loss is attained by one pair of data sets, where that is less than what the upper
/// bounds take. A fixed-size sample is accounted by the larger curve of two pairs (README.md), of
/// which a data set is one: that of Poisson samples, where all other units contribute the same as
/// this one does or does not. Under replace_one that is a clip, and this unit contributes the same
/// or the opposite; under zero_out the others' opposite or nothing, which is zeroed_law(). Nothing
/// where both are the same.
std::optional<CondensedReleases> attained(const CondensedReleases& condensed);

/// Upper bounds on epsilon at `delta` and on delta at `epsilon`, if nothing were sampled; infinity
/// and 1 where there is no closed form.
double unamplified_epsilon(const CondensedReleases& condensed, double delta);
double unamplified_delta(const CondensedReleases& condensed, double epsilon);

/// The releases by their laws. Nothing where rounds take place by chance, since their laws are
/// themselves compositions.
std::optional<std::vector<LawPower>> single_laws(const CondensedReleases& condensed,
                                                 Direction direction, double reach);

/// Relative error of the tail masses of laws of that reach.
double tail_rounding(double reach);

/// The largest loss of a single release worth counting.
double largest_loss(const CondensedReleases& condensed, double reach);

/// The end of the losses of all mechanisms that have an atom there (Laplace noise without sampling,
/// mechanisms of which an epsilon is known), if it is the same for all of them; a grid that holds
/// it rounds no atom.
std::optional<double> common_end(const CondensedReleases& condensed);

/// Laws of the releases on a grid. `interval` 0: a coarse grid chosen for each release, on which
/// laws cannot be composed, but cumulants can be computed.
std::vector<LossPower> loss_powers(const CondensedReleases& condensed, Direction direction,
                                   Side side, double reach, double interval, Fourier& fourier);

}  // namespace skald::privacy
