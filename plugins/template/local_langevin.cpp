// Sampler: local Langevin steps and averages (Deng et al., 2021). Each of N clients takes K steps
// from the server's theta, theta <- theta - N h grad U_c(theta) + sqrt(2 N h T) xi, on minibatches;
// then the server's theta is the average of theirs.
#include "skald/minibatch.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {
using namespace skald;

struct Options {
  double step = 1e-3, temp = 1;
  std::int64_t K = 5;
  std::optional<std::int64_t> batch;
};
constexpr std::array options{
    option("step", &Options::step, "step size")
        .above(0)
        .symbol("h")
        .stable_to("2 / L")
        .role(OptionRole::step),
    option("temp", &Options::temp, "temperature T").at_least(0).symbol("T"),
    option("K", &Options::K, "local steps per round").at_least(1).symbol("K"),
    option("batch", &Options::batch, "rows per minibatch; all if omitted").at_least(1)};

class LocalLangevin final : public Sampler {
 public:
  explicit LocalLangevin(const Options& o) : o_(o), minibatch_(Minibatch(o.batch)) {}
  double temperature() const override { return o_.temp; }
  Index stride() const override { return o_.K; }
  double communication_rate() const override { return 1.0 / static_cast<double>(o_.K); }
  void start(Context& context, Block theta) override {
    server_ = sum_ = theta.matrix();
    state_ = {NamedBlock{"server", view(server_)}};
    minibatch_.first().start(context.problem, theta.cols);
    minibatch_.start(context.slots());  // a slot: the working memory of a client that is at work
    local_.start(context.slots());
    gradient_.start(context.slots());
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const Index clients = context.problem.clients();
    const double bits = static_cast<double>(clients * theta.cols) * vector_bits(theta.rows);
    for (Index done = 0; done < iterations; done += o_.K) {
      sum_.setZero();  // clients side by side, then their states one after another, in order
      context.parallel(
          clients, [&](Index c, Index slot) { work(context, context.iteration + done, c, slot); },
          [&](Index, Index slot) { sum_ += local_[slot]; });
      server_ = sum_ / static_cast<double>(clients);
      context.ledger.rounds += theta.cols;
      context.ledger.bits_up += bits;
      context.ledger.bits_down += bits;
    }
    theta.matrix() = server_;
  }
  std::span<const NamedBlock> state() override { return state_; }  // what a checkpoint keeps
  bool law(LangevinLaw& law) const override {  // may be left out: the target is then the referee
    law = {.kind = LangevinLaw::Kind::averaging, .step = o_.step, .temp = o_.temp, .K = o_.K};
    law.at_communication = true;
    law.full_batch = !o_.batch;
    law.batch = o_.batch.value_or(0);
    return true;
  }

 private:
  void work(Context& context, std::int64_t begin, Index c, Index slot) {
    Eigen::MatrixXd &theta = local_[slot] = server_, &gradient = gradient_[slot] = server_;
    const double step = o_.step * static_cast<double>(context.problem.clients());
    for (std::int64_t k = begin; k < begin + o_.K; ++k) {
      const Rows rows = minibatch_[slot].draw(context.random, k, context.problem, c);
      context.problem.gradient(c, rows, view(theta), view(gradient));
      theta -= step * gradient;
      context.random.add_normal({Role::noise, c}, k, std::sqrt(2 * step * o_.temp), view(theta));
    }
  }

  Options o_;
  Eigen::MatrixXd server_, sum_;
  PerSlot<Minibatch> minibatch_;
  PerSlot<Eigen::MatrixXd> local_, gradient_;
  std::array<NamedBlock, 1> state_{};
};
}  // namespace

SKALD_PLUGIN = skald::plugin<LocalLangevin, Options, options>(
    {.name = "local_langevin",
     .numerics_revision = 1,
     .summary = "Local Langevin steps of every client, and their average",
     .reference = "Deng et al. (2021)",
     .side_by_side = "the clients of a round"});
