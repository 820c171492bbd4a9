// Scores of multi-label classification, where a row has any number of true labels (FedPA, Stack
// Overflow tag prediction; Reddi et al. 2021).
#pragma once

#include <Eigen/Core>

namespace skald {

// Both arguments are labels x rows: `scores` (larger means more likely) and `truth` (true if the
// row has the label).
using LabelScores = Eigen::Ref<const Eigen::MatrixXd>;
using TrueLabels = Eigen::Ref<const Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>>;

struct MultiLabelScores {
  double precision = 0;  // pooled over rows and labels: right / predicted
  double recall = 0;     // pooled: right / true
  double micro_f1 = 0;   // 2 right / (predicted + true), counts pooled over labels
  double macro_f1 = 0;   // mean over labels of 2 right / (predicted + true)
};

// A label is predicted if its score exceeds `threshold`. A ratio whose denominator is zero counts
// as 0. Throws std::invalid_argument if shapes differ or are empty.
MultiLabelScores multi_label_scores(const LabelScores& scores, const TrueLabels& truth,
                                    double threshold = 0.5);

// Mean over rows of (true labels among the k highest scores) / (true labels); of equal scores, the
// lower label ranks first. Rows without a true label do not count; NaN if no row has one. Requires
// k >= 1; with fewer than k labels, all are taken.
double recall_at(Eigen::Index k, const LabelScores& scores, const TrueLabels& truth);

}  // namespace skald
