// FedBuff, buffered asynchronous aggregation. M clients are at work at any time, each on the model
// that it received when it began; whenever one has reported, another begins. A client runs K steps
// of minibatch SGD on its mean loss and reports its move Delta_i. The server puts reports into a
// buffer, and when it holds B of them takes a step,
//
//   theta <- theta + server_lr sum_i w_i s(tau_i) Delta_i / sum_i w_i,   s(tau) = (1 + tau)^-1/2,
//
// where tau_i is the number of steps that the server has taken since client i began, and w_i is 1
// ("uniform", as published) or n_i ("examples"). Another server optimiser may take the average
// instead (server_optimiser.hpp). A step of the server is a round of K iterations.
//
// Time is that of run.clients (timed/timed_cohorts.hpp); without it a local step takes a second. If
// all clients are equally fast and B = M = N, rounds are those of FedAvg, bit for bit.

#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/extensions/affine_rounds.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/parts/federated/timed/timed_cohorts.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  std::optional<std::int64_t> concurrency;
  std::int64_t buffer = 10;
  std::string_view staleness = "inverse_sqrt";
  std::string_view weight_rule = "uniform";
};

constexpr auto options = append(
    append(
        std::array<Option<Options>, 5>{
            inherited<Options>("K", &OptimiserOptions::K, "local steps of a visit")
                .symbol("K")
                .only_if("!epochs")
                .at_least(1),
            inherited<Options>("lr", &OptimiserOptions::lr,
                               "client learning rate, on the mean loss")
                .symbol("eta")
                .above(0)
                .role(OptionRole::learning_rate),
            batch_option<Options>(), epochs_option<Options>(), momentum_option<Options>()},
        option("concurrency", &Options::concurrency, "clients at work at any time; all if omitted")
            .symbol("M")
            .at_least(1),
        option("buffer", &Options::buffer, "reports that make a step of the server")
            .symbol("B")
            .at_least(1),
        option("staleness", &Options::staleness,
               "weight of a report by the server's steps tau since its client began. "
               "inverse_sqrt: (1 + tau)^-1/2; none: 1")
            .one_of("inverse_sqrt|none"),
        option("weights", &Options::weight_rule,
               "weights of the clients' reports. uniform: equal; examples: proportional to n_c")
            .one_of("uniform|examples")),
    server_options<Options>());

