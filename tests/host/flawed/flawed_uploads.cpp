// QLSD whose quantiser can be made to round down always, which the conformance kit must find.

#include <cmath>

#include "skald/parts/federated/compression/quantiser.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;
using Eigen::MatrixXd;

struct Options {
  double step = 0.01;
  std::int64_t levels = 4;
  bool rounds_down = false;
};
constexpr std::array options{
    option("step", &Options::step, "step h on the global potential")
        .above(0)
        .role(OptionRole::step),
    option("levels", &Options::levels, "levels of the quantiser").at_least(0),
    option("rounds_down", &Options::rounds_down, "the mistake: no chance to round upwards")};

class FlawedUploads final : public Sampler {
 public:
  explicit FlawedUploads(const Options& o) : o_(o), quantiser_(o.levels) {}

  double communication_rate() const override { return 1; }
  void start(Context&, Block theta) override {
    theta_ = theta.matrix();
    state_[0] = {"theta", view(theta_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) iterate(context, k);
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void iterate(Context& context, std::int64_t k) {
    MatrixXd message(theta_.rows(), theta_.cols()), uniforms = message, sum = 0 * theta_;
    for (Index c = 0; c < context.problem.clients(); ++c) {
      context.problem.gradient(c, view(theta_), view(message));
      context.random.uniform({Role::quantiser, c}, k, view(uniforms));
      if (o_.rounds_down) uniforms.setOnes();
      for (Index j = 0; j < message.cols(); ++j) {
        quantiser_.compress(uniforms.col(j).data(), message.rows(), message.col(j).data());
      }
      sum += message;
    }
    theta_ -= o_.step * sum;
    context.random.add_normal({Role::noise}, k, std::sqrt(2 * o_.step), view(theta_));
    context.ledger.rounds += theta_.cols();
    context.ledger.bits_up += 64 * static_cast<double>(theta_.cols());
    context.ledger.bits_down += 64 * static_cast<double>(theta_.cols());
  }

  Options o_;
  Quantiser quantiser_;
  MatrixXd theta_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FlawedUploads, Options, options>(
    {.name = "flawed_uploads",
     .numerics_revision = 1,
     .summary = "Quantised Langevin dynamics with a mistake",
     .reference = ""});
