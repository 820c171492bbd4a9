#include "database/reference_artifacts.hpp"

#include <utility>

#include "text/wire.hpp"

namespace skald {
namespace {

using Matrix = std::optional<Eigen::MatrixXd>;

constexpr std::pair<const char*, Matrix record::ReferenceOutcome::*> kArtifacts[] = {
    {"predictive_average", &record::ReferenceOutcome::predictive_average},
    {"reference_draws", &record::ReferenceOutcome::draws}};

std::vector<std::byte> to_bytes(const Eigen::MatrixXd& matrix) {
  text::WireWriter wire;
  wire.put(matrix);
  const std::string text = wire.take();
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

}  // namespace

std::vector<record::ArtifactRecord> reference_artifacts(const record::ReferenceOutcome& outcome) {
  std::vector<record::ArtifactRecord> artifacts;
  for (const auto& [name, part] : kArtifacts) {
    if (outcome.*part) artifacts.push_back({name, to_bytes(*(outcome.*part))});
  }
  return artifacts;
}

record::ReferenceOutcome read_reference(
    const std::function<std::optional<std::vector<std::byte>>(const std::string& name)>& artifact) {
  record::ReferenceOutcome outcome;
  for (const auto& [name, part] : kArtifacts) {
    const auto bytes = artifact(name);
    if (!bytes) continue;
    text::WireReader wire({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    outcome.*part = wire.get<Eigen::MatrixXd>();
  }
  return outcome;
}

}  // namespace skald
