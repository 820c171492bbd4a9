// FALD with control variates: the local steps are corrected by gradients at a common reference
// point.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "skald/options.hpp"
#include "skald/parts/aligned_matrix.hpp"
#include "skald/parts/federated/schedule.hpp"
#include "skald/parts/langevin/averaging.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/more_as_published.hpp"
#include "skald/sampler.hpp"

namespace skald {

struct ControlVariateOptions : AveragingOptions {
  double q_cv = 0.05;
  std::optional<std::string_view> renewals;
  std::optional<double> clip;
  std::optional<double> reference_noise;
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
          .at_most(1),
      inherited<Options>(
          "renewals", &ControlVariateOptions::renewals,
          "when the reference point is renewed. coin (if omitted): with probability "
          "q_cv per iteration; schedule: every 1/q_cv iterations, rounded up, so that their "
          "number is known before a private run")
          .one_of("coin|schedule"),
      row_clip_option<Options>(&ControlVariateOptions::clip),
      inherited<Options>("reference_noise", &ControlVariateOptions::reference_noise,
                         "standard deviation of the noise in a reference gradient that a client "
                         "sends, over how far a row moves it; with a clip, and raised as privacy "
                         "langevin needs it")
          .at_least(0));
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
// point is counted in bits (Plassier, Moulines and Durmus, 2023, algorithm 3): gradients up and
// their sum down, and states up and Y down unless all have just heard their average, which is Y.
//
// With rows clipped to norm C, local steps are private releases as in FALD, and so is every grad
// U_c(Y) that is sent: another value of a row moves it by 2 C, and the client adds noise of its own
// to it. It subtracts what it has sent, not what it knows: then a step is moved by one row's
// clipped gradient, not by two, and the noise cancels in the average of all clients.
class ControlVariates : public Averaging {
 public:
  // Throws std::invalid_argument if q_cv exceeds the rate of communication.
  explicit ControlVariates(const ControlVariateOptions& o)
      : Averaging(o, o.clip),
        q_cv_(o.q_cv),
        period_(o.renewals == "schedule" ? static_cast<std::int64_t>(std::ceil(1 / o.q_cv)) : 0),
        reference_noise_(o.reference_noise.value_or(0)) {
    if (q_cv_ > communication_rate()) {
      throw std::invalid_argument(
          "q_cv exceeds the communication rate, but the reference point can be renewed only when "
          "clients communicate: set q_cv to at most p_c (or 1/K)");
    }
    if (reference_noise_ > 0 && !clips()) {
      throw std::invalid_argument(
          "reference_noise is measured in what a row moves, which nothing bounds: set clip, or "
          "leave reference_noise out");
    }
  }

