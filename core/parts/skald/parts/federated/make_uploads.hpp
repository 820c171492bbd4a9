// The uploads of an optimiser, for the unit that its options protect.
#pragma once

#include <memory>

#include "skald/parts/compiled.hpp"
#include "skald/parts/federated/private_uploads.hpp"
#include "skald/parts/federated/uploads.hpp"

namespace skald {

// `path` matters to the sensitivity of records, how `rounds` draw clients to that of clients;
// `bare`: whether more leaves a client than its upload (LocalSolver::leaves_bare()). Throws what
// the constructors throw, and std::invalid_argument for options that contradict each other.
std::unique_ptr<Uploads> make_uploads(const OptimiserOptions& options, const Rounds& rounds,
                                      PrivateUploads::Path path = PrivateUploads::Path(),
                                      bool bare = false);

}  // namespace skald
