#include "problem/gaussian_view.hpp"

namespace skald::problem {
namespace {

const GaussianPosterior* closed_form(const Problem& problem) {
  return static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
}

// Uses theta = 0: moving theta adds the same vector to the gradients of all rows, so their sample
// covariance is the same everywhere.
Eigen::MatrixXd sample_covariance(const GaussianPosterior& model, const Rows& rows, Index d) {
  Eigen::MatrixXd curvature(d, d), minimiser(d, 1), gradients(d, rows.count);
  for (Index r = 0; r < rows.count; ++r) {
    model.quadratic(Rows::range(rows.row(0, r), 1), 0, view(curvature), view(minimiser));
    gradients.col(r) = -curvature * minimiser;
  }
  gradients.colwise() -= gradients.rowwise().mean().eval();
  return gradients * gradients.transpose() / static_cast<double>(rows.count - 1);
}

}  // namespace

std::optional<oracles::GaussianProblem> gaussian_view(const Problem& problem) {
  const GaussianPosterior* model = closed_form(problem);
  const Index d = problem.dimension();
  if (model == nullptr || d > kMostGaussianParameters) return std::nullopt;
  std::vector<oracles::QuadraticClient> clients;
  Eigen::MatrixXd curvature(d, d), minimiser(d, 1);
  for (Index c = 0; c < problem.clients(); ++c) {
    model->quadratic(problem.rows(c), problem.prior_share(c), view(curvature), view(minimiser));
    clients.push_back({curvature, minimiser.col(0)});
  }
  return oracles::GaussianProblem(std::move(clients));
}

std::vector<double> minibatch_noise(const Problem& problem, std::int64_t batch, bool centralised) {
  const GaussianPosterior* model = closed_form(problem);
  if (model == nullptr || !model->equal_curvatures()) return {};
  const Index d = problem.dimension();
  const Index first = centralised ? Problem::everyone : 0;
  const Index last = centralised ? Problem::everyone : problem.clients() - 1;
  std::vector<double> noise;
  for (Index c = first; c <= last; ++c) {
    const auto n = static_cast<double>(problem.examples(c));
    const auto b = static_cast<double>(batch);
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(d, d);
    if (b < n) covariance = n * n / b * (1 - b / n) * sample_covariance(*model, problem.rows(c), d);
    noise.insert(noise.end(), covariance.data(), covariance.data() + covariance.size());
  }
  return noise;
}

}  // namespace skald::problem
