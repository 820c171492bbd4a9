// Privacy-augmented FedPaq: FedPaq (federated/methods/fedpaq_rounds.hpp) whose client c draws one
// subsample of frac n_c of its rows per round, without replacement, and splits it into the batches
// of its K steps: every record is used at most once, clipped, before noise and quantiser. At
// eps = inf, clip = inf and levels = 0 it is FedAvg with batch = frac n_c / K, bit for bit.

#include "skald/parts/federated/methods/fedpaq_rounds.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedOptions {
  constexpr Options() { clip = 1; }
  double share = 0.2;
};
constexpr auto options =
    append(append(append(batchless_optimiser_options<Options>(),
                         option("frac", &Options::share,
                                "fraction of a client's rows used per round, each once; a "
                                "minibatch has frac n_c / K rows, rounded down but at least one")
                             .symbol("gamma")
                             .above(0)
                             .at_most(1),
                         levels_option<Options>()),
                  clip_options<Options>()),
           append(append(append(server_options<Options>(), client_unit_options<Options>()),
                         noise_at_option<Options>()),
                  compressor_options<Options>()));

CompressedOptions with_subsample(Options o) {
  o.frac = o.share;
  return o;
}

struct FedPaqPrivate final : FedPaqRounds {
  explicit FedPaqPrivate(const Options& o) : FedPaqRounds(with_subsample(o)) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedPaqPrivate, Options, options>(
    {.name = "fedpaq_private",
     .numerics_revision = 3,
     .summary = "Privacy-augmented FedPaq: per round, one subsample with clipped gradients, then "
                "noise, then quantisation",
     .reference = "Privacy-augmented FedPaq under data heterogeneity, algorithm 2",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
