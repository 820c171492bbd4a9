#include "oracles/averaged_chain.hpp"

#include <cmath>
#include <string>

#include "linear/matrices.hpp"

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The numbers of a state: those of every client, then the reference point and the last average.
struct AveragedStages {
  const QuadraticClients& clients;
  const LangevinStep& step;
  double p, q;
  bool is_held;
  Index d = clients.dimension(), N = clients.size();
  bool has_reference = q > 0;
  Index reference = N * d, shown = has_reference ? reference + d : reference;
  Index n = is_held ? shown + d : shown;

  MatrixXd identity() const { return MatrixXd::Identity(d, d); }
  double weight(Index c) const { return step.weights[static_cast<std::size_t>(c)]; }
  MatrixXd average() const {
    MatrixXd all = MatrixXd::Zero(d, n);
    for (Index c = 0; c < N; ++c) all.middleCols(c * d, d) = weight(c) * identity();
    return all;
  }
  MatrixXd local_steps() const {
    MatrixXd all = MatrixXd::Identity(n, n), sum = MatrixXd::Zero(d, d);
    for (Index c = 0; c < N; ++c) sum += clients.curvature(c).matrix();
    for (Index c = 0; c < N; ++c) {
      const MatrixXd pull = step.step / weight(c) * clients.curvature(c).matrix();
      all.block(c * d, c * d, d, d) -= pull;
      if (has_reference) all.block(c * d, reference, d, d) = pull - step.step * sum;
    }
    return all;
  }
  VectorXd drift() const {
    VectorXd all = VectorXd::Zero(n);
    for (Index c = 0; c < N && !has_reference; ++c)
      all.segment(c * d, d) = -step.step / weight(c) * clients.slope(c).column(0);
    return all;
  }
  MatrixXd noise() const {
    MatrixXd all = MatrixXd::Zero(n, n);
    const double thermal = 2 * step.step * step.temp, common = thermal * step.rho * step.rho;
    for (Index a = 0; a < N; ++a) {
      for (Index b = 0; b < N; ++b) all.block(a * d, b * d, d, d) = common * identity();
      auto own = all.block(a * d, a * d, d, d);
      own += (thermal - common) / weight(a) * identity();
      if (!has_reference) own += std::pow(step.step / weight(a), 2) * clients.noise(a).matrix();
    }
    return all;
  }
  MatrixXd communication() const {
    MatrixXd all = MatrixXd::Identity(n, n);
    for (Index c = 0; c < N; ++c) all.middleRows(c * d, d) = average();
    if (is_held) all.middleRows(shown, d) = average();
    return all;
  }
  void tell(AffineStages& stages) const {
    const VectorXd shift = drift(), none = VectorXd::Zero(n);
    const MatrixXd steps = local_steps(), more = noise(), nothing = MatrixXd::Zero(n, n),
                   stay = MatrixXd::Identity(n, n), meet = communication();
    stages.start(view(MatrixXd(identity().replicate(n / d, 1))), view(none));
    stages.stage();
    stages.branch(1 - q, view(steps), view(shift), view(more));
    if (has_reference) {
      MatrixXd renewing = steps;
      renewing.middleRows(reference, d) = average();
      stages.branch(q, view(renewing), view(shift), view(more));
    }
    stages.stage();
    stages.branch(1 - p, view(stay), view(none), view(nothing));
    stages.branch(p, view(meet), view(none), view(nothing));
    MatrixXd shows = average();
    if (is_held) shows << MatrixXd::Zero(d, n - d), identity();
    stages.estimate(view(shows));
  }
};

}  // namespace

bool AveragedChain::describe(const QuadraticClients& clients, AffineStages& stages) const {
  AveragedStages{clients, step_, p_, q_, is_held_}.tell(stages);
  return true;
}

GaussianKernel single_chain_kernel(const GaussianProblem& problem, double step, double temp,
                                   const Eigen::MatrixXd& gradient_noise) {
  const Eigen::Index d = problem.dimension();
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(d, d);
  GaussianKernel kernel{identity - step * problem.precision(), Eigen::VectorXd::Zero(d),
                        2 * step * temp * identity};
  if (gradient_noise.size() > 0) kernel.noise += step * step * gradient_noise;
  return kernel;
}

StationaryLaw ula_stationary_law(const GaussianProblem& problem, double step, double temp) {
  const double reach = step * problem.largest_curvature();
  if (!(reach < 2)) {
    return diverging_law("the chain is unstable: step * L = " + std::to_string(reach) +
                         ", must be below 2");
  }
  const linear::Spectrum modes = linear::spectrum(problem.precision());
  const Eigen::ArrayXd curvature = modes.values.array();
  const Eigen::VectorXd variance = temp / (curvature * (1 - step * curvature / 2));
  return {Moments{Eigen::VectorXd::Zero(problem.dimension()),
                  linear::from_spectrum(modes.vectors, variance)}};
}

}  // namespace skald::oracles