  const char* bias() const override {
    return clips() ? "clipped gradients are not those of the potential" : nullptr;
  }
  void start(Context& context, Block theta) override {
    Averaging::start(context, theta);
    renewals_.emplace(Stream{Role::reference}, q_cv_, theta.cols);
    point_ = next_ = theta.matrix();
    client_gradients_.start(clients(), theta);
    full_gradient_.resizeLike(point_);
    points_.resizeLike(point_);
    gradient_.start(context.slots());
    messages_.start(context.slots());
    agreed_.setOnes(1, theta.cols);
    more_.start(theta.cols);
    if (!clips()) exchange_first(context);
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    // What bounds the steps of rows that nobody clips says nothing of reference gradients.
    if (!clips()) {
      return plan.releases_nothing("no clip is given; set sampler.clip, for privacy langevin");
    }
    if (period_ == 0) {
      return plan.releases_nothing(
          "coins decide how many reference gradients are sent; set sampler.renewals to schedule");
    }
    release_steps(problem, iterations, plan);
    for (Index c = 0; c < problem.clients(); ++c) {
      plan.add({.client = c,
                .relation = Relation::replace_one,
                .count = 1 + iterations / period_,  // one at the start
                .own_noise = std::max(reference_noise_, std::numeric_limits<double>::min()),
                .raises_noise = true});
    }
  }
  void advance(Context& context, Index iterations, Block theta) override {
    // A release belongs to an iteration.
    if (clips() && context.iteration == 0) exchange_first(context);
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const bool renews = propose(context, k);
      draw_shared_noise(context, k);
      for_each_client(context, [&](Index c, Index slot) { local_step(context, k, c, slot); });
      if (renews) renew(context, k + 1);
      communicate(context, k);
      for (Index j = 0; j < theta.cols; ++j) agreed_(j) = has_communicated(j) ? 1 : 0;
    }
    more_.record(context);
    estimate(context, theta);
  }
  // The law is known for full batches, and for minibatches whose rows serve both gradients.
  bool law(LangevinLaw& law) const override {
    if (!has_plain_steps() || period_ > 0) return false;
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
    state.push_back({"agreed", view(agreed_)});
    state.push_back(more_.state());
  }
  void local_step(Context& context, std::int64_t k, Index c, Index slot) {
    const Block theta = local(c);
    const Rows batch = rows(context, k, c, slot);
    AlignedMatrix& gradient = gradient_[slot];
    gradient.resize(theta.rows, theta.cols);
    estimate_gradient(context, c, batch, theta, gradient.block());
    drift(step_of(c), gradient.block(),
          gradient_at_reference(context, batch.choosing_at(theta), c, slot), step(),
          view(full_gradient_), theta);
    add_noise(context, k, c, theta);
  }
  // Before the steps of iteration k: decides which chains will renew their reference point, and
  // keeps their averages. Returns whether there are any.
  bool propose(const Context& context, std::int64_t k) {
    if (period_ == 0 && renewals_->toss(context.random, k) == 0) return false;
    if (period_ > 0 && (k + 1) % period_ != 0) return false;
    for (Index j = 0; j < point_.cols(); ++j) {
      if (renews(j)) average(j, view(next_));
    }
    return true;
  }
  bool renews(Index chain) const { return period_ > 0 || renewals_->head(chain); }
  // After the steps, if propose() returned true: grad U_c(Y) go up and the sum down; before,
  // theta^c and Y, unless all had Y.
  void renew(Context& context, std::int64_t iteration) {
    renewed_.clear();
    for (Index j = 0; j < point_.cols(); ++j) {
      if (!renews(j)) continue;
      renewed_.push_back(j);
      point_.col(j) = next_.col(j);
      count_exchange(context, (agreed_(j) != 0 ? 1 : 2) * clients());
      if (agreed_(j) != 0) count_spared(j);
    }
    renew_gradients(context, iteration);
  }
  // As published, states travel in any case.
  void count_spared(Index chain) {
    const double bits = static_cast<double>(clients()) * vector_bits(point_.rows());
    more_.add(chain, bits, bits);
  }
  // The gradients at the start.
  void exchange_first(Context& context) {
    renewed_.resize(static_cast<std::size_t>(point_.cols()));
    std::iota(renewed_.begin(), renewed_.end(), Index{0});
    renew_gradients(context, 0);
    count_exchange(context, clients() * point_.cols());
  }
  // Of the renewed chains, side by side.
  void renew_gradients(Context& context, std::int64_t iteration) {
    for_renewed([&](Index i, Index j) { points_.col(i) = point_.col(j); });
    for_renewed([&](Index, Index j) { full_gradient_.col(j).setZero(); });
    context.parallel(
        clients(), [&](Index c, Index slot) { send_references(context, iteration, c, slot); },
        [&](Index c, Index) {
          for_renewed(
              [&](Index, Index j) { full_gradient_.col(j) += client_gradient(c).column(j); });
        });
  }
  // What client c sends of its gradients at Y.
  void send_references(const Context& context, std::int64_t iteration, Index c, Index slot) {
    Eigen::MatrixXd& messages = messages_[slot];
    messages.resizeLike(points_);
    const Index count = std::ssize(renewed_);
    steps().full_gradient(context.problem, c, view(std::as_const(points_)).columns(0, count),
                          view(messages).columns(0, count));
    const double noise = clips() ? steps().raised(c, reference_noise_) : 0;
    for_renewed([&](Index i, Index j) {
      const Block message = client_gradient(c).columns(j, 1);
      message.matrix() = messages.col(i);
      if (noise == 0) return;
      context.random.add_normal({Role::reference, c, j}, iteration,
                                noise * steps().gradient_distance(context.problem), message);
    });
  }
  // work(i, j) for the i-th renewed chain, which is chain j.
  template <class Work>
  void for_renewed(Work&& work) const {
    for (std::size_t i = 0; i < renewed_.size(); ++i) work(static_cast<Index>(i), renewed_[i]);
  }

  double q_cv_;
  std::int64_t period_;  // of renewals on schedule; 0: by coins
  double reference_noise_;
  std::optional<Coins> renewals_;
  Eigen::MatrixXd point_, next_;  // Y, and what it will be
  Eigen::MatrixXd agreed_;        // whether all clients hold the average of all, 1 x C
  MoreAsPublished more_;
  LocalStates client_gradients_;
  Eigen::MatrixXd full_gradient_;
  std::vector<Index> renewed_;  // chains whose gradients at Y are exchanged
  Eigen::MatrixXd points_;      // whose first columns are theirs
  PerSlot<AlignedMatrix> gradient_;
  PerSlot<Eigen::MatrixXd> messages_;
};

}  // namespace skald
