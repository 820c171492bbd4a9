// Clients whose labels follow a linear model each.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "skald/random.hpp"

namespace skald {

// Rows (x, y) with x ~ N(v, diag(j^-1.2)), j = 1, ..., d, and y = argmax(W x + b).
class SoftmaxClient {
 public:
  // W is classes x d, b and v are the bias and the mean of the features.
  struct Law {
    Eigen::MatrixXd weights;
    Eigen::VectorXd bias, mean;
  };

  explicit SoftmaxClient(Law law) : law_(std::move(law)), deviation_(law_.mean.size()) {
    for (Index j = 0; j < deviation_.size(); ++j)
      deviation_[j] = std::pow(static_cast<double>(j + 1), -0.6);
  }

  // Rows first, first + 1, ... of client c, one column of `features` (d x rows) each, from stream
  // (dataset, c), iteration 1.
  void rows(const Random& random, Index client, Index first, Block features,
            std::span<double> labels) {
    random.normal({Role::dataset, client, first}, 1, features);
    for (Index r = 0; r < features.cols; ++r) {
      auto x = features.column(r);
      x = x.array() * deviation_ + law_.mean.array();
      Index best = 0;
      scores_.noalias() = law_.weights * x;
      (scores_ + law_.bias).maxCoeff(&best);
      labels[static_cast<std::size_t>(r)] = static_cast<double>(best);
    }
  }

 private:
  Law law_;
  Eigen::VectorXd scores_;
  Eigen::ArrayXd deviation_;
};

}  // namespace skald
