#include "observables/predictive.hpp"

#include "text/number_text.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace skald::observables {

Predictive::Predictive(Index classes, Index rows)
    : classes_(classes), rows_(rows), state_(static_cast<std::size_t>(1 + classes * rows)) {}

void Predictive::observe(ConstBlock probabilities) {
  if (probabilities.rows != classes_ || probabilities.cols != rows_) {
    throw std::invalid_argument("class probabilities are " + std::to_string(probabilities.rows) +
                                " x " + std::to_string(probabilities.cols) + ", expected " +
                                text::counted(classes_, "class", "classes") + " x " +
                                std::to_string(rows_) + " test rows");
  }
  ++state_[0];
  Eigen::Map<Eigen::MatrixXd>(state_.data() + 1, classes_, rows_) += probabilities.matrix();
}

void Predictive::restart() { std::fill(state_.begin(), state_.end(), 0.0); }

Eigen::MatrixXd Predictive::average() const {
  return Eigen::Map<const Eigen::MatrixXd>(state_.data() + 1, classes_, rows_) / state_[0];
}

}  // namespace skald::observables
