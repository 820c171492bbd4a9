#include "skald/parts/federated/make_uploads.hpp"

#include <stdexcept>
#include <string>

#include "skald/parts/federated/client_updates.hpp"
#include "skald/parts/federated/noisy_steps.hpp"

namespace skald {
namespace {

// Throws std::invalid_argument if options say who adds noise that nobody adds.
void refuse_idle_shares(const OptimiserOptions& options) {
  if (options.noise_by != "server" && !options.protects_clients()) {
    throw std::invalid_argument(
        "noise_by is " + std::string(options.noise_by) +
        ", but unit is record, where every upload has noise of its own: set unit to client, or "
        "leave noise_by out");
  }
  if (options.dropout && options.noise_by != "clients") {
    throw std::invalid_argument(
        "dropout is given, but nobody adds shares of the noise: set noise_by to clients, or leave "
        "dropout out");
  }
}

// Throws std::invalid_argument if noise in the steps leaves something of an upload bare.
void refuse_bare_steps(const OptimiserOptions& options) {
  if (!options.adds_noise_to_steps()) return;
  if (options.protects_clients()) {
    throw std::invalid_argument(
        "noise_at is step, but unit is client, whose whole moves are clipped and noised: set unit "
        "to record, or leave noise_at out");
  }
  if (options.clip_rule != "given") {
    throw std::invalid_argument("noise_at is step, but clip_rule " +
                                std::string(options.clip_rule) +
                                " needs counts or norms of gradients, which leave with an upload "
                                "that has no noise of its own: set clip_rule to given");
  }
}

// Throws std::invalid_argument for turns and correlated noise without clients as units.
void refuse_turns_of_records(const OptimiserOptions& options) {
  const bool correlated = options.correlation != "none";
  if (!correlated && (options.horizon || options.correlation_size)) {
    throw std::invalid_argument(
        "horizon or correlation_size is given, but correlation is none: set correlation, or leave "
        "them out");
  }
  if (correlated || options.protects_clients() || options.client_sampling != "cyclic") return;
  throw std::invalid_argument(
      "client_sampling is cyclic, but unit is record, whose guarantee is that of clients drawn at "
      "random: set unit to client, or client_sampling to without_replacement");
}

}  // namespace

std::unique_ptr<Uploads> make_uploads(const OptimiserOptions& options, const Rounds& rounds,
                                      PrivateUploads::Path path, bool bare) {
  if (bare) return std::make_unique<NoisySteps>(options, path.records);
  refuse_idle_shares(options);
  refuse_bare_steps(options);
  refuse_turns_of_records(options);
  if (options.correlation != "none" && !options.protects_clients()) CorrelatedRounds{options};
  if (options.adds_noise_to_steps()) return std::make_unique<NoisySteps>(options, path.records);
  if (options.protects_clients()) return std::make_unique<ClientUpdates>(options, rounds.scheme());
  return std::make_unique<PrivateUploads>(options, path);
}

}  // namespace skald
