#include "predictions/multi_label.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace skald {
namespace {

using Eigen::Index;

struct Counts {
  double right = 0, predicted = 0, labelled = 0;
};

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

double f1(const Counts& n) { return ratio(2 * n.right, n.predicted + n.labelled); }

void check(const LabelScores& scores, const TrueLabels& truth) {
  if (scores.size() == 0 || scores.rows() != truth.rows() || scores.cols() != truth.cols()) {
    throw std::invalid_argument(
        "multi-label scores are " + std::to_string(scores.rows()) + " x " +
        std::to_string(scores.cols()) + " and the true labels " + std::to_string(truth.rows()) +
        " x " + std::to_string(truth.cols()) +
        " (labels x rows), expected the same shape with at least one label and row");
  }
}

Counts count_label(const LabelScores& scores, const TrueLabels& truth, Index label,
                   double threshold) {
  Counts n;
  for (Index r = 0; r < scores.cols(); ++r) {
    const bool predicted = scores(label, r) > threshold;
    n.predicted += predicted ? 1 : 0;
    n.labelled += truth(label, r) ? 1 : 0;
    n.right += predicted && truth(label, r) ? 1 : 0;
  }
  return n;
}

}  // namespace

MultiLabelScores multi_label_scores(const LabelScores& scores, const TrueLabels& truth,
                                    double threshold) {
  check(scores, truth);
  Counts pooled;
  MultiLabelScores result;
  for (Index label = 0; label < scores.rows(); ++label) {
    const Counts n = count_label(scores, truth, label, threshold);
    pooled.right += n.right;
    pooled.predicted += n.predicted;
    pooled.labelled += n.labelled;
    result.macro_f1 += f1(n) / static_cast<double>(scores.rows());
  }
  result.precision = ratio(pooled.right, pooled.predicted);
  result.recall = ratio(pooled.right, pooled.labelled);
  result.micro_f1 = f1(pooled);
  return result;
}

double recall_at(Index k, const LabelScores& scores, const TrueLabels& truth) {
  check(scores, truth);
  if (k < 1) {
    throw std::invalid_argument("recall@k: k is " + std::to_string(k) + ", expected at least 1");
  }
  std::vector<Index> ranked(static_cast<std::size_t>(scores.rows()));
  const auto kth = ranked.begin() + std::min(k, scores.rows());
  double sum = 0;
  double rows = 0;
  for (Index r = 0; r < scores.cols(); ++r) {
    const auto labelled = static_cast<double>(truth.col(r).count());
    if (labelled == 0) continue;
    std::iota(ranked.begin(), ranked.end(), Index{0});
    std::partial_sort(ranked.begin(), kth, ranked.end(), [&](Index a, Index b) {
      return scores(a, r) != scores(b, r) ? scores(a, r) > scores(b, r) : a < b;
    });
    const auto found = std::count_if(ranked.begin(), kth, [&](Index l) { return truth(l, r); });
    sum += static_cast<double>(found) / labelled;
    ++rows;
  }
  return sum / rows;
}

}  // namespace skald
