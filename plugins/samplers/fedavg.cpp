// FedAvg, federated averaging. In every round the server sends theta to S of N clients; each runs K
// steps of minibatch SGD on its mean loss F_c,
//
//   y <- y - lr g(y),   g: batch mean of the rows' gradients, each clipped to norm `clip` if one is
//   set (a given norm, or one that follows a quantile: see adaptive_clip.hpp)
//
// and uploads its move y - theta, to which the privacy mechanism adds its noise (see
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
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/make_uploads.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/langevin/noiseless_law.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {};
constexpr auto options =
    append(append(append(append(optimiser_options<Options>(), momentum_option<Options>()),
                         clip_options<Options>()),
                  server_options<Options>()),
           append(append(client_unit_options<Options>(), noise_by_options<Options>()),
                  append(step_noise_options<Options>(), correlation_options<Options>())));

class FedAvg final : public Sampler {
 public:
  explicit FedAvg(const Options& o)
      : options_(o),
        rounds_(o),
        local_(o, o.records()),
        uploads_(make_uploads(o, rounds_, {.records = o.records()})) {}

  Output output() const override { return Output::point_estimate; }
  Rest rest() const override { return rest_; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    const double bits = vector_bits(theta.rows) + uploads_->extra_bits();
    rounds_.start(context, theta, {.up = bits, .down = bits});
    local_.start(context.slots());
    uploads_->start(context, theta.rows, theta.cols);
    rest_ = stops(context) ? optimum(context.problem, options_) : Rest::unstated;
    noiseless_.start(context.problem, options_, plain(context));
    state_.clear();
    rounds_.add_state(state_);
    uploads_->add_state(state_);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) {
      uploads_->begin(round, local_);
      rounds_.for_each_client(
          round,
          [&](const Participant& client) {
            uploads_->protect(client, local_, local_.train(client));
          },
          [&](const Participant& client) { uploads_->take(client, local_.move(client), rounds_); });
      uploads_->end(round, rounds_);
    });
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    uploads_->releases(problem, rounds_, iterations, plan);
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    return noiseless_.describe(options_.lr, options_.round_length(), law);
  }

 private:
  // Whether moves are gradients at the server's state.
  bool stops(const Context& context) const {
    return options_.round_length() == 1 && everyone_takes_part(context, options_) &&
           is_quiet(context);
  }
  // Whether rounds are those of NoiselessLaw.
  bool plain(const Context& context) const {
    return everyone_takes_part(context, options_) && is_quiet(context) &&
           options_.weights == "examples" && options_.momentum == 0 && std::isinf(options_.clip) &&
           options_.lr_schedule == "constant" &&
           options_.records() == Sampling::without_replacement &&
           takes_all_rows(context.problem, options_.batch);
  }

  Options options_;
  Rounds rounds_;
  LocalSgd local_;
  std::unique_ptr<Uploads> uploads_;
  NoiselessLaw noiseless_;
  Rest rest_ = Rest::unstated;
  std::vector<NamedBlock> state_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedAvg, Options, options>(
    {.name = "fedavg",
     .version = "1.0.0",
     .numerics_revision = 2,
     .summary = "FedAvg: federated averaging with K local SGD steps at S of N clients per round, "
                "optionally with clipped and privatised uploads",
     .reference = "McMahan et al. (2017), Communication-efficient learning of deep networks from "
                  "decentralized data; server optimisers: Hsu et al. (2019), Reddi et al. (2021)",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
