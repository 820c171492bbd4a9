// Every metric of a run: its meaning, and the formula that gives its value.
#pragma once

#include <span>
#include <string_view>

#include "metrics/batch_means.hpp"
#include "metrics/cell_counts.hpp"
#include "metrics/chain_moments.hpp"
#include "metrics/even_draws.hpp"
#include "metrics/metric_context.hpp"

namespace skald {

// What a metric asks of the problem, beside draws.
enum class MetricNeed {
  nothing,
  gaussian_target,
  oracle,
  class_predictions,
  label_predictions,
  predictions,         // of classes or labels
  client_predictions,  // of classes, on test rows whose clients are known
  reference,           // predictions of a reference run
  reference_draws,     // draws of a reference run
  reference_posterior
};

// What a value is computed from. Pointers are null and blocks empty where no requested metric needs
// them.
struct MetricInputs {
  const MetricContext& context;
  const Costs& costs;
  const ChainMoments& moments;
  const BatchMeans* coordinates = nullptr;       // of theta, spread evenly over its coordinates
  const BatchMeans* square_distances = nullptr;  // of ||X - x*||^2, one coordinate
  ConstBlock predictive;                         // predictive average, classes x test rows
  ConstBlock mean_parameter_prediction;          // class probabilities at the mean parameter
  const ReferenceComparison* comparison = nullptr;
  const EvenDraws* sequences = nullptr;   // of theta, at most 32 coordinates spread evenly
  const EvenDraws* points = nullptr;      // of theta, at most 512 of all chains
  ConstBlock target_points;               // as many draws from the target
  const EvenDraws* potentials = nullptr;  // U of draws
  double mode_potential = 0;              // U(x*)
  ConstBlock reference_points;            // of a reference run, at most 512
  const CellCounts* cells = nullptr;      // of theta
  double reference_level = 0;             // of U, as of potentials, over all draws of that run
};

struct MetricDefinition {
  std::string_view name;        // as in grids and in the results database
  std::string_view unit;        // "1" for pure numbers; theta: the unit of a parameter
  std::string_view definition;  // one sentence, with formula and source
  int better;                   // -1: smaller is better, +1: larger, 0: neither
  MetricNeed need;
  double (*value)(const MetricInputs&);  // NaN where there are too few draws
  bool sparse = false;                   // too dear for every record: 1, 2, 4, 8, ... and the last
};

// In the order in which people read them. X is a draw of theta, x* the mode of the posterior, time
// averages are over the draws since burn-in.
std::span<const MetricDefinition> metric_definitions();

// The definition of that name, or null.
const MetricDefinition* find_metric(std::string_view name);

}  // namespace skald
