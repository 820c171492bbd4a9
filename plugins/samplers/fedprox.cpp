// FedProx: FedAvg whose clients stay near the server. Client c takes its K local steps on
//
//   F_c(y) + mu / 2 |y - theta|^2
//
// with theta the state it received. mu = 0 is FedAvg, bit for bit. Clipping and privacy are those
// of FedAvg (private_uploads.hpp): the proximal term is not data and is not clipped.

#include <memory>

#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/local_solver.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedOptions {
  double mu = 0.1;
};
constexpr auto options = append(
    append(append(append(optimiser_options<Options>(), local_optimiser_options<Options>()),
                  option("mu", &Options::mu, "strength of the proximal term (mu/2) |y - theta|^2")
                      .symbol("mu")
                      .at_least(0)),
           clip_options<Options>()),
    append(append(append(server_options<Options>(), client_unit_options<Options>()),
                  noise_by_options<Options>()),
           append(append(step_noise_options<Options>(), compression_options<Options>()),
                  straggler_options<Options>())));

struct FedProx final : StatedOptimiser {
  explicit FedProx(const Options& o)
      : StatedOptimiser(o, std::make_unique<SgdSolver>(o, o.records(), o.mu),
                        std::make_unique<StatedSgd>(o.mu), o.compression("none")) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedProx, Options, options>(
    {.name = "fedprox",
     .numerics_revision = 3,
     .summary = "FedProx: FedAvg with a proximal term that keeps clients near the server's model",
     .reference = "Li et al. (2020), Federated optimization in heterogeneous networks",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
