// What metrics see of a run whenever it is recorded: read-only views of what the host keeps.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "skald/block.hpp"
#include "skald/random.hpp"

namespace skald {

// Mean (d x 1) and covariance (d x d) of a law on R^d.
struct LawMoments {
  ConstBlock mean, covariance;
};

// The exact law of the chain, as deviations from the target's mean x*.
struct ExactLaw {
  bool known;     // otherwise the moments are empty
  bool diverges;  // its second moment is infinite
  LawMoments moments;
};

// Consecutive batches of draws of several coordinates, all batches equally long: sums, and sums of
// squares, of deviations from a fixed point. Both are (coordinates chains) x count; coordinate i of
// chain j is in row j coordinates + i. From the 32nd draw on there are 32 to 64 batches, unless it
// is said otherwise; draws of an unfinished batch do not count.
struct Batches {
  Index coordinates, chains;
  Index count;
  double length;  // draws of each chain in a batch
  ConstBlock sums, squares;
};

// What chains are judged by (Vehtari et al. 2021): averages of each coordinate x over the sequences
// that are the halves of all chains, 2 C of them in place of the chains of Batches. Of x itself; of
// the normal score of its rank; of whether it is at most the 5 % (low) and the 95 % (high) quantile
// of all draws; of the normal score of the rank of its distance from the median (folded). Batches
// of one draw at first, later 512 to 1024 per chain (fewer of more than 16 chains), whose scores
// and quantiles are those of the first draws; none before the eighth draw.
struct Mixing {
  Batches values, scores, low, high, folded;
};

// The run compared with draws from its posterior made by somebody else. All values are of p
// recorded parameters, each minus its reference mean and divided by its reference standard
// deviation.
struct PosteriorComparison {
  Batches batches;         // of the run
  LawMoments moments;      // of the run's draws
  ConstBlock draws;        // of the run, p x n, thinned
  ConstBlock correlation;  // p x p, of the reference draws
  ConstBlock mean_errors;  // p x 1: Monte Carlo standard errors of the reference means
  ConstBlock points;       // p x m, some of the reference draws
};

// Labels of test rows, labels x rows in column-major order.
struct LabelTruth {
  const bool* data;
  Index labels, rows;
};

// The observables of a run. "Draws" are those since burn-in, of all chains; if the run's metrics
// describe the chains as they stand (optimisers, "averages": "chains"), they are the current
// states. Views are valid until the call to which the Observables were given returns. Only what a
// metric declares among its needs can be read: for anything else the host throws std::logic_error,
// which ends the run as failed.
class Observables {
 public:
  virtual ~Observables() = default;

  // Available in every run: d, C, iterations from one draw to the next, draws per chain so far,
  // their average (d x 1, NaN before the first), and streams of role metric, which are the same for
  // every run.
  virtual Index dimension() const = 0;
  virtual Index chains() const = 0;
  virtual Index thin() const = 0;
  virtual std::int64_t draws() const = 0;
  virtual ConstBlock mean() const = 0;
  virtual const Random& random() const = 0;
  // Returns what the run has cost since its first iteration. Per chain: "rounds", "bits_up",
  // "bits_down", "gradient_evaluations", "normals". Of all chains together: "eps_spent" (+inf
  // without a guarantee) and "published_claim" (that of the method's paper; NaN if it claims
  // nothing). Throws std::invalid_argument for any other name.
  virtual double cost(std::string_view name) const = 0;

  // Need::covariance. d x d about mean(), divisor the number of draws; NaN before the first draw.
  virtual ConstBlock covariance() const = 0;
  // Need::coordinate_batches. Coordinates of theta, spread evenly.
  virtual Batches coordinate_batches() const = 0;
  // Need::thinned_draws. d x n, evenly spaced in time; the draws of all chains at one time are
  // adjacent.
  virtual ConstBlock thinned_draws() const = 0;
  // Need::mixing. Coordinates of theta, spread evenly.
  virtual Mixing mixing() const = 0;
  // Need::potentials. 1 x (C n), ordered likewise: U of draws.
  virtual ConstBlock potentials() const = 0;

  // Need::target, the law N(x*, T A^-1): its moments, its T, and (below) U(x*).
  virtual LawMoments target() const = 0;
  virtual double temp() const = 0;
  // Need::target and Need::potentials.
  virtual double mode_potential() const = 0;
  // Need::target. C x 1, for each chain the average of ||X - x*||^2; NaN before the first draw.
  virtual ConstBlock square_distances() const = 0;
  // Need::target_draws. d x 512, the same for every run.
  virtual ConstBlock target_draws() const = 0;
  // Need::distance_batches. Of ||X - x*||^2, one coordinate.
  virtual Batches distance_batches() const = 0;
  // Need::cell_counts. Numbers of draws in cells of equal probability under the target: 10 x 10
  // cells by the first two coordinates, or 10 by the only one (Rosenblatt 1952).
  virtual std::span<const double> cell_counts() const = 0;
  // Need::exact_law.
  virtual ExactLaw exact_law() const = 0;
  // Need::exact_law. Standard error that the average of ||X - x*||^2 over the draws of all chains
  // so far would have if the chains were stationary; NaN before the first draw, and if the law is
  // not known.
  virtual double square_distance_error() const = 0;

  // Need::class_predictions, label_predictions, predictions or client_predictions. Probabilities of
  // classes or labels, averaged over draws, classes x test rows; no column before the first draw.
  virtual ConstBlock predictive() const = 0;
  // The class of every test row; empty if rows have labels instead.
  virtual std::span<const std::int32_t> classes() const = 0;
  // The labels of every test row; without rows if test rows have classes instead.
  virtual LabelTruth labels() const = 0;
  // Need::client_predictions. The client of every test row; -1 for a row that belongs to no client.
  virtual std::span<const std::int32_t> test_clients() const = 0;
  // Need::mean_prediction. Probabilities at mean(), classes x test rows.
  virtual ConstBlock mean_prediction() const = 0;

  // Need::reference_prediction. predictive() of the reference run at its end.
  virtual ConstBlock reference_prediction() const = 0;
  // Need::reference_draws. d x n: at most 512 draws of the reference run, evenly spaced.
  virtual ConstBlock reference_draws() const = 0;
  // Need::reference_draws and Need::potentials. 1 x n, U of all draws that the reference run
  // stored.
  virtual ConstBlock reference_potentials() const = 0;
  // Need::reference_posterior.
  virtual PosteriorComparison reference_posterior() const = 0;

  // Need::parameter. d x 1: theta with which the data were drawn, the array "parameter" of the
  // table.
  virtual ConstBlock parameter() const = 0;

  // Need::score. out = -grad U(theta) / T, the score of the target exp(-U/T), both d x n. Reads all
  // rows, whatever the sampler reads, and does not count as a cost of the run.
  virtual void score(ConstBlock theta, Block out) const = 0;
};

}  // namespace skald
