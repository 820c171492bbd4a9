#include "predictions/probabilities.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "skald/parts/not_a_number.hpp"

namespace skald {
namespace {

std::string shape(ConstBlock block) {
  return std::to_string(block.rows) + " x " + std::to_string(block.cols);
}

void check(ConstBlock probabilities) {
  if (probabilities.rows < 1 || probabilities.cols < 1) {
    throw std::invalid_argument("class probabilities are " + shape(probabilities) +
                                " (classes x rows), expected at least one class and one row");
  }
}

void check(ConstBlock probabilities, Labels labels) {
  check(probabilities);
  if (static_cast<Index>(labels.size()) != probabilities.cols) {
    throw std::invalid_argument(std::to_string(labels.size()) +
                                " labels for class probabilities of " + shape(probabilities) +
                                " (classes x rows), expected one per row");
  }
  const auto outside = std::find_if(labels.begin(), labels.end(), [&](std::int32_t label) {
    return label < 0 || label >= probabilities.rows;
  });
  if (outside != labels.end()) {
    throw std::invalid_argument("label of row " + std::to_string(outside - labels.begin()) +
                                " is " + std::to_string(*outside) + ", expected 0 to " +
                                std::to_string(probabilities.rows - 1));
  }
}

void check(ConstBlock probabilities, ConstBlock reference) {
  check(probabilities);
  if (probabilities.rows != reference.rows || probabilities.cols != reference.cols) {
    throw std::invalid_argument("class probabilities are " + shape(probabilities) +
                                " (classes x rows) and their reference is " + shape(reference) +
                                "; both must be of the same classes and test rows");
  }
}

Index top_class(ConstBlock probabilities, Index row) {
  Index best = 0;
  const auto p = probabilities.column(row);
  for (Index c = 1; c < p.size(); ++c) {
    if (p[c] > p[best]) best = c;
  }
  return best;
}

Index label_of(Labels labels, Index row) { return labels[static_cast<std::size_t>(row)]; }

// Returns m - 1 for the bucket ((m-1)/M, m/M] that contains p.
std::size_t bucket(double p, Index bins) {
  if (!(p > 0)) return 0;
  const auto m = static_cast<Index>(std::ceil(p * static_cast<double>(bins)));
  return static_cast<std::size_t>(std::clamp<Index>(m, 1, bins) - 1);
}

double average(double sum, ConstBlock probabilities) {
  return sum / static_cast<double>(probabilities.cols);
}

// Of one class: its rows, those for which it is the most probable class, and those that are both.
struct ClassCounts {
  double labelled = 0, predicted = 0, right = 0;
};

std::vector<ClassCounts> counts_by_class(ConstBlock probabilities, Labels labels) {
  std::vector<ClassCounts> counts(static_cast<std::size_t>(probabilities.rows));
  for (Index r = 0; r < probabilities.cols; ++r) {
    const Index top = top_class(probabilities, r), label = label_of(labels, r);
    ++counts[static_cast<std::size_t>(label)].labelled;
    ++counts[static_cast<std::size_t>(top)].predicted;
    if (top == label) ++counts[static_cast<std::size_t>(label)].right;
  }
  return counts;
}

// `of_class(c)` of class 1 of two, otherwise its mean over the classes for which it is not NaN; NaN
// if there is none.
template <class OfClass>
double over_classes(Index classes, OfClass of_class) {
  if (classes == 2) return of_class(1);
  double sum = 0, count = 0;
  for (Index c = 0; c < classes; ++c) {
    const double score = of_class(c);
    if (std::isnan(score)) continue;
    sum += score;
    ++count;
  }
  return count > 0 ? sum / count : kNotANumber;
}

// The area under the ROC curve of class c, from the mean ranks of its rows by p(c).
double auc_of(Index c, ConstBlock probabilities, Labels labels) {
  std::vector<std::pair<double, bool>> rows;  // p(c), and whether the row is of the class
  rows.reserve(labels.size());
  for (Index r = 0; r < probabilities.cols; ++r)
    rows.emplace_back(probabilities.column(r)[c], label_of(labels, r) == c);
  std::sort(rows.begin(), rows.end());
  double own = 0, own_before_others = 0;  // pairs in which the row of the class has the larger p
  double others = 0;
  for (auto tie = rows.begin(); tie != rows.end();) {
    const auto end =
        std::find_if(tie, rows.end(), [&](auto& row) { return row.first > tie->first; });
    const auto of_class =
        static_cast<double>(std::count_if(tie, end, [](const auto& row) { return row.second; }));
    const double of_others = static_cast<double>(end - tie) - of_class;
    own_before_others += of_class * (others + 0.5 * of_others);
    own += of_class;
    others += of_others;
    tie = end;
  }
  return own > 0 && others > 0 ? own_before_others / (own * others) : kNotANumber;
}

}  // namespace

double accuracy(ConstBlock probabilities, Labels labels) {
  check(probabilities, labels);
  if (!probabilities.matrix().allFinite()) return kNotANumber;
  double right = 0;
  for (Index r = 0; r < probabilities.cols; ++r) {
    if (top_class(probabilities, r) == label_of(labels, r)) ++right;
  }
  return average(right, probabilities);
}

double balanced_accuracy(ConstBlock probabilities, Labels labels) {
  check(probabilities, labels);
  if (!probabilities.matrix().allFinite()) return kNotANumber;
  double sum = 0, classes = 0;
  for (const ClassCounts& counts : counts_by_class(probabilities, labels)) {
    if (counts.labelled == 0) continue;
    sum += counts.right / counts.labelled;
    ++classes;
  }
  return sum / classes;
}

double f1(ConstBlock probabilities, Labels labels) {
  check(probabilities, labels);
  if (!probabilities.matrix().allFinite()) return kNotANumber;
  const std::vector<ClassCounts> all = counts_by_class(probabilities, labels);
  return over_classes(probabilities.rows, [&](Index c) {
    const ClassCounts& counts = all[static_cast<std::size_t>(c)];
    const double rows = counts.labelled + counts.predicted;
    return rows > 0 ? 2 * counts.right / rows : kNotANumber;
  });
}

double auc(ConstBlock probabilities, Labels labels) {
  check(probabilities, labels);
  if (!probabilities.matrix().allFinite()) return kNotANumber;
  return over_classes(probabilities.rows,
                      [&](Index c) { return auc_of(c, probabilities, labels); });
}

ClientAccuracy client_accuracy(ConstBlock probabilities, Labels labels,
                               std::span<const std::int32_t> client) {
  check(probabilities, labels);
  if (client.size() != labels.size()) {
    throw std::invalid_argument("accuracy of clients: " + std::to_string(client.size()) +
                                " clients for " + std::to_string(labels.size()) +
                                " rows, expected one per row");
  }
  if (!probabilities.matrix().allFinite()) return {kNotANumber, kNotANumber, kNotANumber};
  std::map<std::int32_t, std::pair<double, double>> rows;  // right and all, by client
  for (Index r = 0; r < probabilities.cols; ++r) {
    if (client[static_cast<std::size_t>(r)] < 0) continue;
    auto& [right, all] = rows[client[static_cast<std::size_t>(r)]];
    right += top_class(probabilities, r) == label_of(labels, r) ? 1 : 0;
    ++all;
  }
  if (rows.empty()) return {kNotANumber, kNotANumber, kNotANumber};
  std::vector<double> shares;
  shares.reserve(rows.size());
  for (const auto& [c, counts] : rows) shares.push_back(counts.first / counts.second);
  std::sort(shares.begin(), shares.end());
  const double place = 0.1 * static_cast<double>(shares.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, shares.size() - 1);
  return {std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size()),
          shares.front(),
          shares[below] + (place - std::floor(place)) * (shares[above] - shares[below])};
}

