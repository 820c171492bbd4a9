#include "skald/parts/variational/local_gaussians.hpp"

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

void LocalGaussians::start(Context& context, Block) {
  model_.start(context.problem, problem_.temp);
  if (!reads_rows_late_) read_quadratics(context.problem);
  prior_ = model_.prior();
  if (!is_diagonal_) prior_.precision = Eigen::MatrixXd(prior_.precision.col(0).asDiagonal());
  minibatch_.first().start(context.problem, 1);
  minibatch_.start(context.slots());
}

void LocalGaussians::read_quadratics(Problem& problem) {
  if (problem_.is_exact()) model_.read_quadratics(problem);
}

void LocalGaussians::require_proper_prior(const char* remedy) const {
  if (prior_.precision.diagonal().minCoeff() > 0) return;
  throw std::invalid_argument(
      std::string("the model's prior is flat, so that q has no precision before the first round: "
                  "set ") +
      remedy + ", or prior_precision of the model");
}

Eigen::MatrixXd LocalGaussians::likelihood_gradient(const Turn& at, std::int64_t step,
                                                    const Eigen::MatrixXd& points) {
  Problem& problem = at.context.problem;
  const Rows rows =
      minibatch_[at.slot].draw(at.context.random, at.k + step, problem, at.client, at.chain);
  return model_.gradient(problem, at.client, rows, points);
}

Eigen::MatrixXd LocalGaussians::normals(const Turn& at, std::int64_t step, Index count) const {
  const Index d = prior_.shift.size();
  Eigen::MatrixXd z(d * count, 1);
  at.context.random.normal({Role::noise, at.client, at.chain}, at.k + step, view(z));
  return z.reshaped(d, count);
}

void LocalGaussians::count_messages(Ledger& ledger, double messages, bool have_precisions) const {
  const Index d = prior_.shift.size();
  const Index precisions = is_diagonal_ ? d : d * (d + 1) / 2;
  const double bits = messages * vector_bits(d + (have_precisions ? precisions : 0));
  ledger.bits_up += bits;
  ledger.bits_down += bits;
}

}  // namespace skald
