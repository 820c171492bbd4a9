// What FA-HMC and AFHMC share: trajectories of the clients from a common state, and their average.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/options.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/federated/cohorts.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/federated/participation.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/simd/simd.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Base of such a sampler's Options struct.
struct TrajectoryOptions {
  double leap_step = 0.05;
  std::int64_t leapfrog = 10;
  std::int64_t K = 1;
  double rho = 0;
  double temp = 1;
  std::string_view weights = "examples";
};

// The option rows of TrajectoryOptions, from which `Options` derives.
template <class Options>
constexpr std::array<Option<Options>, 6> trajectory_options() {
  return {
      inherited<Options>("leap_step", &TrajectoryOptions::leap_step,
                         "leapfrog step size epsilon; one such step is a Langevin step h = "
                         "epsilon^2 / (2 T)")
          .symbol("epsilon")
          .above(0)
          .automatic("sqrt(temp / max(L_max, L_local))")
          .role(OptionRole::step),
      inherited<Options>("leapfrog", &TrajectoryOptions::leapfrog, "leapfrog steps per trajectory")
          .symbol("L")
          .at_least(1),
      inherited<Options>("K", &TrajectoryOptions::K,
                         "trajectories per round, one after another with new momenta")
          .symbol("K")
          .at_least(1),
      inherited<Options>("rho", &TrajectoryOptions::rho,
                         "amplitude of the momentum shared by all clients; their own has sqrt(1 - "
                         "rho^2)")
          .symbol("rho")
          .at_least(0)
          .at_most(1),
      inherited<Options>("temp", &TrajectoryOptions::temp, "temperature T; the target is exp(-U/T)")
          .symbol("T")
          .above(0),
      inherited<Options>("weights", &TrajectoryOptions::weights,
                         "aggregation weights w_c. uniform: 1/N; examples: n_c/n")
          .symbol("w_c")
          .one_of("uniform|examples"),
  };
}