double top_accuracy(Index k, ConstBlock probabilities, Labels labels) {
  check(probabilities, labels);
  if (k < 1) {
    throw std::invalid_argument("accuracy of the first k classes: k is " + std::to_string(k) +
                                ", expected at least 1");
  }
  if (!probabilities.matrix().allFinite()) return kNotANumber;
  double right = 0;
  for (Index r = 0; r < probabilities.cols; ++r) {
    const auto p = probabilities.column(r);
    const Index label = label_of(labels, r);
    Index before = 0;
    for (Index c = 0; c < p.size(); ++c) {
      if (p[c] > p[label] || (p[c] == p[label] && c < label)) ++before;
    }
    if (before < k) ++right;
  }
  return average(right, probabilities);
}

double brier_score(ConstBlock probabilities, Labels labels) {
  check(probabilities, labels);
  double sum = 0;
  for (Index r = 0; r < probabilities.cols; ++r) {
    const auto p = probabilities.column(r);
    for (Index c = 0; c < p.size(); ++c) {
      const double miss = p[c] - (c == label_of(labels, r) ? 1 : 0);
      sum += miss * miss;
    }
  }
  return average(sum, probabilities);
}

NegativeLogLikelihood negative_log_likelihood(ConstBlock probabilities, Labels labels) {
  check(probabilities, labels);
  constexpr double smallest = NegativeLogLikelihood::smallest_probability;
  NegativeLogLikelihood result;
  double sum = 0;
  for (Index r = 0; r < probabilities.cols; ++r) {
    const double p = probabilities.column(r)[label_of(labels, r)];
    if (p < smallest) ++result.clamps;
    sum -= std::log(p < smallest ? smallest : p);
  }
  result.mean = average(sum, probabilities);
  return result;
}

double calibration_error(ConstBlock probabilities, Labels labels, Index bins) {
  check(probabilities, labels);
  if (bins < 1) {
    throw std::invalid_argument("calibration error: bins is " + std::to_string(bins) +
                                ", expected at least 1");
  }
  // |B| |accuracy - confidence| of a bucket is |number right - sum of confidences|.
  std::vector<double> excess(static_cast<std::size_t>(bins));
  for (Index r = 0; r < probabilities.cols; ++r) {
    const Index top = top_class(probabilities, r);
    const double confidence = probabilities.column(r)[top];
    excess[bucket(confidence, bins)] += (top == label_of(labels, r) ? 1 : 0) - confidence;
  }
  double sum = 0;
  for (const double e : excess) sum += std::abs(e);
  return average(sum, probabilities);
}

double agreement(ConstBlock probabilities, ConstBlock reference) {
  check(probabilities, reference);
  if (!probabilities.matrix().allFinite() || !reference.matrix().allFinite()) return kNotANumber;
  double same = 0;
  for (Index r = 0; r < probabilities.cols; ++r) {
    if (top_class(probabilities, r) == top_class(reference, r)) ++same;
  }
  return average(same, probabilities);
}

double total_variation(ConstBlock probabilities, ConstBlock reference) {
  check(probabilities, reference);
  return average(0.5 * (probabilities.matrix() - reference.matrix()).cwiseAbs().sum(),
                 probabilities);
}

}  // namespace skald
