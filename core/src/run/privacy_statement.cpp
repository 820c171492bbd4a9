#include "run/privacy_statement.hpp"

#include <cmath>

#include "privacy/guarantee.hpp"
#include "record/records.hpp"

namespace skald::run {
namespace {

std::string eps_text(const Experiment& experiment, std::int64_t iterations) {
  const std::string released = describe(experiment.released(iterations));
  const std::string complaint = experiment.private_inputs().complaint();
  if (complaint.empty()) return released + ". ";
  return "epsilon inf: " + complaint + ". Of its releases alone: " + released + ". ";
}

std::string scope_text(const Experiment& experiment, const std::string& unit) {
  const std::int64_t chains = experiment.run().chains;
  std::string text =
      chains == 1 ? "One chain. " : "All " + std::to_string(chains) + " chains are composed. ";
  text += unit == "client"
              ? "Neighbouring data sets differ in all rows of one client, as rows are divided. "
              : "Neighbouring data sets differ in one record of one client, as rows are divided. ";
  return text +
         "Every replicate and every cell is a release of its own: skald account GRID composes a "
         "study. ";
}

std::string public_text(const PrivateInputs& inputs) {
  if (inputs.declared_public.empty()) return "";
  std::string text;
  for (const ReadInput& input : inputs.declared_public) {
    text += (text.empty() ? "" : "; ") + input.name + " (" + input.why + ")";
  }
  return "Declared public by run.public: " + text + ". ";
}

std::string claim_text(const std::optional<PublishedClaim>& claim) {
  return claim ? "Published: " + describe(*claim) + ". " : "";
}

std::string noise_text(const Mechanism& mechanism) {
  if (mechanism.is_for_publication()) {
    return "Noise, batches and participants came from the operating system: the run cannot be "
           "repeated. ";
  }
  return "Noise and sampling came from the run's seed, which is stored: a simulation of a release "
         "and none, since who has the seed takes the noise away, and runs of one seed share their "
         "normals. ";
}

std::string uncovered_text(std::span<const std::string> metrics) {
  std::string names;
  for (const std::string& metric : metrics) names += metric + ", ";
  return "Computed with rows in view and not covered by eps: " + names +
         "the label histogram, and whatever is measured on test rows of clients.";
}

}  // namespace

std::string privacy_statement(const Experiment& experiment, std::int64_t iterations,
                              std::span<const std::string> uncovered) {
  if (experiment.mechanism().claim().delta == 0) return "";
  return eps_text(experiment, iterations) + claim_text(experiment.published_claim(iterations)) +
         scope_text(experiment, experiment.released(iterations).scope.unit) +
         experiment.premises() + public_text(experiment.private_inputs()) +
         noise_text(experiment.mechanism()) + uncovered_text(uncovered);
}

}  // namespace skald::run
