// The unadjusted Langevin algorithm at a temperature that no host guesses from the option's name,
// with mistakes about it that the conformance kit must find.

#include <cmath>
#include <string_view>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 0.01;
  double tau = 1;
  std::string_view flaw = "none";
  std::string_view pace = "plain";
  double stretch = 1;
};
constexpr std::array options{
    option("step", &Options::step, "step h on the global potential")
        .above(0)
        .role(OptionRole::step),
    option("tau", &Options::tau, "temperature").above(0),
    option("flaw", &Options::flaw,
           "the mistake: ignored (draws are those of temperature 1), undeclared (tau is not "
           "declared), contradicted (by law()), or unconditional (stretch always counts)"),
    option("pace", &Options::pace, "whether stretch counts").one_of("plain|stretched"),
    option("stretch", &Options::stretch, "factor on the step").only_if("pace=stretched").above(0)};

class Tempered final : public Sampler {
 public:
  explicit Tempered(const Options& o) : o_(o) {}

  double temperature() const override { return o_.flaw == "undeclared" ? 1 : o_.tau; }
  void start(Context&, Block theta) override {
    theta_ = theta.matrix();
    gradient_.resizeLike(theta_);
    state_[0] = {"theta", view(theta_)};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const double h = step(), noise = std::sqrt(2 * h * (o_.flaw == "ignored" ? 1 : o_.tau));
    for (Index k = 0; k < iterations; ++k) {
      context.problem.gradient(Problem::everyone, view(theta_), view(gradient_));
      theta_ -= h * gradient_;
      context.random.add_normal({Role::noise}, context.iteration + k, noise, view(theta_));
    }
    theta.matrix() = theta_;
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    law.step = step();
    return o_.flaw == "contradicted";
  }

 private:
  double step() const {
    return o_.pace == "stretched" || o_.flaw == "unconditional" ? o_.step * o_.stretch : o_.step;
  }

  Options o_;
  Eigen::MatrixXd theta_, gradient_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Tempered, Options, options>(
    {.name = "tempered",
     .numerics_revision = 1,
     .summary = "The unadjusted Langevin algorithm at a temperature tau, with a mistake",
     .reference = ""});
