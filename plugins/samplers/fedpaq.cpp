// FedPaq: FedAvg whose uploads are quantised, 32 + d log2(2 levels + 1) bits each, or compressed in
// another way (see federated/methods/fedpaq_rounds.hpp); levels = 0 is FedAvg, bit for bit.
// Clipping, sensitivity and releases are those of FedAvg (private_uploads.hpp).

#include "skald/parts/federated/methods/fedpaq_rounds.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedOptions {};
constexpr auto options = append(
    append(
        append(optimiser_options<Options>(), momentum_option<Options>(), levels_option<Options>()),
        clip_options<Options>()),
    append(append(append(server_options<Options>(), client_unit_options<Options>()),
                  append(step_noise_options<Options>(), straggler_options<Options>())),
           compressor_options<Options>()));

struct FedPaq final : FedPaqRounds {
  explicit FedPaq(const Options& o) : FedPaqRounds(o) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedPaq, Options, options>(
    {.name = "fedpaq",
     .numerics_revision = 3,
     .summary = "FedPAQ: FedAvg with quantised uploads, optionally clipped and privatised before "
                "quantisation",
     .reference = "Reisizadeh et al. (2020), FedPAQ: a communication-efficient federated learning "
                  "method with periodic averaging and quantization",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
