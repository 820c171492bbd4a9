// FALD with control variates: the local steps are corrected by gradients at a common reference
// point.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>

#include "skald/options.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/parts/langevin/reference_point.hpp"
#include "skald/sampler.hpp"

namespace skald {

struct ControlVariateOptions : AveragingOptions {
  double q_cv = 0.05;
};
template <class Options>
constexpr auto control_variate_options() {
  return append(
      averaging_options<Options>(),
      inherited<Options>(
          "q_cv", &ControlVariateOptions::q_cv,
          "probability per iteration of renewing the reference point; at most p_c (or 1/K)")
          .symbol("q_c")
          .above(0)
          .at_most(1));
}

// Besides its state, every client knows a reference point Y and the full gradient there, grad U(Y)
// = sum_c grad U_c(Y), and steps by
//
//   theta^c <- theta^c - (h / w_c) (ghat_c(theta^c) - g_c(Y)) - h grad U(Y) + noise as in FALD
//
// so that clients drift towards a common point; the variants differ in g_c(Y). With probability
// q_cv per iteration, the average of the local states BEFORE the step becomes the next reference
// point; it takes effect from the next iteration on. `rounds` counts averagings only; the exchange
// of a new reference point is counted in bits (Plassier, Moulines and Durmus, 2023, algorithm 3).
class ControlVariates : public Sampler {
 public:
  // Throws std::invalid_argument if q_cv exceeds the rate of communication.
  explicit ControlVariates(const ControlVariateOptions& o) : federation_(o), q_cv_(o.q_cv) {
    if (q_cv_ > federation_.communication_rate()) {
      throw std::invalid_argument(
          "q_cv exceeds the communication rate, but the reference point can be renewed only when "
          "clients communicate: set q_cv to at most p_c (or 1/K)");
    }
  }

  double temperature() const override { return federation_.temperature(); }
  Index stride() const override { return federation_.stride(); }
  double communication_rate() const override { return federation_.communication_rate(); }
  void start(Context& context, Block theta) override {
    federation_.start(context, theta);
    reference_.emplace(context, federation_, q_cv_, theta);
    gradient_.start(context.slots());
    prepare(context);
    state_ = {federation_.local_state(), federation_.server_state(), reference_->point_state(),
              reference_->client_gradient_state(), reference_->full_gradient_state()};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const bool refresh = reference_->propose(context, k);
      federation_.draw_shared_noise(context, k);
      federation_.for_each_client(context,
                                  [&](Index c, Index slot) { local_step(context, k, c, slot); });
      if (refresh) reference_->renew(context);
      federation_.communicate(context, k);
    }
    federation_.estimate(context, theta);
  }
  std::span<const NamedBlock> state() override { return state_; }
  // The law is known for full batches, and for minibatches whose rows serve both gradients.
  bool law(LangevinLaw& law) const override {
    federation_.describe(law);
    law.kind = LangevinLaw::Kind::control_variate;
    law.q_cv = q_cv_;
    return true;
  }

 protected:
  // Called by start().
  virtual void prepare(const Context& /*context*/) {}
  // Returns g_c(Y), d x C in columns that adjoin, for a step in which client c takes its gradient
  // over the rows `batch`, with their random choices, for as long as it has its slot.
  virtual ConstBlock gradient_at_reference(Context& context, const Rows& batch, Index c,
                                           Index slot) = 0;
  ReferencePoint& reference() { return *reference_; }
  bool full_batch() const { return federation_.full_batch(); }

 private:
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block theta = federation_.local(c);
    const Rows batch = federation_.batch(context, k, c, slot);
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resize(theta.rows, theta.cols);
    context.problem.gradient(c, batch, theta, view(gradient));
    gradient -= adjoining(gradient_at_reference(context, batch.choosing_at(theta), c, slot));
    adjoining(theta) -= federation_.local_step(c) * gradient +
                        federation_.step() * adjoining(reference_->full_gradient());
    federation_.add_noise(context, k, c);
  }

  Averaging federation_;
  double q_cv_;
  std::optional<ReferencePoint> reference_;
  PerSlot<Eigen::MatrixXd> gradient_;
  std::array<NamedBlock, 5> state_{};
};

}  // namespace skald
