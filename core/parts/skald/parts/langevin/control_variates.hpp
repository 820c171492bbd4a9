// FALD with control variates: the local steps are corrected by gradients at a common reference
// point.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "skald/options.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/langevin/averaging.hpp"
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
// so that clients drift towards a common point; the variants differ in g_c(Y). Y is the start at
// first, whose gradients are exchanged. With probability q_cv per iteration and for each chain, the
// average of the local states BEFORE the step becomes the next reference point; it takes effect
// from the next iteration on. `rounds` counts averagings only; the exchange of a new reference
// point is counted in bits (Plassier, Moulines and Durmus, 2023, algorithm 3).
class ControlVariates : public Averaging {
 public:
  // Throws std::invalid_argument if q_cv exceeds the rate of communication.
  explicit ControlVariates(const ControlVariateOptions& o) : Averaging(o), q_cv_(o.q_cv) {
    if (q_cv_ > communication_rate()) {
      throw std::invalid_argument(
          "q_cv exceeds the communication rate, but the reference point can be renewed only when "
          "clients communicate: set q_cv to at most p_c (or 1/K)");
    }
  }

  void start(Context& context, Block theta) override {
    Averaging::start(context, theta);
    renewals_.emplace(Stream{Role::reference}, q_cv_, theta.cols);
    point_ = next_ = theta.matrix();
    client_gradients_.start(clients(), theta);
    full_gradient_.resizeLike(point_);
    gradient_.start(context.slots());
    for (Index j = 0; j < theta.cols; ++j) renew_gradients(context, j);
    count_exchange(context, clients() * theta.cols);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const bool renews = propose(context, k);
      draw_shared_noise(context, k);
      for_each_client(context, [&](Index c, Index slot) { local_step(context, k, c, slot); });
      if (renews) renew(context);
      communicate(context, k);
    }
    estimate(context, theta);
  }
  // The law is known for full batches, and for minibatches whose rows serve both gradients.
  bool law(LangevinLaw& law) const override {
    law = averaging_law();
    law.kind = LangevinLaw::Kind::control_variate;
    law.q_cv = q_cv_;
    return true;
  }

 protected:
  // Returns g_c(Y), d x C in columns that adjoin, for a step in which client c takes its gradient
  // over the rows `batch`, with their random choices, for as long as it has its slot.
  virtual ConstBlock gradient_at_reference(Context& context, const Rows& batch, Index c,
                                           Index slot) = 0;
  ConstBlock point() const { return view(point_); }  // Y
  // grad U_c(Y).
  Block client_gradient(Index client) { return client_gradients_[client]; }

 private:
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"reference", view(point_)});
    state.push_back({"client_gradients", client_gradients_.all()});
    state.push_back({"full_gradient", view(full_gradient_)});
  }
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block theta = local(c);
    const Rows batch = rows(context, k, c, slot);
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resize(theta.rows, theta.cols);
    context.problem.gradient(c, batch, theta, view(gradient));
    gradient -= adjoining(gradient_at_reference(context, batch.choosing_at(theta), c, slot));
    adjoining(theta) -= step_of(c) * gradient + step() * full_gradient_;
    add_noise(context, k, c, theta);
  }
  // Before the steps of iteration k: tosses the coins and keeps the averages of the chains that
  // will renew their reference point. Returns whether there are any.
  bool propose(const Context& context, std::int64_t k) {
    if (renewals_->toss(context.random, k) == 0) return false;
    for (Index j = 0; j < point_.cols(); ++j) {
      if (renewals_->head(j)) average(j, view(next_));
    }
    return true;
  }
  // After the steps, if propose() returned true: theta^c and grad U_c(Y) go up, Y and the sum go
  // down.
  void renew(Context& context) {
    for (Index j = 0; j < point_.cols(); ++j) {
      if (!renewals_->head(j)) continue;
      point_.col(j) = next_.col(j);
      renew_gradients(context, j);
      count_exchange(context, 2 * clients());
    }
  }
  void renew_gradients(Context& context, Index j) {
    full_gradient_.col(j).setZero();
    const ConstBlock y = point().columns(j, 1);
    context.parallel(
        clients(),
        [&](Index c, Index) { context.problem.gradient(c, y, client_gradient(c).columns(j, 1)); },
        [&](Index c, Index) { full_gradient_.col(j) += client_gradient(c).column(j); });
  }

  double q_cv_;
  std::optional<Coins> renewals_;
  Eigen::MatrixXd point_, next_;  // Y, and what it will be
  LocalStates client_gradients_;
  Eigen::MatrixXd full_gradient_;
  PerSlot<Eigen::MatrixXd> gradient_;
};

}  // namespace skald
