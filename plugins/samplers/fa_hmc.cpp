// FA-HMC, federated averaging Hamiltonian Monte Carlo. In every round the clients of the cohort
// start from the server's theta and go K trajectories of L leapfrog steps, one after another, each
// with a momentum of its own (local_trajectories.hpp),
//
//   p <- rho z + sqrt((1 - rho^2) / w_c) z_c
//   L times:  p <- p - epsilon ghat_c(q) / (w_c T)  (the first time by half),   q <- q + epsilon p
//
// without rejection, after which theta <- sum_c w_c q_c, or an average over S clients as in FA-LD.
// An iteration is a trajectory and costs L gradients. With L = 1 the sampler is FA-LD with the step
// h = epsilon^2 / (2 T). In the paper's terms: T local updates are K, K leapfrog steps are L, eta
// is epsilon.
//
// On Gaussian problems the stationary mean is biased, unless curvatures A_c / w_c agree. The bias
// does not vanish with epsilon at fixed length tau = L epsilon of a trajectory, only with tau, as
// tau^2. An own momentum must be scaled by 1 / sqrt(w_c): sum_c w_c p_c is standard normal with
// no other scale.
//
// A public program restarts every one of its K trajectories at theta, so that the first K - 1 have
// no effect: that is K = 1.

#include "skald/minibatch.hpp"
#include "skald/parts/hamiltonian/local_trajectories.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : TrajectoryOptions {
  std::optional<std::int64_t> batch;
  std::string_view participation = "full";
  std::optional<std::int64_t> S;
};
constexpr auto options = append(
    trajectory_options<Options>(),
    option("batch", &Options::batch,
           "minibatch size per client, drawn without replacement for each leapfrog step; all rows "
           "if omitted")
        .at_least(1),
    option("participation", &Options::participation,
           "clients per round. full: all; with_replacement: S drawn with P(c) = w_c (scheme I); "
           "without_replacement: S distinct ones of equal weight (scheme II)")
        .one_of("full|with_replacement|without_replacement"),
    option("S", &Options::S, "clients per round under partial participation")
        .symbol("S")
        .at_least(1));

class FaHmc final : public LocalTrajectories {
 public:
  explicit FaHmc(const Options& o)
      : LocalTrajectories(o, o.participation, o.S), options_(o), minibatch_(Minibatch(o.batch)) {}

  const char* bias() const override {
    return full() || options_.rho == 1 ? nullptr
                                       : "under partial participation an average has more noise";
  }
  void start(Context& context, Block theta) override {
    LocalTrajectories::start(context, theta);
    minibatch_.first().start(context.problem, theta.cols);
    minibatch_.start(context.slots());
    takes_all_rows_ = takes_all_rows(context.problem, options_.batch);
  }
  std::int64_t batch() const override { return takes_all_rows_ ? 0 : options_.batch.value(); }
  bool describe(const QuadraticClients& problem, AffineStages& stages) const override {
    if (!full()) return false;
    const Index d = problem.dimension();
    describe_round(problem, stages, !takes_all_rows_,
                   [&](Index c, const auto& q, Eigen::MatrixXd& force) {
                     force = problem.curvature(c).matrix() * q;
                     force.col(d) += problem.slope(c).matrix();
                     force /= weight(c);
                   });
    return true;
  }

 private:
  void round(Context& context, std::int64_t first) override {
    go_round(context, first, [&](std::int64_t k, Index c, Index slot) {
      trajectory(context, k, c, slot, weight(c), [&](std::int64_t l, ConstBlock q, Block force) {
        gradient(context, k * options_.leapfrog + l, c, slot, q, force);
      });
    });
  }
  // out = ghat_c(q) in the chains where the client takes part.
  void gradient(Context& context, std::int64_t step, Index c, Index slot, ConstBlock q, Block out) {
    const Rows batch = minibatch_[slot].draw(context.random, step, context.problem, c);
    cohorts().for_each_range(c, [&](Index first, Index count) {
      context.problem.gradient(c, batch.of_chains(first, count), q.columns(first, count),
                               out.columns(first, count));
    });
  }

  Options options_;
  PerSlot<Minibatch> minibatch_;
  bool takes_all_rows_ = true;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FaHmc, Options, options>(
    {.name = "fa_hmc",
     .numerics_revision = 1,
     .summary = "FA-HMC: federated averaging Hamiltonian Monte Carlo, with K local trajectories of "
                "L leapfrog steps per round",
     .reference = "Liang, Zhang, Deng, Song and Lin (2024), arXiv 2407.06935",
     .side_by_side = "the clients of a round",
     .no_eps = "no account is known for noise that enters once per trajectory; take "
               "fa_ld, which is FA-HMC with one leapfrog step, and set its clip"});
