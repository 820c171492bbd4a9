// Scores of class probabilities. Everywhere `probabilities` is classes x rows, one column per test
// row, entries in [0, 1] and columns of sum one; labels[r] in [0, classes) is the class of row r.
// Definitions: Izmailov et al. 2021 ("What are Bayesian neural network posteriors really like?")
// for agreement and total variation, Guo et al. 2017 for the calibration error, Brier 1950.
#pragma once

#include <cstdint>
#include <span>

#include "skald/block.hpp"

namespace skald {

using Labels = std::span<const std::int32_t>;

// Every function throws std::invalid_argument if there is no class or no row, or if shapes or
// labels do not match. If probabilities are not finite (a diverged chain), every score that reads
// them is NaN.

// Share of rows whose most probable class is the label; of equally probable classes the lowest
// counts.
double accuracy(ConstBlock probabilities, Labels labels);

// Mean over classes that label a row of the share of these rows whose most probable class it is.
double balanced_accuracy(ConstBlock probabilities, Labels labels);

// 2 right / (predicted + true) of a class, where its predicted rows are those whose most probable
// class it is. Of two classes: of class 1; otherwise the mean over the classes that label a row or
// are predicted for one. NaN if class 1 of two does neither.
double f1(ConstBlock probabilities, Labels labels);

// Area under the ROC curve of a class: the probability that a row of it has a larger p(class) than
// a row of another class, ties counting half (Mann and Whitney 1947). Of two classes: of class 1;
// otherwise the mean over the classes that label a row, each against all others. NaN if all rows
// are of one class.
double auc(ConstBlock probabilities, Labels labels);

// The accuracy that individual clients see, each on its test rows.
struct ClientAccuracy {
  double mean = 0;  // over clients, each counting once
  double worst = 0;
  double percentile = 0;  // the 10th, interpolated linearly between ordered clients
};
// client[r] is the client of row r; if negative, the row belongs to no client. A client without
// rows does not count.
ClientAccuracy client_accuracy(ConstBlock probabilities, Labels labels,
                               std::span<const std::int32_t> client);

// Share of rows whose label is among the k most probable classes; of equally probable classes the
// lower ranks first. Requires k >= 1.
double top_accuracy(Index k, ConstBlock probabilities, Labels labels);

// Mean over rows of sum_c (p(c) - 1{label = c})^2, in [0, 2]: summed over all classes.
double brier_score(ConstBlock probabilities, Labels labels);

struct NegativeLogLikelihood {
  static constexpr double smallest_probability = 1e-12;
  double mean = 0;          // -mean over rows of log p(label), nats
  std::int64_t clamps = 0;  // rows whose p(label) was raised to smallest_probability
};
NegativeLogLikelihood negative_log_likelihood(ConstBlock probabilities, Labels labels);

// Sum over buckets of (share of rows) |accuracy - mean top probability|, where bucket m of M holds
// the rows whose top probability is in ((m-1)/M, m/M]. Needs bins >= 1.
double calibration_error(ConstBlock probabilities, Labels labels, Index bins = 15);

// Share of rows with the same most probable class.
double agreement(ConstBlock probabilities, ConstBlock reference);

// Mean over rows of 1/2 sum_c |p(c) - reference(c)|, in [0, 1].
double total_variation(ConstBlock probabilities, ConstBlock reference);

}  // namespace skald
