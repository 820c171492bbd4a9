// The predictive average of a reference run, as it is kept in the store.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

namespace skald {

inline constexpr const char* kPredictionsArtifact = "predictive_average";

// Rows and columns as 64-bit integers, then the values column by column, in the machine's byte
// order.
std::vector<std::byte> predictions_to_bytes(const Eigen::MatrixXd& probabilities);
// Throws std::runtime_error where the bytes are not of that form.
Eigen::MatrixXd predictions_from_bytes(std::span<const std::byte> bytes);

}  // namespace skald
