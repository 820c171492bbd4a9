// A Langevin chain that travels from client to client: DSGLD, and FSGLD, which corrects its drift.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/options.hpp"
#include "skald/parts/federated/client_visits.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/more_as_published.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Base of such a sampler's Options struct.
struct TravellingOptions {
  double step = 1e-3;
  double temp = 1;
  std::int64_t K = 1;
  std::optional<std::int64_t> batch;
  std::string_view visits = "uniform";
};

// The option rows of TravellingOptions, from which `Options` derives.
template <class Options>
constexpr std::array<Option<Options>, 5> travelling_options() {
  return {
      inherited<Options>("step", &TravellingOptions::step, "step size h on the global potential")
          .stable_to("2 / L")
          .symbol("h")
          .above(0)
          .role(OptionRole::step),
      inherited<Options>("temp", &TravellingOptions::temp, "temperature T; the target is exp(-U/T)")
          .symbol("T")
          .at_least(0),
      inherited<Options>("K", &TravellingOptions::K, "steps at a client before the chain moves on")
          .symbol("K")
          .at_least(1),
      inherited<Options>(
          "batch", &TravellingOptions::batch,
          "minibatch size, drawn without replacement; all of the client's rows if omitted")
          .at_least(1),
      inherited<Options>("visits", &TravellingOptions::visits,
                         "probability f_s of visiting client s next. uniform: 1/N; examples: n_s/n")
          .symbol("f_s")
          .one_of("uniform|examples")};
}

// In every iteration, chain by chain, theta <- theta - h g + sqrt(2 h T) xi. The estimate g is
// initially ghat_s(theta) / f_s, which over the choice of the client s is an unbiased estimate of
// grad U.
class TravellingChain : public Sampler {
 public:
  explicit TravellingChain(const TravellingOptions& options)
      : options_(options), noise_(options.step, options.temp, 0), minibatch_(options.batch) {}

  double temperature() const final { return options_.temp; }
  double communication_rate() const final { return 1.0 / static_cast<double>(options_.K); }
  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    gradient_.resizeLike(theta_);
    minibatch_.start(context.problem, 1);
    more_.start(theta.cols);
    visits_.emplace(aggregation_weights(context.problem, options_.visits), options_.K, theta.cols);
  }
  void advance(Context& context, Index iterations, Block theta) final {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      visits_->find(context.random, k);
      for (Index j = 0; j < theta_.cols(); ++j) {
        const Index s = visits_->client(j);
        const double f = visits_->probability(s);
        const Block g = view(gradient_).columns(j, 1), at = view(theta_).columns(j, 1);
        const Rows rows = minibatch_.draw(context.random, k, context.problem, s, j);
        context.problem.gradient(s, rows, at, g);
        g.matrix() /= f;
        correct(s, f, j, at, g);
      }
      theta_ -= options_.step * gradient_;
      noise_.add(context.random, k, Problem::everyone, 1.0, view(theta_));
      if ((k + 1) % options_.K == 0) hand_over(context, k + 1);
    }
    more_.record(context);
    theta.matrix() = theta_;
  }
  // Theta, then what the method adds.
  std::span<const NamedBlock> state() final {
    state_ = {{"theta", view(theta_)}};
    add_state(state_);
    state_.push_back(more_.state());
    return state_;
  }

 protected:
  // Adds a correction to the estimate g of one chain (d x 1) at client s, in place.
  virtual void correct(Index /*s*/, double /*f_s*/, Index /*chain*/, ConstBlock /*theta*/,
                       Block /*g*/) const {}
  // Appends what a checkpoint must keep besides theta.
  virtual void add_state(std::vector<NamedBlock>&) {}
  double probability(Index client) const { return visits_->probability(client); }

 private:
  // Counts the chains' ways up to the server and down to the next client; one that stays where it
  // is makes none, and as published, does.
  void hand_over(Context& context, std::int64_t next) {
    from_.resize(static_cast<std::size_t>(theta_.cols()));
    for (Index j = 0; j < theta_.cols(); ++j)
      from_[static_cast<std::size_t>(j)] = visits_->client(j);
    visits_->find(context.random, next);
    const double bits = vector_bits(theta_.rows());
    for (Index j = 0; j < theta_.cols(); ++j) {
      const bool moves = visits_->client(j) != from_[static_cast<std::size_t>(j)];
      context.ledger.bits_up += moves ? bits : 0;
      context.ledger.bits_down += moves ? bits : 0;
      if (!moves) more_.add(j, bits, bits);
    }
    context.ledger.rounds += theta_.cols();
  }

  TravellingOptions options_;
  LangevinNoise noise_;
  Minibatch minibatch_;
  std::optional<ClientVisits> visits_;
  std::vector<Index> from_;  // where the chains were before they moved on
  MoreAsPublished more_;
  Eigen::MatrixXd theta_, gradient_;
  std::vector<NamedBlock> state_;
};

}  // namespace skald
