#include "database/reference_artifacts.hpp"

#include <utility>

#include "text/wire.hpp"

namespace skald {
namespace {

using Matrix = std::optional<Eigen::MatrixXd>;

constexpr std::pair<const char*, Matrix ReferenceOutcome::*> kArtifacts[] = {
    {"predictive_average", &ReferenceOutcome::predictive_average},
    {"reference_draws", &ReferenceOutcome::draws}};

std::vector<std::byte> to_bytes(const Eigen::MatrixXd& matrix) {
  WireWriter wire;
  wire.put(matrix);
  const std::string text = wire.take();
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

}  // namespace

std::vector<ArtifactRecord> reference_artifacts(const ReferenceOutcome& outcome) {
  std::vector<ArtifactRecord> artifacts;
  for (const auto& [name, part] : kArtifacts) {
    if (outcome.*part) artifacts.push_back({name, to_bytes(*(outcome.*part))});
  }
  return artifacts;
}

ReferenceOutcome read_reference(
    const std::function<std::optional<std::vector<std::byte>>(const std::string& name)>& artifact) {
  ReferenceOutcome outcome;
  for (const auto& [name, part] : kArtifacts) {
    const auto bytes = artifact(name);
    if (!bytes) continue;
    WireReader wire({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    outcome.*part = wire.get<Eigen::MatrixXd>();
  }
  return outcome;
}

}  // namespace skald
