// FedAvg, federated averaging. In every round the server sends theta to S of N clients; each runs K
// steps of minibatch SGD on its mean loss F_c,
//
//   y <- y - lr g(y),   g: batch mean of the rows' gradients, each clipped to norm `clip` if one is
//   set
//
// and uploads its move y - theta, to which the privacy mechanism adds its noise. The server moves
// by server_lr times the average of the moves, weighted by n_c over the sampled clients
// ("examples") or plainly ("uniform").
//
// The mechanism protects one record of one client, replaced by another, against whoever sees the
// uploads: see sensitivity() and releases(). Which rows a round uses is drawn anew each round,
// without replacement while one permutation of the client's rows suffices.

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/federated/epoch_batches.hpp"
#include "skald/federated/participation.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  std::int64_t K = 10;
  double lr = 0.1;
  double server_lr = 1;
  std::optional<std::int64_t> batch;
  std::optional<std::int64_t> S;
  double clip = std::numeric_limits<double>::infinity();
  std::string_view weights = "examples";
};
constexpr std::array options{
    option("K", &Options::K, "local steps per round").symbol("K").at_least(1),
    option("lr", &Options::lr, "client step size on the mean loss").symbol("eta").above(0),
    option("server_lr", &Options::server_lr, "server step size on the average move")
        .symbol("eta_s")
        .above(0),
    option("batch", &Options::batch, "rows per local step; all when left out").at_least(1),
    option("S", &Options::S, "clients per round, without replacement; all when left out")
        .symbol("S")
        .at_least(1),
    option("clip", &Options::clip, "norm to which every row's gradient is clipped")
        .symbol("C")
        .above(0),
    option("weights", &Options::weights, "weights of the moves: n_c over the cohort, or equal")
        .one_of("examples|uniform")};

class FedAvg final : public Sampler {
 public:
  explicit FedAvg(const Options& o) : options_(o) {}

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return options_.K; }
  double communication_rate() const override { return 1.0 / static_cast<double>(options_.K); }

  void start(Context& context, Block theta) override {
    const Index clients = context.problem.clients();
    const Index participants = options_.S.value_or(clients);
    if (participants > clients) {
      throw std::invalid_argument("S is " + std::to_string(participants) + ", but there are only " +
                                  std::to_string(clients) + " clients: set S to at most that");
    }
    participation_.emplace(clients, participants);
    server_ = theta.matrix();
    move_.resize(theta.rows, 1);
    local_.resize(theta.rows, 1);
    gradient_.resize(theta.rows, 1);
    sensitivity_.clear();
    for (Index c = 0; c < clients; ++c) sensitivity_.push_back(sensitivity(context.problem, c));
    state_[0] = {"server", view(server_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += options_.K) {
      for (Index j = 0; j < server_.cols(); ++j) round(context, k, j);
    }
    theta.matrix() = server_;
  }
  // One upload per round and client; a client that is not drawn sends nothing, but an observer of
  // the uploads knows who was: no credit is taken for client sampling.
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    for (Index c = 0; c < problem.clients(); ++c) {
      if (!std::isfinite(sensitivity(problem, c))) return;
    }
    for (Index c = 0; c < problem.clients(); ++c) {
      const double rate = sampling_rate(problem.examples(c));
      plan.add({.client = c,
                .count = iterations / options_.K,
                .relation = Relation::replace_one,
                .sampling = rate < 1 ? Sampling::without_replacement : Sampling::none,
                .rate = rate});
    }
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void round(Context& context, std::int64_t k, Index j) {
    const auto cohort = participation_->draw(context.random, k, j);
    move_.setZero();
    double total = 0;
    for (const std::int32_t c : cohort) {
      train(context, k, c, j);
      const double weight =
          options_.weights == "uniform" ? 1 : static_cast<double>(context.problem.examples(c));
      move_ += weight * local_;
      total += weight;
    }
    server_.col(j) += (options_.server_lr / total) * move_;
    const double bits = static_cast<double>(cohort.size()) * vector_bits(server_.rows());
    context.ledger.rounds += 1;
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }
  // Leaves the upload of client c, privatised, in local_.
  void train(Context& context, std::int64_t k, Index c, Index j) {
    Problem& problem = context.problem;
    const Index examples = problem.examples(c);
    batches_.start(context.random, k, c, j, examples, batch(examples));
    local_ = server_.col(j);
    for (std::int64_t step = 0; step < options_.K; ++step) {
      const Rows rows = batches_.next();
      if (std::isfinite(options_.clip)) {
        problem.clipped_risk_gradient(c, rows, options_.clip, view(local_), view(gradient_));
      } else {
        problem.risk_gradient(c, rows, view(local_), view(gradient_));
      }
      local_ -= options_.lr * gradient_;
    }
    local_ -= server_.col(j);
    context.mechanism.privatize(context.random, {Role::mechanism, c, j}, k,
                                sensitivity_[static_cast<std::size_t>(c)], view(local_));
  }

  // The L2 distance, in units of the model, by which the upload moves when one record of client c
  // is replaced by another; everything else, the rows' places in the batches included, is equal.
  //  - A step whose batch holds the record moves by at most 2 lr clip / b more than the same step
  //    on equal data. Every permutation holds the record once.
  //  - A step on equal data does not move two states apart if its clipped rows are gradients of
  //    convex functions and lr L <= 2, L over rows and prior (Hardt, Recht and Singer, 2016, lemma
  //    3.7): then the steps that hold the record add up.
  //  - Otherwise two equal batches may differ by 2 lr clip in every step after the first that holds
  //    the record. The prior's gradient is not clipped: its step alone must not expand.
  // Infinite where nothing is clipped, or where the model does not say that its prior's step does
  // not expand.
  double sensitivity(const Problem& problem, Index c) const {
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    const auto* curvature =
        static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
    if (!std::isfinite(options_.clip) || curvature == nullptr) return unbounded;
    const Index examples = problem.examples(c);
    const auto n = static_cast<double>(examples);
    const auto prior = curvature->bounds(Rows::range(0, 0), problem.prior_share(c));
    if (prior.m < 0 || options_.lr * prior.L / n > 2) return unbounded;
    const double step = 2 * options_.lr * options_.clip;
    const double step_with_record = step / static_cast<double>(batch(examples));
    const double L = curvature->largest_row_curvature() + prior.L / n;
    if (curvature->convex_when_clipped() && options_.lr * L <= 2) {
      return static_cast<double>(permutations(examples)) * step_with_record;
    }
    return step_with_record + static_cast<double>(options_.K - 1) * step;
  }
  Index batch(Index examples) const {
    return std::min<Index>(options_.batch.value_or(examples), examples);
  }
  std::int64_t permutations(Index examples) const {
    return EpochBatches::permutations(options_.K, batch(examples), examples);
  }
  // Share of its rows that a client uses in one round: a sample without replacement, or all.
  double sampling_rate(Index examples) const {
    if (permutations(examples) > 1) return 1;
    return static_cast<double>(options_.K * batch(examples)) / static_cast<double>(examples);
  }

  Options options_;
  std::optional<Participation> participation_;
  EpochBatches batches_;
  std::vector<double> sensitivity_;  // of every client's upload
  Eigen::MatrixXd server_, move_, local_, gradient_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedAvg, Options, options>(
    {.name = "fedavg",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "Federated averaging: K local SGD steps on S of N clients, optionally clipped and "
                "privatised at upload",
     .reference = "McMahan et al. (2017), Communication-efficient learning of deep networks from "
                  "decentralized data"});
