#include "record/predictive_metrics.hpp"

#include <algorithm>
#include <array>

namespace skald::record {
namespace {

constexpr std::array<std::string_view, 13> predictive{"accuracy",
                                                      "accuracy_mean_parameter",
                                                      "brier",
                                                      "client_accuracy_mean",
                                                      "client_accuracy_p10",
                                                      "client_accuracy_worst",
                                                      "ece",
                                                      "macro_f1",
                                                      "micro_f1",
                                                      "nll",
                                                      "precision",
                                                      "recall",
                                                      "recall_at_k"};

}  // namespace

bool judges_predictions(std::string_view metric) {
  return std::find(predictive.begin(), predictive.end(), metric) != predictive.end();
}

}  // namespace skald::record
