// The uploads of an optimiser, for the unit that its options protect.
#pragma once

#include <memory>
#include <stdexcept>

#include "skald/parts/federated/client_updates.hpp"
#include "skald/parts/federated/private_uploads.hpp"

namespace skald {

// Throws std::invalid_argument if options say who adds noise that nobody adds.
inline void refuse_idle_shares(const OptimiserOptions& options) {
  const bool by_clients = options.noise_by == "clients";
  if (by_clients && !options.protects_clients()) {
    throw std::invalid_argument(
        "noise_by is clients, but unit is record, where every upload has noise of its own: set "
        "unit to client, or leave noise_by out");
  }
  if (options.dropout && !by_clients) {
    throw std::invalid_argument(
        "dropout is given, but the server adds the noise: set noise_by to clients, or leave "
        "dropout out");
  }
}

// `path` matters to the sensitivity of records, how `rounds` draw clients to that of clients.
// Throws what the constructors throw.
inline std::unique_ptr<Uploads> make_uploads(const OptimiserOptions& options, const Rounds& rounds,
                                             PrivateUploads::Path path = PrivateUploads::Path()) {
  refuse_idle_shares(options);
  if (options.protects_clients()) return std::make_unique<ClientUpdates>(options, rounds.scheme());
  return std::make_unique<PrivateUploads>(options, path);
}

}  // namespace skald
