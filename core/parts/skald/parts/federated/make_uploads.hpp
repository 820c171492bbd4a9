// The uploads of an optimiser, for the unit that its options protect.
#pragma once

#include <memory>

#include "skald/parts/federated/client_updates.hpp"
#include "skald/parts/federated/private_uploads.hpp"

namespace skald {

// `path` matters to the sensitivity of records, how `rounds` draw clients to that of clients.
// Throws what the constructors throw.
inline std::unique_ptr<Uploads> make_uploads(const OptimiserOptions& options, const Rounds& rounds,
                                             PrivateUploads::Path path = PrivateUploads::Path()) {
  if (options.protects_clients()) return std::make_unique<ClientUpdates>(options, rounds.scheme());
  return std::make_unique<PrivateUploads>(options, path);
}

}  // namespace skald
