// Local Langevin steps of clients as private releases, whatever the method does with their states.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "skald/context.hpp"
#include "skald/extensions/gradient_distance.hpp"
#include "skald/options.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/privacy/whole_clients.hpp"

namespace skald {

// The option row of the clip, a member of Options or of its base.
template <class Options, class Base>
constexpr Option<Options> row_clip_option(std::optional<double> Base::*member) {
  return inherited<Options>("clip", member,
                            "clipping norm of each row's gradient, for privacy langevin; no "
                            "clipping if omitted")
      .symbol("C")
      .above(0);
}

// Client c steps by (h / w_c) times an estimate of grad U_c on b of its n_c rows and adds noise of
// its own of variance 2 h T (1 - rho^2) / w_c. To whoever knows the state before and the noise that
// all clients share, the state after is a Gaussian release: another value of one row moves it by at
// most D (h / w_c) (n_c / b), where D is twice the clip, or what the model's rows allow. What
// clients send is a function of such states, and so is whatever a method makes of them without
// another look at the rows. So neither K nor p_c enters, whose coins are public: a client has as
// many releases as local steps (docs/privacy-reference.md).
//
// Where whole clients are protected, the clip is that of the estimate itself: it moves by D
// whatever the batch, and a sample of rows hides nothing.
//
// Under privacy langevin with an eps, the client's own noise is raised, where it is too small for
// that eps, by what it lacks; the chain is then hotter than T.
class PrivateSteps {
 public:
  PrivateSteps(std::optional<std::int64_t> batch, std::optional<double> clip,
               Unit unit = Unit::record)
      : batch_(batch), clip_(clip), unit_(unit) {}

  bool clips() const { return clip_.has_value(); }
  // Whether the chain is that of the unclipped potential at its own temperature. After start(): a
  // budget may raise its noise.
  bool are_plain() const { return !clips() && needed_.empty(); }
  double clip_or(double none) const { return clip_.value_or(none); }

  // Asks the run's mechanism how much noise each client needs. Before raise().
  void start(const Context& context) {
    distance_ = gradient_distance(context.problem);
    needed_.clear();
    for (Index c = 0; c < context.problem.clients(); ++c) {
      const NoiseLaw law = context.mechanism.law(c);
      needed_.push_back(law.kind == NoiseLaw::Kind::langevin ? law.multiplier : 0);
    }
    const bool none = std::all_of(needed_.begin(), needed_.end(), [](double z) { return z == 0; });
    if (none) needed_.clear();
  }
  // out = the estimate of grad U_c on the batch.
  void gradient(Problem& problem, Index c, const Rows& batch, ConstBlock theta, Block out) const {
    if (!clip_) return problem.gradient(c, batch, theta, out);
    if (whole()) return clipped_client_gradient(problem, c, batch, *clip_, theta, out);
    const Index examples = problem.examples(c);
    problem.clipped_risk_gradient(c, batch, *clip_, batch_size(examples), theta, out);
    out.matrix() *= static_cast<double>(examples);
  }
  // The same of all the client's rows.
  void full_gradient(Problem& problem, Index c, ConstBlock theta, Block out) const {
    if (!clip_) return problem.gradient(c, theta, out);
    const Index examples = problem.examples(c);
    const auto rows = static_cast<double>(examples);
    problem.clipped_risk_gradient(c, Rows::range(0, examples), *clip_, rows, theta, out);
    out.matrix() *= rows;
  }
  // The noise that client c needs in a message, over how far a row moves it, if it has `own`.
  double raised(Index c, double own) const {
    return needed_.empty() ? own : std::max(own, needed_[static_cast<std::size_t>(c)]);
  }
  // Adds to the step that led to theta, which has its own noise already, what this lacks. `first`
  // is the chain of theta's first column.
  void raise(const Context& context, std::int64_t k, Index c, double weight,
             const LangevinNoise& noise, Block theta, Index first = 0) const {
    if (needed_.empty()) return;
    const Index examples = context.problem.examples(c);
    const Sensitivity moved = moves(distance_, examples, weight, noise.step());
    const double own = noise.own_deviation(weight) / moved.l2();
    const double needed = raised(c, own);
    if (own == needed) return;
    const double share = own / needed;
    context.mechanism.privatize(context.random, {Role::mechanism, c, first}, k,
                                moved.scaled(std::sqrt(1 - share * share)), theta);
  }

  // How far another value of a row (or of a client's rows) moves grad U; infinite if nothing bounds
  // it.
  double gradient_distance(const Problem& problem) const {
    if (clip_) return distance_in_clips(Relation::replace_one) * *clip_;
    return whole() ? std::numeric_limits<double>::infinity() : gradient_distance_of_rows(problem);
  }
  // b of n_c rows.
  double batch_size(Index examples) const {
    return static_cast<double>(std::min(batch_.value_or(examples), examples));
  }
  // The client's steps of that size, in rounds of so many. Needs a finite gradient_distance().
  Release release(const Problem& problem, Index c, double weight, const LangevinNoise& noise,
                  std::int64_t rounds, std::int64_t steps) const {
    const Index examples = problem.examples(c);
    const double rate = share_of_rows(examples);
    const Sensitivity moved = moves(gradient_distance(problem), examples, weight, noise.step());
    // Without noise of its own, nothing protects the client: an infinite eps.
    const double own =
        std::max(noise.own_deviation(weight) / moved.l2(), std::numeric_limits<double>::min());
    return {.client = c,
            .unit = unit_,
            .relation = moved.relation(),
            .count = rounds,
            .steps = steps,
            .sampling = rate < 1 ? Sampling::without_replacement : Sampling::none,
            .rate = rate,
            .own_noise = own,
            .raises_noise = true};
  }

 private:
  // Of which a sample hides the rest.
  double share_of_rows(Index examples) const {
    return whole() ? 1 : batch_size(examples) / static_cast<double>(examples);
  }
  bool whole() const { return unit_ == Unit::client; }
  // How far a step of size h moves if a gradient does by `distance`.
  Sensitivity moves(double distance, Index examples, double weight, double h) const {
    return Sensitivity::of_distance(distance, Relation::replace_one)
        .scaled(h / (weight * share_of_rows(examples)));
  }

  std::optional<std::int64_t> batch_;
  std::optional<double> clip_;
  Unit unit_ = Unit::record;
  double distance_ = 0;         // of gradients, once started
  std::vector<double> needed_;  // by client, noise over how far a row moves a step; empty: none
};

}  // namespace skald
