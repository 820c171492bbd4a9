#include "predictions.hpp"

#include <string>

#include "cell/wire.hpp"

namespace skald {

std::vector<std::byte> predictions_to_bytes(const Eigen::MatrixXd& probabilities) {
  WireWriter wire;
  wire.put(probabilities);
  const std::string text = wire.take();
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

Eigen::MatrixXd predictions_from_bytes(std::span<const std::byte> bytes) {
  WireReader wire({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return wire.get<Eigen::MatrixXd>();
}

}  // namespace skald
