// FedDyn: local losses with a regulariser that follows the client, so that what is stationary for
// every client is stationary for all. Client c of a round takes its local steps on
//
//   F_c(y) - l_c . y + a_c / 2 |y - theta|^2,   a_c = alpha / (N w_c),
//
// then l_c <- l_c - a_c (y_c - theta), which is grad F_c(y_c) if y_c is a minimiser. The server
//
//   h <- h - (alpha / N) sum over the cohort of (y_c - theta),   theta <- mean of y_c - h / alpha.
//
// l_c and h are 0 at the start. The fixed point is the optimum of sum_c w_c F_c for any number of
// steps and any cohorts, where the weights w_c are n_c / n ("examples") or 1 / N ("uniform"); the
// mean over the cohort is plain. l_c stays with the client, and holds what rows of earlier rounds
// have said: of privacy mechanisms only noise in the steps protects a record.

#include <array>
#include <memory>
#include <vector>

#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/federated/stated/stated_optimiser.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  double alpha = 0.1;
};
// The step size is constant: as steps vanish h does not, and the server would drift.
constexpr auto options =
    append(append(std::array{steps_option<Options>().only_if("!epochs"), lr_option<Options>(),
                             batch_option<Options>(), epochs_option<Options>()},
                  option("alpha", &Options::alpha, "strength of the dynamic regulariser")
                      .symbol("alpha")
                      .above(0)),
           append(append(append(cohort_options<Options>(), step_noise_options<Options>()),
                         straggler_options<Options>()),
                  clip_option<Options>(), record_unit_option<Options>(&OptimiserOptions::unit)));

class DynamicRegulariser final : public LocalSolver {
 public:
  explicit DynamicRegulariser(const Options& o) : LocalSolver(o, o.records()), options_(o) {
    refuse_clients(o.unit, "the regulariser of a client lasts for rounds");
  }

  void start(const Context& context, Index dimension, Index chains) override {
    LocalSolver::start(context, dimension, chains);
    clients_ = static_cast<double>(context.problem.clients());
    weights_ = aggregation_weights(context.problem, options_.weights);
    tilts_.start(context.problem.clients(), dimension, chains);
    server_tilt_.setZero(dimension, chains);
  }
  void begin(const Round& round, const Rounds&) override { tilts_.see(round.cohort); }
  Eigen::MatrixXd& train(const Participant& at) override {
    auto l_c = tilts_[at.client].column(at.round.chain);
    const double a_c = options_.alpha / (clients_ * weights_[static_cast<std::size_t>(at.client)]);
    const auto theta = at.round.server.matrix();
    Eigen::MatrixXd& move =
        sgd_.train(at, [&](const Rows&, const Eigen::MatrixXd& y, Eigen::MatrixXd& gradient) {
          gradient += a_c * (y - theta) - l_c;
        });
    l_c -= a_c * move;
    return move;
  }
  void end(const Round& round, Rounds& rounds) override {
    auto h = server_tilt_.col(round.chain);
    auto sum = rounds.sum().column(0);  // of theta - y_c
    h += options_.alpha / clients_ * sum;
    sum += static_cast<double>(round.cohort.size()) / options_.alpha * h;
  }

  bool leaves_bare() const override { return true; }
  bool remembers() const override { return true; }
  Rest rest(const Context& context) const override { return optimum(context.problem, options_); }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"server_tilt", view(server_tilt_)});
    state.push_back({"tilts", tilts_.all()});
    state.push_back({"seen_clients", tilts_.clients()});
  }
  void resize_state(std::span<const Index> columns) override { tilts_.resize(columns.back()); }

 private:
  Options options_;
  double clients_ = 0;
  std::vector<double> weights_;
  SeenStates tilts_;             // l_c
  Eigen::MatrixXd server_tilt_;  // h
};

// The formulas above; what is remembered is l_1, ..., l_N and h.
class StatedRegulariser final : public StatedMethod {
 public:
  explicit StatedRegulariser(const Options& o)
      : alpha_(o.alpha), by_examples_(o.weights == "examples") {}

  Index memories(Index clients) const override { return clients + 1; }
  bool takes_batches() const override { return true; }
  std::vector<AffineVector> moves(StatedRound& round) const override {
    std::vector<AffineVector> moves;
    for (const StatedClient& client : round.cohort) {
      const auto N = static_cast<double>(round.clients);
      const double w_c = by_examples_ ? client.examples / round.examples : 1 / N;
      const double a_c = alpha_ / (N * w_c);
      AffineVector& l_c = round.memory[static_cast<std::size_t>(client.client)];
      moves.push_back(descend(round, client, [&](const AffineVector& y) {
        return client.gradient(y) - l_c + a_c * (y - round.theta);
      }));
      l_c -= a_c * moves.back();
    }
    return moves;
  }
  void end(StatedRound& round, const std::vector<AffineVector>& moves,
           AffineVector& average) const override {
    AffineVector& h = round.memory.back();
    for (const AffineVector& move : moves) h -= alpha_ / static_cast<double>(round.clients) * move;
    average -= 1 / alpha_ * h;
  }

 private:
  double alpha_;
  bool by_examples_;
};

struct FedDyn final : StatedOptimiser {
  explicit FedDyn(const Options& o)
      : StatedOptimiser(o.averaging_alike(), std::make_unique<DynamicRegulariser>(o),
                        std::make_unique<StatedRegulariser>(o)) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedDyn, Options, options>(
    {.name = "feddyn",
     .numerics_revision = 1,
     .summary = "FedDyn: local losses with a dynamic regulariser, whose fixed point is the optimum",
     .reference = "Acar et al. (2021), Federated learning based on dynamic regularization, "
                  "algorithm 1",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
