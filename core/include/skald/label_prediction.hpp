// Extension of a model whose rows have any number of labels each.
#pragma once

#include "skald/model.hpp"

namespace skald {

// The true labels are the table's array "labels": labels x rows, 1 where the row has the label.
class LabelPrediction {
 public:
  static constexpr const char* id = "skald.label_prediction/1";
  virtual ~LabelPrediction() = default;

  virtual Index labels() const = 0;
  // probabilities(l, r) = p(row r has label l | theta), one parameter column; labels x rows.count.
  virtual void predict_labels(const Rows& rows, ConstBlock theta, Block probabilities) const = 0;
};

}  // namespace skald