// Client c draws p ~ rho z + sqrt((1 - rho^2) / w_c) z_c, so that sum_c w_c p_c is standard normal,
// and goes L leapfrog steps of size epsilon through the potential V_c = U_c / (w_c T),
//
//   p <- p - (epsilon / 2) f_c(q);  L times {q <- q + epsilon p;  p <- p - epsilon f_c(q)}
//
// without the last change of p, which would be the only use of a further gradient: momenta are
// drawn anew for every trajectory. The force f_c is grad V_c, or corrected. The normals are those
// that LangevinNoise adds in the same iteration, so that L = 1 is a step of FA-LD, h = epsilon^2 /
// (2 T).
//
// A method derives from this class and says what the force is.
class LocalTrajectories : public Sampler, public AffineChain {
 public:
  Index stride() const final { return options_.K; }
  double temperature() const final { return options_.temp; }
  double communication_rate() const final { return 1.0 / static_cast<double>(options_.K); }
  void start(Context& context, Block theta) override {
    cohorts_.emplace(scheme_, S_, aggregation_weights(context.problem, options_.weights),
                     theta.cols);
    server_ = theta.matrix();
    local_.start(context.problem.clients(), theta);
    momenta_.start(theta.rows, theta.cols);
    momentum_.start(context.slots());
    force_.start(context.slots());
    state_ = {NamedBlock{"server", view(server_)}};
  }
  void advance(Context& context, Index iterations, Block theta) final {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += options_.K) round(context, k);
    theta.matrix() = server_;
  }
  std::span<const NamedBlock> state() final { return state_; }

 protected:
  LocalTrajectories(const TrajectoryOptions& options, std::string_view participation,
                    std::optional<std::int64_t> S)
      : options_(options),
        scheme_(participation_scheme(participation)),
        S_(S),
        momenta_(0.5, 1, options.rho) {}

  // The round that begins at that iteration.
  virtual void round(Context& context, std::int64_t first) = 0;

  bool full() const { return scheme_ == LangevinLaw::Participation::full; }
  const Cohorts& cohorts() const { return *cohorts_; }
  Index clients() const { return cohorts_->clients(); }
  double weight(Index client) const { return cohorts_->weight(client); }
  ConstBlock server() const { return view(server_); }

  // A round that begins at that iteration: its clients start from the server's state, do
  // trajectory(k, c, slot) in each of its K iterations, and the server averages.
  template <class Trajectory>
  void go_round(Context& context, std::int64_t first, Trajectory&& trajectory) {
    cohorts_->draw(context.random, first);
    for (Index j = 0; j < server_.cols(); ++j) local_.broadcast(view(server_), j);
    for (std::int64_t k = first; k < first + options_.K; ++k) {
      momenta_.draw_shared(context.random, k);
      context.parallel(clients(), [&](Index c, Index slot) { trajectory(k, c, slot); });
    }
    for (Index j = 0; j < server_.cols(); ++j) {
      local_.average(cohorts_->shares(j), j, view(server_));
    }
    context.ledger.rounds += server_.cols();
    count_exchange(context);
  }
  // Counts a vector of every participant up, and one down.
  void count_exchange(Context& context) const {
    const double bits = static_cast<double>(cohorts_->participants()) * vector_bits(server_.rows());
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }
  // The trajectory of client c in iteration k, in the chains where it takes part. force(l, q, f)
  // writes `divisor` T f_c(q) for the l-th leapfrog step to f, which holds zeros at first.
  template <class Force>
  void trajectory(const Context& context, std::int64_t k, Index c, Index slot, double divisor,
                  Force&& force) {
    const Block states = local_[c];
    Eigen::MatrixXd &p = momentum_[slot], &f = force_[slot];
    p.setZero(states.rows, states.cols);
    f.setZero(states.rows, states.cols);
    cohorts_->for_each_range(c, [&](Index first, Index count) {
      momenta_.add(context.random, k, c, weight(c), view(p).columns(first, count), first);
    });
    auto q = adjoining(states);
    leap(q, p, f, divisor, [&](std::int64_t l) { force(l, states, view(f)); });
  }

  // AffineChain::describe() where all clients take part, in deviations from the mode. The columns
  // of a position are its coefficients of the state at the start of the round, of 1, of the
  // client's normals and, with minibatches, of the errors of its gradients; force(c, q, f) writes
  // those of T f_c(q) to f, without the errors.
  template <class Force>
  void describe_round(const QuadraticClients& problem, AffineStages& stages, bool minibatches,
                      Force&& force) const {
    const Index d = problem.dimension(), normals = options_.K * d;
    const Index errors = minibatches ? normals * options_.leapfrog : 0;
    const auto none = [&] { return Eigen::MatrixXd::Zero(d, d + 1 + normals + errors).eval(); };
    const double rho2 = options_.rho * options_.rho;
    AffineMap map(d);
    const Eigen::MatrixXd identity = map.matrix, nowhere = map.shift;
    Eigen::MatrixXd mean = none(), f = none();
    for (Index c = 0; c < clients(); ++c) {
      Eigen::MatrixXd q = none();
      q.leftCols(d) = identity;
      for (std::int64_t k = 0; k < options_.K; ++k) {
        Eigen::MatrixXd p = none();
        p.middleCols(d + 1 + k * d, d) = identity;
        leap(q, p, f, 1, [&](std::int64_t l) {
          force(c, q, f);
          const Index error = d + 1 + normals + (k * options_.leapfrog + l) * d;
          if (minibatches) f.middleCols(error, d) += identity / weight(c);
        });
      }
      q *= weight(c);
      mean += q;
      map.noise += (1 - rho2) / weight(c) * squared(q.middleCols(d + 1, normals));
      for (Index i = d + 1 + normals; i < q.cols(); i += d) {
        map.noise +=
            q.middleCols(i, d) * problem.noise(c).matrix() * q.middleCols(i, d).transpose();
      }
    }
    map.matrix = mean.leftCols(d);
    map.shift = mean.col(d);
    map.noise += rho2 * squared(mean.middleCols(d + 1, normals));
    stages.start(view(identity), view(nowhere));
    stages.stage();
    map.add_to(stages);
    stages.estimate(view(identity));
  }

 private:
  static Eigen::MatrixXd squared(const Eigen::MatrixXd& a) { return a * a.transpose(); }
  // p <- p - kick (f / divisor) and q <- q + epsilon p in one pass over `size` numbers.
  struct KickAndDrift {
    template <int W>
    SKALD_INLINE static void run(double kick, double divisor, double epsilon, Index size,
                                 const double* f, double* p, double* q) {
      simd::Reals<W> force, momentum, position;
      for (Index i = 0; i < size; i += W) {
        simd::load_first<W>(f + i, size - i, force);
        simd::load_first<W>(p + i, size - i, momentum);
        simd::load_first<W>(q + i, size - i, position);
        momentum -= kick * (force / divisor);
        position += epsilon * momentum;
        simd::store_first<W>(momentum, size - i, p + i);
        simd::store_first<W>(position, size - i, q + i);
      }
    }
  };
  // find(l) sets f to `divisor` T times the force at q.
  template <class States, class Find>
  void leap(States& q, Eigen::MatrixXd& p, Eigen::MatrixXd& f, double divisor, Find&& find) const {
    const double epsilon = options_.leap_step;
    for (std::int64_t l = 0; l < options_.leapfrog; ++l) {
      find(l);
      const double kick = (l == 0 ? epsilon / 2 : epsilon) / options_.temp;
      simd::run<KickAndDrift>(kick, divisor, epsilon, p.size(), f.data(), p.data(), q.data());
    }
  }

  TrajectoryOptions options_;
  LangevinLaw::Participation scheme_;
  std::optional<std::int64_t> S_;
  LangevinNoise momenta_;
  std::optional<Cohorts> cohorts_;
  LocalStates local_;
  Eigen::MatrixXd server_;
  PerSlot<Eigen::MatrixXd> momentum_, force_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace skald
