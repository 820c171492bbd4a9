// MimeLite: Mime without the correction of the local gradients (see federated/methods/mime.hpp).
// beta = 0 is FedAvg, bit for bit. Gradients do not go through the privacy mechanism.

#include "skald/parts/federated/methods/mime.hpp"
#include "skald/plugin.hpp"

namespace {

struct MimeLite final : skald::MimeRounds {
  explicit MimeLite(const skald::MimeOptions& o) : MimeRounds(o, true) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<MimeLite, skald::MimeOptions, skald::mime_options>(
    {.name = "mime_lite",
     .numerics_revision = 2,
     .summary = "MimeLite: local steps with the server's momentum",
     .reference = "Karimireddy et al. (2020), Mime: mimicking centralized stochastic algorithms in "
                  "federated learning, algorithm 1",
     .side_by_side = "the clients of a round",
     .no_eps =
         "gradients and moments are sent without a clip or noise; take fedavg and set its clip"});