class FedBuff final : public Sampler, public AffineRounds {
 public:
  explicit FedBuff(const Options& o) : options_(o), local_(o), optimiser_(o) {}

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return options_.round_length(); }
  double communication_rate() const override { return 1.0 / static_cast<double>(stride()); }

  void start(Context& context, Block theta) override {
    const Index clients = context.problem.clients(), M = options_.concurrency.value_or(clients);
    if (M > clients) {
      throw std::invalid_argument("concurrency is " + std::to_string(M) +
                                  ", more than the number of clients (" + std::to_string(clients) +
                                  "): lower it");
    }
    const double bits = vector_bits(theta.rows);
    in_flight_.start(context, theta, M, options_.buffer,
                     works(context.problem, options_, bits, bits), options_.round_length());
    local_.start(context);
    optimiser_.start(theta.rows, theta.cols);
    draws_nothing_ = context.clients == nullptr && M == clients && is_quiet(context) &&
                     takes_all_rows(context.problem, options_.batch);
    examples_.clear();
    for (Index c = 0; c < clients; ++c)
      examples_.push_back(static_cast<double>(context.problem.examples(c)));
    server_ = theta.matrix();
    update_.resize(theta.rows);
    state_ = {{"server", view(server_)}, optimiser_.state()};
    in_flight_.add_state(state_);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += stride()) {
      for (Index j = 0; j < server_.cols(); ++j) step(context, k / stride(), j);
    }
    theta.matrix() = server_;
  }
  std::span<const NamedBlock> state() override { return state_; }

  // Where all clients are equally fast and nobody is idle: they begin together, on the model of
  // that moment, and report one after another.
  bool describe_rounds(const QuadraticClients&, AffineStages&) const override { return false; }
  bool walk_rounds(const QuadraticClients& clients, Index strides, ConstBlock start,
                   RoundEnds& ends) const override {
    const bool is_sgd = options_.server == "sgd";
    if (!draws_nothing_ || !(is_sgd || options_.server == "momentum")) return false;
    Eigen::MatrixXd x = start.matrix(), begun = x, v = 0 * x;
    const double beta = is_sgd ? 0 : options_.server_momentum.value_or(0.9);
    Index next = 0, version = 0;  // who reports next, on the model after so many steps
    for (Index k = 0; k < strides; ++k) {
      Eigen::MatrixXd sum = 0 * x;
      double total = 0;
      for (std::int64_t i = 0; i < options_.buffer; ++i, ++next) {
        if (next == clients.size()) {
          next = 0;
          begun = x;
          version = k;
        }
        const double w = options_.weight_rule == "examples" ? examples_of(next) : 1;
        const auto age = static_cast<double>(k - version);
        const double s = options_.staleness == "none" ? 1 : std::pow(1 + age, -0.5);
        sum += w * s * descent(clients, next, begun);
        total += w;
      }
      v = beta * v + options_.server_lr / total * sum;
      x += v;
    }
    ends.end(1, view(x));
    return true;
  }

 private:
  double examples_of(Index client) const { return examples_[static_cast<std::size_t>(client)]; }
  // What local SGD adds to the model with which it begins.
  Eigen::MatrixXd descent(const QuadraticClients& clients, Index c,
                          const Eigen::MatrixXd& model) const {
    Eigen::MatrixXd y = model, v = 0 * y;
    for (std::int64_t step = 0; step < options_.round_length(); ++step) {
      const Eigen::MatrixXd slope = clients.curvature(c).matrix() * y + clients.slope(c).matrix();
      v = options_.momentum * v + slope / examples_of(c);
      y -= options_.lr * v;
    }
    return y - model;
  }
  void step(Context& context, std::int64_t version, Index chain) {
    const ConstBlock server = view(server_).columns(chain, 1);
    const auto& reports = in_flight_.gather(context, chain, server, version);
    rounds_.clear();
    for (const Report& report : reports) {
      rounds_.push_back(Round{context, report.k, chain, {}, report.model});
    }
    update_.setZero();
    double total = 0, staleness = 0;
    const auto at = [&](Index i, Index slot) {
      const auto place = static_cast<std::size_t>(i);
      return Participant{rounds_[place], reports[place].client, slot};
    };
    context.parallel(
        std::ssize(reports), [&](Index i, Index slot) { local_.train(at(i, slot)); },
        [&](Index i, Index slot) {
          const Report& report = reports[static_cast<std::size_t>(i)];
          const auto tau = static_cast<double>(version - report.version);
          const double weight = weight_of(context.problem, report.client);
          update_ -= weight * discount(tau) * local_.move(at(i, slot));
          total += weight;
          staleness += tau;
        });
    optimiser_.step(chain, update_, view(server_), total);
    context.ledger.rounds += 1;
    context.recorder.record("staleness", staleness / static_cast<double>(reports.size()));
  }
  double weight_of(const Problem& problem, Index client) const {
    return options_.weight_rule == "uniform" ? 1 : static_cast<double>(problem.examples(client));
  }
  double discount(double tau) const {
    return options_.staleness == "none" ? 1 : 1 / std::sqrt(1 + tau);
  }

  Options options_;
  LocalSgd local_;
  ServerOptimiser optimiser_;
  InFlight in_flight_;
  bool draws_nothing_ = false;
  std::vector<double> examples_;  // n_c
  Eigen::MatrixXd server_;
  Eigen::VectorXd update_;  // weighted sum of theta - y
  std::vector<Round> rounds_;
  std::vector<NamedBlock> state_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedBuff, Options, options>(
    {.name = "fedbuff",
     .numerics_revision = 1,
     .summary = "FedBuff: clients work asynchronously, and the server takes a step for every B "
                "reports, in which stale ones weigh less",
     .reference = "Nguyen et al. (2022), Federated learning with buffered asynchronous "
                  "aggregation, algorithm 1",
     .side_by_side = "the clients of a step of the server",
     .keeps_time = true,
     .no_eps = "no clip bounds a client's report; take fedavg and set its clip"});
