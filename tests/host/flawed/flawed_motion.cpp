// The unadjusted Langevin algorithm with mistakes that keep chains at the target if they begin
// there, but never take them there, or too late or too slowly, which the conformance kit must find.

#include <Eigen/Cholesky>
#include <cmath>
#include <string_view>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;
using Eigen::MatrixXd;

struct Options {
  double step = 0.01;
  bool states_law = false;
  std::string_view flaw = "none";
};
constexpr std::array options{
    option("step", &Options::step, "step h on the global potential")
        .above(0)
        .role(OptionRole::step),
    option("states_law", &Options::states_law, "whether law() says what it should be"),
    option("flaw", &Options::flaw, "the mistake")};

class FlawedMotion final : public Sampler {
 public:
  explicit FlawedMotion(const Options& o) : o_(o) {}

  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    if (o_.flaw == "one_draw_for_ever") theta_ = draw(context, theta.cols);
    gradient_.resizeLike(theta_);
    state_[0] = {"theta", view(theta_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const bool rests = o_.flaw == "never_moves" || o_.flaw == "one_draw_for_ever";
    const double noise = o_.flaw == "noiseless" ? 0 : std::sqrt(2 * o_.step);
    for (Index k = 0; k < iterations && !rests; ++k) {
      if (o_.flaw == "begins_late" && context.iteration + k == 0) continue;
      if (o_.flaw == "tires" && context.iteration + k > 3 && (context.iteration + k) % 2 == 0)
        continue;
      context.problem.gradient(Problem::everyone, view(theta_), view(gradient_));
      theta_ -= o_.step * gradient_;
      context.random.add_normal({Role::noise}, context.iteration + k, noise, view(theta_));
    }
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    law.step = o_.step;
    return o_.states_law;
  }

 private:
  // Exact draws of a Gaussian target.
  static MatrixXd draw(Context& context, Index chains) {
    const Index d = context.problem.dimension();
    MatrixXd precision(d, d), mode(d, 1), draws(d, chains);
    static_cast<const GaussianPosterior*>(context.problem.model_extension(GaussianPosterior::id))
        ->quadratic(context.problem.rows(Problem::everyone), 1, view(precision), view(mode));
    context.random.normal({static_cast<Role>(200)}, 0, view(draws));
    for (Index j = 0; j < chains; ++j) {
      Eigen::VectorXd z = draws.col(j);
      precision.llt().matrixU().solveInPlace(z);
      draws.col(j) = mode.col(0) + z;
    }
    return draws;
  }

  Options o_;
  MatrixXd theta_, gradient_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FlawedMotion, Options, options>(
    {.name = "flawed_motion",
     .numerics_revision = 1,
     .summary = "The unadjusted Langevin algorithm with a mistake",
     .reference = ""});
