// Mime: every local step is the step that a centralised optimiser with momentum would take, as far
// as a client can know it (see federated/methods/mime.hpp). Its fixed point is the optimum of the
// average loss, for every K. Gradients do not go through the privacy mechanism.

#include "skald/parts/federated/methods/mime.hpp"
#include "skald/plugin.hpp"

namespace {

struct Mime final : skald::MimeRounds {
  explicit Mime(const skald::MimeOptions& o) : MimeRounds(o, false) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Mime, skald::MimeOptions, skald::mime_options>(
    {.name = "mime",
     .numerics_revision = 2,
     .summary = "Mime: local steps with the server's momentum and variance-reduced gradients",
     .reference = "Karimireddy et al. (2020), Mime: mimicking centralized stochastic algorithms in "
                  "federated learning, algorithm 1",
     .side_by_side = "the clients of a round",
     .no_eps =
         "gradients and moments are sent without a clip or noise; take fedavg and set its clip"});
