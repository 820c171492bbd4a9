// FedAvg, federated averaging. In every round the server sends theta to S of N clients; each runs K
// steps of minibatch SGD on its mean loss F_c,
//
//   y <- y - lr g(y),   g: batch mean of the rows' gradients, each clipped to norm `clip` if one is
//   set (a given norm, or one that follows a quantile: see uploads.hpp)
//
// (or steps with momentum, of Nesterov or of Adam: local_optimiser.hpp) and uploads its move
// y - theta, to which the privacy mechanism adds its noise (see
// private_uploads.hpp). With noise_at step every g gets the noise instead, and the move none
// (step_noise.hpp). With unit client whole moves are clipped instead, and their sum gets the
// noise (client_updates.hpp; DP-FedAvg of McMahan et al., 2018), which may be correlated over
// rounds where clients take turns (correlated_rounds.hpp; DP-FTRL of Kairouz et al., 2021). The
// server moves by server_lr
// times the average of the moves, weighted by n_c over the sampled clients ("examples") or plainly
// ("uniform"); or it hands the average to another server optimiser: FedAvgM, FedAdagrad, FedAdam,
// FedYogi (see server_optimiser.hpp).
//
// Which rows a round uses is drawn anew each round, without replacement while one permutation of
// the client's rows suffices (record_batches.hpp); with noise_at step, anew for every step
// (step_batches.hpp). On all rows of all clients the law is known.

#include <cmath>
#include <memory>

#include "skald/minibatch.hpp"
#include "skald/parts/federated/local_solver.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {};
constexpr auto options =
    append(append(append(append(optimiser_options<Options>(), local_optimiser_options<Options>()),
                         clip_options<Options>()),
                  server_options<Options>()),
           append(append(client_unit_options<Options>(), noise_by_options<Options>()),
                  append(append(step_noise_options<Options>(), correlation_options<Options>()),
                         straggler_options<Options>())));

class FedAvg final : public StatedOptimiser {
 public:
  explicit FedAvg(const Options& o)
      : StatedOptimiser(o, std::make_unique<SgdSolver>(o, o.records()),
                        std::make_unique<StatedSgd>()),
        options_(o) {}

  void start(Context& context, Block theta) override {
    StatedOptimiser::start(context, theta);
    noiseless_.start(context.problem, options_, plain(context));
  }
  bool law(LangevinLaw& law) const override {
    return noiseless_.describe(options_.lr, options_.round_length(), law);
  }

 private:
  // Whether rounds are those of NoiselessLaw.
  bool plain(const Context& context) const {
    return everyone_takes_part(context, options_) && is_quiet(context) &&
           options_.weights == "examples" && options_.steps_plainly() &&
           std::isinf(options_.clip) && options_.has_constant_rate() &&
           options_.records() == Sampling::without_replacement &&
           takes_all_rows(context.problem, options_.batch) && options_.stragglers == 0;
  }

  Options options_;
  NoiselessLaw noiseless_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedAvg, Options, options>(
    {.name = "fedavg",
     .numerics_revision = 3,
     .summary = "FedAvg: federated averaging with K local SGD steps at S of N clients per round, "
                "optionally with clipped and privatised uploads",
     .reference = "McMahan et al. (2017), Communication-efficient learning of deep networks from "
                  "decentralized data; server optimisers: Hsu et al. (2019), Reddi et al. (2021)",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
