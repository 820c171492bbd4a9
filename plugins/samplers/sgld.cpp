// SGLD, stochastic gradient Langevin dynamics:
//
//   theta <- theta - h ghat(theta) + sqrt(2 h T) xi,   ghat = (n / batch) sum over a minibatch +
//   prior
//
// Centralised. The step h is constant, or falls as h (1 + k / b)^-gamma (Welling and Teh), or runs
// through cycles, h_k = h/2 (1 + cos(pi r)), r = (k mod l) / l, whose first part, r < explore, is
// without noise (Zhang et al., 2020) and leaves no draws: take them at the ends of cycles. The
// published step is eps = 2 h. Where all rows have the same Hessian, the minibatch
// adds noise of covariance C = n^2 / batch (1 - batch / n) S (S: sample covariance of the rows'
// gradients) and the stationary covariance V solves V = D V D + 2 h T I + h^2 C, D = I - h A.
//
// With rows clipped to norm C it is DP-SGLD (Wang, Fienberg and Smola, 2015; Li et al., 2019): the
// chain's own noise makes every state a private release, as a client's steps are in FA-LD.

#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>

#include "skald/extensions/draw_times.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/aligned_matrix.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/langevin/private_steps.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 1e-3;
  double temp = 1;
  std::int64_t batch = 1;
  std::string_view schedule = "constant";
  std::optional<double> decay_scale, decay_power;  // left out: 1, 0.55
  std::optional<std::int64_t> cycle;
  std::optional<double> explore;  // left out: 0
  std::optional<double> clip;
};
constexpr std::array options{
    option("step", &Options::step, "step size h on the global potential")
        .symbol("h")
        .above(0)
        .stable_to("2 / L")
        .role(OptionRole::step),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)")
        .symbol("T")
        .at_least(0),
    option("batch", &Options::batch, "minibatch size, drawn without replacement").at_least(1),
    option("schedule", &Options::schedule,
           "step sizes. constant: h; decaying: h (1 + k / decay_scale)^-decay_power in iteration "
           "k; cyclical: from h to 0 along half a cosine, every `cycle` iterations anew")
        .one_of("constant|decaying|cyclical"),
    option("decay_scale", &Options::decay_scale,
           "decaying: iterations until the step falls; 1 if omitted")
        .symbol("b")
        .above(0),
    option("decay_power", &Options::decay_power,
           "decaying: exponent; above 1/2 and at most 1 in theory; 0.55 if omitted")
        .symbol("gamma")
        .at_least(0),
    option("cycle", &Options::cycle,
           "cyclical: iterations per cycle; a run that thins by it draws at the ends of cycles")
        .at_least(1),
    option("explore", &Options::explore,
           "cyclical: share of a cycle, at its start, whose steps have no noise; 0 if omitted")
        .symbol("beta")
        .at_least(0)
        .below(1),
    row_clip_option<Options>(&Options::clip)};

class Sgld final : public Sampler, public DrawTimes {
 public:
  explicit Sgld(const Options& o)
      : options_(o), noise_(o.step, o.temp, 0), minibatch_(o.batch), steps_(o.batch, o.clip) {
    refuse_other_schedules();
  }

  double temperature() const override { return options_.temp; }
  const char* bias() const override {
    if (steps_.clips()) return "clipped gradients are not those of the potential";
    if (cycles() && options_.explore.value_or(0) > 0)
      return "the first steps of every cycle have no noise";
    return options_.schedule == "decaying"
               ? "the steps fall, and early draws weigh no more than late ones (Welling and Teh "
                 "weight draws by their steps)"
               : nullptr;
  }

  void start(Context& context, Block theta) override {
    theta_.resize(theta.rows, theta.cols);
    theta_.matrix() = theta.matrix();
    gradient_.resize(theta.rows, theta.cols);
    minibatch_.start(context.problem, theta.cols);
    full_batch_ = minibatch_.full(context.problem, Problem::everyone);
    state_[0] = {"theta", theta_.block()};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    Problem& problem = context.problem;
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const Rows rows = minibatch_.draw(context.random, k, problem, Problem::everyone);
      steps_.gradient(problem, Problem::everyone, rows, theta_.block(), gradient_.block());
      const double h = step(k);
      drift(h, gradient_.block(), theta_.block());
      if (explores(k)) continue;
      noise_.set_step(h);
      noise_.add(context.random, k, Problem::everyone, 1.0, theta_.block());
    }
    theta.matrix() = theta_.matrix();
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool is_draw(std::int64_t iterations) const override { return !explores(iterations - 1); }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    if (!steps_.clips())
      return plan.releases_nothing("no clip is given; set sampler.clip, for privacy langevin");
    if (options_.schedule != "constant")
      return plan.releases_nothing(
          "steps of other sizes than the first are not accounted for; "
          "set sampler.schedule to constant");
    Release step = steps_.release(problem, Problem::everyone, 1, noise_, iterations, 1);
    step.raises_noise = false;
    plan.add(step);
  }
  bool law(LangevinLaw& law) const override {
    if (options_.schedule != "constant" || steps_.clips()) return false;
    law.kind = LangevinLaw::Kind::single_chain;
    law.step = options_.step;
    law.temp = options_.temp;
    law.full_batch = full_batch_;
    law.batch = options_.batch;
    return true;
  }

 private:
  bool cycles() const { return options_.schedule == "cyclical"; }
  // The place of an iteration in its cycle, in [0, 1).
  double place(std::int64_t k) const {
    return static_cast<double>(k % *options_.cycle) / static_cast<double>(*options_.cycle);
  }
  bool explores(std::int64_t k) const {
    return cycles() && place(k) < options_.explore.value_or(0);
  }
  double step(std::int64_t k) const {
    if (cycles()) return options_.step / 2 * (1 + std::cos(std::numbers::pi * place(k)));
    if (options_.schedule == "constant") return options_.step;
    return options_.step * std::pow(1 + static_cast<double>(k) / options_.decay_scale.value_or(1),
                                    -options_.decay_power.value_or(0.55));
  }
  void refuse_other_schedules() const {
    if (cycles() && !options_.cycle) {
      throw std::invalid_argument(
          "schedule is cyclical, but cycle is missing: set it to the iterations of a cycle");
    }
    const bool decay_given = options_.decay_scale || options_.decay_power;
    const bool cycle_given = options_.cycle || options_.explore;
    if ((decay_given && options_.schedule != "decaying") || (cycle_given && !cycles())) {
      throw std::invalid_argument(
          "schedule is " + std::string(options_.schedule) + ", but " +
          (cycle_given && !cycles() ? "cycle or explore" : "decay_scale or decay_power") +
          " is given: leave it out, or set schedule");
    }
  }

  Options options_;
  LangevinNoise noise_;
  Minibatch minibatch_;
  PrivateSteps steps_;
  bool full_batch_ = false;
  AlignedMatrix theta_, gradient_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Sgld, Options, options>(
    {.name = "sgld",
     .numerics_revision = 1,
     .summary = "Stochastic gradient Langevin dynamics on all data (centralised)",
     .reference = "Welling and Teh (2011), Bayesian learning via stochastic gradient Langevin "
                  "dynamics"});
