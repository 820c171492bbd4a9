#include "skald/parts/variational/tempered_model.hpp"

#include <stdexcept>
#include <string>

namespace skald {

void TemperedModel::start(Problem& problem, double temp) {
  temp_ = temp;
  prior_ = prior_of(problem);
  prior_ = pow(prior_, 1 / temp);
  quadratics_.clear();
  is_quadratic_ = problem.model_extension(GaussianPosterior::id) != nullptr;
}

Eigen::MatrixXd TemperedModel::gradient(Problem& problem, Index client, const Rows& rows,
                                        const Eigen::MatrixXd& at) const {
  Eigen::MatrixXd out(at.rows(), at.cols());
  problem.gradient(client, rows, view(at), view(out));
  out /= temp_;
  const double share = problem.prior_share(client);
  out -= share * (prior_.precision.col(0).asDiagonal() * at);
  out.colwise() += share * prior_.shift;
  return out;
}

void TemperedModel::read_quadratics(Problem& problem) {
  for (Index c = std::ssize(quadratics_); c < problem.clients(); ++c)
    quadratics_.push_back(quadratic_of(problem, c));
}

NaturalGaussian TemperedModel::prior_of(Problem& problem) {
  const auto* curvature =
      static_cast<const PublicCurvature*>(problem.model_extension(PublicCurvature::id));
  if (curvature == nullptr || curvature->prior().m != curvature->prior().L) {
    throw std::invalid_argument(
        "the model does not state that its prior is Gaussian, with the same precision in every "
        "direction: choose another model, or a sampler that needs no such prior");
  }
  // Without rows, the gradient of the mean loss at 0 is that of the prior over n.
  const Index d = problem.dimension();
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(d, 1);
  Eigen::MatrixXd slope(d, 1);
  problem.clipped_risk_gradient(Problem::everyone, Rows::range(0, 0), 1, 1, view(zero),
                                view(slope));
  const auto n = static_cast<double>(problem.examples(Problem::everyone));
  return {Eigen::MatrixXd::Constant(d, 1, curvature->prior().m), -n * slope.col(0)};
}

TemperedModel::Quadratic TemperedModel::quadratic_of(Problem& problem, Index client) const {
  const auto* quadratics =
      static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
  if (quadratics == nullptr) {
    throw std::invalid_argument(
        "local is exact, but the model does not declare that its potentials are quadratic: set "
        "local to steps");
  }
  const Index d = problem.dimension();
  Eigen::MatrixXd curvature(d, d), minimiser(d, 1);
  const double share = problem.prior_share(client);
  quadratics->quadratic(problem.rows(client), share, view(curvature), view(minimiser));
  Quadratic likelihood = pow(gaussian(curvature, minimiser.col(0)), 1 / temp_);
  likelihood.precision.diagonal() -= share * prior_.precision.col(0);
  likelihood.shift -= share * prior_.shift;
  if (likelihood.precision.allFinite() && likelihood.shift.allFinite()) return likelihood;
  throw std::invalid_argument("local is exact, but the potential of client " +
                              std::to_string(client) +
                              " has no minimiser: set local to steps, or give the model a prior");
}

}  // namespace skald
