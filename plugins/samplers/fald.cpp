// FALD and FA-LD, federated averaging Langevin dynamics. Every client c runs
//
//   theta^c <- theta^c - (h / w_c) ghat_c(theta^c) + sqrt(2 h T) (rho z + sqrt((1-rho^2)/w_c) z^c)
//
// and all clients average, theta^c <- sum_c w_c theta^c, after every K iterations (FA-LD) or with
// probability p_c after each (FALD). In the papers' terms: FA-LD's eta = h; FALD's gamma = N h and
// tau = rho^2, with w_c = 1/N. A sum over heterogeneous clients drifts between communications: the
// stationary mean is biased unless K = 1 (p_c = 1) or the curvatures A_c / w_c agree.

#include "skald/parts/adjoining.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : AveragingOptions {};
constexpr auto options = averaging_options<Options>();

class Fald final : public Sampler {
 public:
  explicit Fald(const Options& o) : federation_(o) {}

  Index stride() const override { return federation_.stride(); }
  double communication_rate() const override { return federation_.communication_rate(); }
  void start(Context& context, Block theta) override {
    federation_.start(context, theta);
    gradient_.start(context.slots());
    state_ = {federation_.local_state(), federation_.server_state()};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      federation_.draw_shared_noise(context, k);
      federation_.for_each_client(context,
                                  [&](Index c, Index slot) { local_step(context, k, c, slot); });
      federation_.communicate(context, k);
    }
    federation_.estimate(context, theta);
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    federation_.describe(law);
    return true;
  }

 private:
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block theta = federation_.local(c);
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resize(theta.rows, theta.cols);
    context.problem.gradient(c, federation_.batch(context, k, c, slot), theta, view(gradient));
    adjoining(theta) -= federation_.local_step(c) * gradient;
    federation_.add_noise(context, k, c);
  }

  Averaging federation_;
  PerSlot<Eigen::MatrixXd> gradient_;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Fald, Options, options>(
    {.name = "fald",
     .version = "1.0.0",
     .numerics_revision = 2,
     .summary = "FALD: federated averaging Langevin dynamics, with K local steps per round or "
                "communication probability p_c",
     .reference = "Plassier, Moulines and Durmus (2023), algorithm 2; Deng et al. (2021), "
                  "algorithm 1",
     .side_by_side = "the clients of a round"});
