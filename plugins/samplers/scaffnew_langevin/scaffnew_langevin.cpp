// Scaffnew-Langevin: FALD whose clients learn what their own data add to the drift, as those of
// Scaffnew (ProxSkip: Mishchenko, Malinovsky, Stich and Richtarik, 2022, algorithm 2) do. With s_c
// in place of what a client's gradient is at the mode,
//
//   theta^c <- theta^c - (h / w_c) (ghat_c(theta^c) - s_c) + noise as in FALD
//
// and, when the clients communicate (after every K iterations or with probability p_c, for all),
//
//   s_c <- s_c + p_c (w_c / h) (mean - theta^c),   theta^c <- mean = sum_c w_c theta^c
//
// s_c never travels: it follows from what has been sent, and the upload is that of FALD. At the
// start s_c = 0, and sum_c s_c = 0 throughout. On Gaussian problems the stationary mean is exact
// for every p_c and rho; with p_c = 1, or if the curvatures A_c / w_c agree, the average of the
// clients is the chain of ULA itself. On a fixed schedule 1/K stands for p_c, which no theory
// covers.
//
// With rows clipped to norm C every local step is a private release, as in FALD: s_c is a function
// of what the client and the others have sent, and begins at 0.

#include "scaffnew_langevin/stages.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/federated/learnt_controls.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : AveragingOptions {
  std::optional<double> clip;
};
constexpr auto options =
    append(averaging_options<Options>(), row_clip_option<Options>(&Options::clip));

class ScaffnewLangevin final : public Averaging, public AffineChain {
 public:
  explicit ScaffnewLangevin(const Options& o) : Averaging(o, o.clip), options_(o) {}

  const char* bias() const override {
    return clips() ? "clipped gradients are not those of the potential" : nullptr;
  }

  void start(Context& context, Block theta) override {
    Averaging::start(context, theta);
    controls_.start(clients(), theta);
    gradient_.start(context.slots());
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      draw_shared_noise(context, k);
      for_each_client(context, [&](Index c, Index slot) { local_step(context, k, c, slot); });
      communicate(context, k, [this](Index chain, Block mean) { learn(chain, mean); });
    }
    estimate(context, theta);
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    release_steps(problem, iterations, plan);
  }
  std::int64_t batch() const override { return full_batch() ? 0 : *options_.batch; }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override {
    return has_plain_steps() && ScaffnewStages(clients, averaging_law()).tell(stages);
  }

 private:
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"controls", controls_.all()});
  }
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block theta = local(c);
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resize(theta.rows, theta.cols);
    estimate_gradient(context, c, rows(context, k, c, slot), theta, view(gradient));
    adjoining(theta) -= step_of(c) * (gradient - adjoining(controls_[c]));
    add_noise(context, k, c, theta);
  }
  void learn(Index chain, Block mean) {
    const double p_c = communication_rate();
    for (Index c = 0; c < clients(); ++c) {
      controls_.learn(c, chain, p_c / step_of(c), local(c), mean);
    }
  }

  Options options_;
  LearntControls controls_;
  PerSlot<Eigen::MatrixXd> gradient_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<ScaffnewLangevin, Options, options>(
    {.name = "scaffnew_langevin",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "Scaffnew-Langevin: federated averaging Langevin dynamics whose clients correct "
                "their drift by what they have learnt from the averages, at no further traffic",
     .reference = "Mishchenko et al. (2022), algorithm 2, with the noise of Plassier et al. (2023)",
     .side_by_side = "the clients of a round"});
