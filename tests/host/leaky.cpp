// A sampler of private gradients that keeps its promise, or breaks it in a way of choice: K steps
// of every client per round, on a Poisson sample of its rows, with noise in the sum of the
// gradients.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double clip = 1;
  std::int64_t batch = 10;
  double lr = 0.1;
  std::int64_t K = 1;
  std::string_view fault = "none";
};

constexpr std::array options{
    option("clip", &Options::clip, "of a row's gradient").above(0),
    option("batch", &Options::batch, "expected size of a sample").at_least(1),
    option("lr", &Options::lr, "step").above(0).role(OptionRole::learning_rate),
    option("K", &Options::K, "local steps in a round").at_least(1),
    option("fault", &Options::fault, "what it does wrong")
        .one_of("none|no_clip|understated_rate|control_variate|statistics|no_growth")};

class Leaky final : public Sampler {
 public:
  explicit Leaky(const Options& o) : o_(o) {}

  Output output() const override { return Output::point_estimate; }
  double communication_rate() const override { return 1; }
  void start(Context&, Block theta) override {
    theta_ = theta.matrix();
    message_.resize(theta.rows, 1);
    sum_.resize(theta.rows, 1);
    gradient_.resize(theta.rows, 1);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    for (Index k = 0; k < iterations; ++k) {
      if (o_.fault == "statistics" && context.iteration + k == 0) centre(context);
      for (Index j = 0; j < theta_.cols(); ++j) step(context, context.iteration + k, j);
    }
    theta.matrix() = theta_;
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    for (Index c = 0; c < problem.clients(); ++c) {
      const double rate = rate_of(problem, c) * (o_.fault == "understated_rate" ? 0.1 : 1);
      plan.add({.client = c,
                .relation = Relation::zero_out,
                .count = iterations,
                .sampling = rate < 1 ? Sampling::poisson : Sampling::none,
                .rate = rate});
    }
  }

 private:
  double rate_of(const Problem& problem, Index client) const {
    const auto n = static_cast<double>(problem.examples(client));
    return std::min(1.0, static_cast<double>(o_.batch) / n);
  }
  double expected(const Problem& problem, Index client) const {
    return rate_of(problem, client) * static_cast<double>(problem.examples(client));
  }
  // Moves the start by the mean of all rows' clipped gradients, as if that were public.
  void centre(Context& context) {
    Eigen::MatrixXd mean = theta_;
    for (Index c = 0; c < context.problem.clients(); ++c) {
      const Index n = context.problem.examples(c);
      context.problem.clipped_risk_gradient(c, Rows::range(0, n), o_.clip, static_cast<double>(n),
                                            view(std::as_const(theta_)), view(mean));
      theta_ -= o_.lr * mean;
    }
  }
  void step(Context& context, std::int64_t iteration, Index chain) {
    Problem& problem = context.problem;
    sum_.setZero();
    for (Index c = 0; c < problem.clients(); ++c) {
      draw(context, iteration, chain, c);
      const Rows rows{0, static_cast<Index>(sample_.size()), sample_.data(), 1};
      const double clip = o_.clip * (o_.fault == "no_clip" ? 10 : 1), size = expected(problem, c);
      local_steps(problem, c, rows, clip, chain);
      if (o_.fault == "control_variate") sum_ += 0.01 * message_;
      context.mechanism.privatize(
          context.random, {Role::mechanism, c, chain}, iteration,
          Sensitivity::of_clipped_sum(o_.clip, Relation::zero_out).scaled(growth(size) / size),
          view(message_));
      sum_ += message_;
    }
    theta_.col(chain) -= o_.lr / static_cast<double>(problem.clients()) * sum_;
  }
  // How much more than one gradient K steps reveal of a row, if nothing is known of the model: it
  // may turn around the gradients of all others in every step but the first.
  double growth(double size) const {
    const auto more = static_cast<double>(o_.K - 1);
    return 1 + more * (o_.fault == "no_growth" ? 1 : 2 * size);
  }
  void local_steps(Problem& problem, Index client, const Rows& rows, double clip, Index chain) {
    local_ = theta_.col(chain);
    message_.setZero();
    for (std::int64_t k = 0; k < o_.K; ++k) {
      problem.clipped_risk_gradient(client, rows, clip, expected(problem, client),
                                    view(std::as_const(local_)), view(gradient_));
      message_ += gradient_;
      local_ -= o_.lr * gradient_;
    }
  }
  void draw(Context& context, std::int64_t iteration, Index chain, Index client) {
    const Index n = context.problem.examples(client);
    uniforms_.resize(n, 1);
    context.random.uniform({Role::minibatch, client, chain}, iteration, view(uniforms_));
    sample_.clear();
    for (Index i = 0; i < n; ++i) {
      if (uniforms_(i) < rate_of(context.problem, client)) {
        sample_.push_back(static_cast<std::int32_t>(i));
      }
    }
  }

  Options o_;
  Eigen::MatrixXd theta_, local_, gradient_, message_, sum_, uniforms_;
  std::vector<std::int32_t> sample_;
};

}  // namespace

SKALD_PLUGIN = plugin<Leaky, Options, options>({.name = "leaky",
                                                .numerics_revision = 1,
                                                .summary = "Private gradients, or not quite",
                                                .reference = ""});
