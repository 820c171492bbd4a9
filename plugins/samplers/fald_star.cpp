// FALD*, FALD with deterministic control variates. As VR-FALD*, but what a client subtracts is its
// full gradient at the reference point Y, which it keeps, not an estimate on the step's minibatch:
//
//   theta^c <- theta^c - (h / w_c) (ghat_c(theta^c) - grad U_c(Y)) - h grad U(Y) + noise as in FALD
//
// so that a step costs one minibatch gradient instead of two, and minibatch noise is not reduced.
// Y is renewed as in VR-FALD*: with probability q_cv per iteration by the average of the local
// states BEFORE the step, which acts from the next iteration on. With full batches the two are one
// algorithm. `rounds` counts averagings; the exchange of a new reference point is counted in bits.

#include <optional>
#include <stdexcept>

#include "skald/federated/averaging.hpp"
#include "skald/federated/reference_point.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : AveragingOptions {
  double q_cv = 0.05;
};
constexpr auto options =
    append(averaging_options<Options>(),
           option("q_cv", &Options::q_cv,
                  "probability per iteration of a new reference point; at most p_c (or 1/K)")
               .symbol("q_c")
               .above(0)
               .at_most(1));

class FaldStar final : public Sampler {
 public:
  explicit FaldStar(const Options& o) : federation_(o), q_cv_(o.q_cv) {
    if (q_cv_ > federation_.communication_rate()) {
      throw std::invalid_argument(
          "q_cv is larger than the rate of communication; a reference point is renewed at most as "
          "often as clients communicate: set q_cv to at most p_c (or 1/K)");
    }
  }

  Index stride() const override { return federation_.stride(); }
  double communication_rate() const override { return federation_.communication_rate(); }
  void start(Context& context, Block theta) override {
    federation_.start(context, theta);
    reference_.emplace(context, federation_, q_cv_, theta);
    gradient_.resize(theta.rows, theta.cols);
    state_ = {federation_.local_state(), federation_.server_state(), reference_->point_state(),
              reference_->client_gradient_state(), reference_->full_gradient_state()};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const bool refresh = reference_->propose(context, k);
      federation_.draw_shared_noise(context, k);
      for (Index c = 0; c < federation_.clients(); ++c) local_step(context, k, c);
      if (refresh) reference_->renew(context);
      federation_.communicate(context, k);
    }
    federation_.estimate(context, theta);
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool law(LangevinLaw& law) const override {
    if (!federation_.full_batch()) return false;
    federation_.describe(law);
    law.kind = LangevinLaw::Kind::control_variate;
    law.q_cv = q_cv_;
    return true;
  }

 private:
  void local_step(Context& context, std::int64_t k, Index c) {
    const Block theta = federation_.local(c);
    context.problem.gradient(c, federation_.batch(context, k, c), theta, view(gradient_));
    gradient_ -= reference_->client_gradient(c).matrix();
    theta.matrix() -= federation_.local_step(c) * gradient_ +
                      federation_.step() * reference_->full_gradient().matrix();
    federation_.add_noise(context, k, c);
  }

  Averaging federation_;
  double q_cv_;
  std::optional<ReferencePoint> reference_;
  Eigen::MatrixXd gradient_;
  std::array<NamedBlock, 5> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FaldStar, Options, options>(
    {.name = "fald_star",
     .version = "1.0.0",
     .numerics_revision = 1,
     .summary = "FALD*: federated averaging Langevin dynamics with deterministic control variates",
     .reference = "Plassier, Moulines and Durmus (2023), equations 8 to 10, with the full gradient "
                  "at the reference point"});
