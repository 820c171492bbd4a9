// FedPA with one sample by IASG. Its average can be made to include the point before the first of
// its steps in place of the point after the last, and its steps to go aside by their length, which
// the conformance kit must find.

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;
using Eigen::MatrixXd;

struct Options {
  double lr = 0.3;
  std::int64_t burn_steps = 2;
  std::int64_t avg_steps = 1;
  bool averages_start = false;
  bool goes_aside = false;
};
constexpr std::array options{
    option("lr", &Options::lr, "client step size on the mean loss")
        .above(0)
        .role(OptionRole::learning_rate),
    option("burn_steps", &Options::burn_steps, "local steps before the average").at_least(0),
    option("avg_steps", &Options::avg_steps, "iterates that are averaged").at_least(1),
    option("averages_start", &Options::averages_start, "a mistake: adds before the step"),
    option("goes_aside", &Options::goes_aside, "a mistake: adds lr^2 to every coordinate")};

class FlawedIterates final : public Sampler {
 public:
  explicit FlawedIterates(const Options& o) : o_(o) {}

  Output output() const override { return Output::point_estimate; }
  Index stride() const override { return o_.burn_steps + o_.avg_steps; }
  double communication_rate() const override { return 1.0 / static_cast<double>(stride()); }
  void start(Context& context, Block theta) override {
    server_ = theta.matrix();
    examples_ = static_cast<double>(context.problem.examples(Problem::everyone));
    weights_.clear();
    for (Index c = 0; c < context.problem.clients(); ++c) {
      weights_.push_back(context.problem.weight(c));
    }
    state_[0] = {"server", view(server_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    for (Index k = 0; k < iterations; k += stride()) round(context);
    theta.matrix() = server_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  // With one iterate per average the rounds are those of FedAvg.
  bool law(LangevinLaw& law) const override {
    if (o_.avg_steps != 1) return false;
    law.kind = LangevinLaw::Kind::averaging;
    law.step = o_.lr / examples_;
    law.temp = 0;
    law.K = stride();
    law.at_communication = true;
    law.weights = weights_;
    return true;
  }

 private:
  void round(Context& context) {
    MatrixXd next = 0 * server_, gradient = server_;
    for (Index c = 0; c < context.problem.clients(); ++c) {
      MatrixXd y = server_, sum = 0 * server_;
      const Rows rows = Rows::range(0, context.problem.examples(c));
      for (Index t = 0; t < stride(); ++t) {
        const bool counts = t >= o_.burn_steps;
        if (counts && o_.averages_start) sum += y;
        context.problem.risk_gradient(c, rows, view(y), view(gradient));
        y -= o_.lr * gradient;
        if (o_.goes_aside) y.array() += o_.lr * o_.lr;
        if (counts && !o_.averages_start) sum += y;
      }
      next += context.problem.weight(c) / static_cast<double>(o_.avg_steps) * sum;
    }
    server_ = next;
    context.ledger.rounds += server_.cols();
    context.ledger.bits_up += static_cast<double>(server_.size() * context.problem.clients()) * 32;
    context.ledger.bits_down +=
        static_cast<double>(server_.size() * context.problem.clients()) * 32;
  }

  Options o_;
  double examples_ = 0;
  std::vector<double> weights_;
  MatrixXd server_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FlawedIterates, Options, options>(
    {.name = "flawed_iterates",
     .numerics_revision = 1,
     .summary = "Posterior averaging of one sample with a mistake",
     .reference = ""});
