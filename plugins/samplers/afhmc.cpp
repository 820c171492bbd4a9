// AFHMC, accelerated FA-HMC: clients correct their force by control variates. In every round they
// exchange their gradients at the server's theta, gbar = sum_c grad U_c(theta), and go K
// trajectories of L leapfrog steps from there (local_trajectories.hpp),
//
//   p <- rho z + sqrt((1 - rho^2) / w_c) z_c
//   L times:  p <- p - epsilon [(grad U_c(q) - grad U_c(theta)) / w_c + gbar] / T  (the first time
//             by half),   q <- q + epsilon p
//
// after which theta <- sum_c w_c q_c. Two vectors go up and two come down in a round; there are no
// more gradients than in FA-HMC, as the first one of a round is the client's grad U_c(theta).
// Published is K = 1 with rho = 1.
//
// On Gaussian problems the stationary mean is exact. The covariance is not: as epsilon tends to 0
// at fixed length tau = L epsilon, W2 to the target remains, of order tau^4.
//
// All clients take part, or gbar would be the gradient of another potential; they use all their
// rows, since a gradient at theta on other rows than the trajectory's would add noise instead of
// removing it.

#include "skald/parts/hamiltonian/local_trajectories.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : TrajectoryOptions {};
constexpr auto options = trajectory_options<Options>();

class Afhmc final : public LocalTrajectories {
 public:
  explicit Afhmc(const Options& o) : LocalTrajectories(o, "full", std::nullopt) {}

  void start(Context& context, Block theta) override {
    LocalTrajectories::start(context, theta);
    gradients_.start(context.problem.clients(), theta);
    sum_.resize(theta.rows, theta.cols);
  }
  bool describe(const QuadraticClients& problem, AffineStages& stages) const override {
    const Index d = problem.dimension();
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(d, d);
    for (Index c = 0; c < problem.size(); ++c) sum += problem.curvature(c).matrix();
    describe_round(problem, stages, false, [&](Index c, const auto& q, Eigen::MatrixXd& force) {
      const auto A = problem.curvature(c).matrix();
      force = A * q / weight(c);
      force.leftCols(d) += sum - A / weight(c);
    });
    return true;
  }

 private:
  void round(Context& context, std::int64_t first) override {
    exchange_gradients(context);
    go_round(context, first, [&](std::int64_t k, Index c, Index slot) {
      trajectory(context, k, c, slot, 1, [&](std::int64_t l, ConstBlock q, Block force) {
        if (k > first || l > 0) corrected_gradient(context, c, q, force);
        adjoining(force) += sum_;
      });
    });
  }
  // grad U_c(theta) of every client, and their sum.
  void exchange_gradients(Context& context) {
    sum_.setZero();
    context.parallel(
        clients(), [&](Index c, Index) { context.problem.gradient(c, server(), gradients_[c]); },
        [&](Index c, Index) { sum_ += adjoining(gradients_[c]); });
    count_exchange(context);
  }
  // out = (grad U_c(q) - grad U_c(theta)) / w_c.
  void corrected_gradient(Context& context, Index c, ConstBlock q, Block out) {
    context.problem.gradient(c, q, out);
    adjoining(out) -= adjoining(gradients_[c]);
    adjoining(out) /= weight(c);
  }

  LocalStates gradients_;  // at the server's state
  Eigen::MatrixXd sum_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Afhmc, Options, options>(
    {.name = "afhmc",
     .numerics_revision = 1,
     .summary = "AFHMC: FA-HMC whose clients correct their gradients by those that they exchange "
                "at the start of a round",
     .reference = "github.com/laaaarrywang/Adaptive-Federated-HMC (2026); Liang et al. (2024)",
     .side_by_side = "the clients of a round",
     .no_eps = "clients send gradients without noise; take fa_ld, whose clients send "
               "states only, and set its clip"});
