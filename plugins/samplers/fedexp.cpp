// FedExP: FedAvg whose server takes a longer step the more the clients' moves cancel. With the
// moves Delta_c = y_c - theta of the cohort and weights that add up to 1 over it,
//
//   theta <- theta + eta sum_c w_c Delta_c,
//   eta = max(1, sum_c w_c |Delta_c|^2 / (2 (|sum_c w_c Delta_c|^2 + epsilon))).
//
// The server computes eta from the moves that it has received: noise in them makes it longer. The
// fixed points are FedAvg's, but eta is 1 / (2 epsilon) times sum_c w_c |Delta_c|^2 there, which is
// not 0 where clients differ: a fixed point is stable only if epsilon is large enough. The scalar
// server_step is eta.

#include <algorithm>
#include <memory>

#include "skald/parts/federated/compression/compression_options.hpp"
#include "skald/parts/federated/federated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedOptions {
  double epsilon = 1e-3;
};
constexpr auto options =
    append(append(append(optimiser_options<Options>(), momentum_option<Options>(),
                         option("epsilon", &Options::epsilon,
                                "constant added to the squared norm of the average move")
                             .above(0)),
                  clip_options<Options>()),
           append(append(append(step_noise_options<Options>(), compression_options<Options>()),
                         straggler_options<Options>()),
                  record_unit_option<Options>(&OptimiserOptions::unit)));

// Local SGD, whose average move is extrapolated.
class ExtrapolatedSgd final : public LocalSolver {
 public:
  explicit ExtrapolatedSgd(const Options& o)
      : LocalSolver(o, o.records()), records_(o.records()), epsilon_(o.epsilon) {
    refuse_clients(o.unit, "the server needs the norm of every client's move");
  }

  void begin(const Round&, const Rounds& rounds) override {
    rounds_ = &rounds;
    squares_ = total_ = 0;
  }
  Eigen::MatrixXd& train(const Participant& at) override { return sgd_.train(at); }
  bool take(const Participant& at) override {
    const double weight = rounds_->factor(at.client);
    squares_ += weight * sgd_.move(at).squaredNorm();
    total_ += weight;
    return true;
  }
  void end(const Round& round, Rounds& rounds) override {
    auto sum = rounds.sum().column(0);
    const double average = sum.squaredNorm() / (total_ * total_);
    const double eta = std::max(1.0, squares_ / total_ / (2 * (average + epsilon_)));
    sum *= eta;
    round.context.recorder.record("server_step", eta);
  }
  PrivateUploads::Path path() const override { return {.records = records_}; }
  Rest rest(const Context&) const override { return Rest::unstated; }

 private:
  Sampling records_;
  double epsilon_;
  const Rounds* rounds_ = nullptr;  // of the round under way
  double squares_ = 0, total_ = 0;  // sums over the cohort
};

struct FedExp final : FederatedOptimiser {
  explicit FedExp(const Options& o)
      : FederatedOptimiser(o, std::make_unique<ExtrapolatedSgd>(o), o.compression("none")) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedExp, Options, options>(
    {.name = "fedexp",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "FedExP: FedAvg with a server step that grows as the clients' moves cancel",
     .reference = "Jhunjhunwala, Wang and Joshi (2023), FedExP: speeding up federated averaging "
                  "via extrapolation",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
