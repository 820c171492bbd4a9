// FedPaq: FedAvg whose uploads are quantised. Client c sends Q(y_K - theta) with the unbiased
// quantiser of QSGD (see quantiser.hpp), 32 + d log2(2 levels + 1) bits; levels = 0 is FedAvg, bit
// for bit.
//
// With a privacy mechanism it is privacy-augmented FedPaq, Q(y_K - theta + z): the noise is added
// before the quantiser, which so is post-processing, and clipping, sensitivity and release plan are
// those of FedAvg (private_uploads.hpp): while K batch rows are at most the client's, a round uses
// one sample of them without replacement, every record once.

#include "skald/federated/local_sgd.hpp"
#include "skald/federated/private_uploads.hpp"
#include "skald/federated/quantiser.hpp"
#include "skald/federated/rounds.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  std::int64_t levels = 10;
};
constexpr auto options = append(
    append(
        optimiser_options<Options>(), momentum_option<Options>(), clip_option<Options>(),
        option("levels", &Options::levels, "levels of the quantiser; 0: uploads are not quantised")
            .symbol("s")
            .at_least(0)),
    server_options<Options>());

class FedPaq final : public Sampler {
 public:
  explicit FedPaq(const Options& o) : rounds_(o), local_(o), uploads_(o), quantiser_(o.levels) {}

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    rounds_.start(context, theta);
    local_.start(theta.rows);
    uploads_.start(context.problem);
    uniforms_.resize(theta.rows, 1);
    state_ = {rounds_.server_state(), rounds_.optimiser_state()};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) {
      for (const std::int32_t c : round.cohort) {
        Eigen::MatrixXd& move = local_.train(round, c);
        uploads_.privatize(round, c, move);
        round.context.random.uniform({Role::quantiser, c, round.chain}, round.k, view(uniforms_));
        quantiser_.compress(uniforms_.data(), move.rows(), move.data());
        rounds_.add(round, c, move);
      }
      rounds_.count(round, quantiser_.bits(uniforms_.rows()), rounds_.vector());
    });
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    uploads_.releases(problem, iterations, plan);
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  Rounds rounds_;
  LocalSgd local_;
  PrivateUploads uploads_;
  Quantiser quantiser_;
  Eigen::MatrixXd uniforms_;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedPaq, Options, options>(
    {.name = "fedpaq",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary =
         "FedAvg with quantised uploads, optionally clipped and privatised before quantising",
     .reference = "Reisizadeh et al. (2020), FedPAQ: a communication-efficient federated learning "
                  "method with periodic averaging and quantization"});
