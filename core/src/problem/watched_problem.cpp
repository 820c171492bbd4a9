#include "problem/watched_problem.hpp"

#include <algorithm>
#include <string_view>

#include "skald/extensions/gradient_distance.hpp"
#include "skald/extensions/upcoming_rows.hpp"
#include "skald/initialisation.hpp"
#include "skald/label_prediction.hpp"
#include "skald/linear_coefficients.hpp"

namespace skald::problem {
namespace {

constexpr PrivateInput kGradients{
    .name = inputs::gradients,
    .why = "the sampler reads gradients or potentials of private rows before its first iteration",
    .remedy = "choose a sampler or an option that does not need them"};
constexpr PrivateInput kCurvature{.name = inputs::curvature,
                                  .why = "the sampler reads curvature bounds over private rows",
                                  .remedy = "set the option that is derived from them to a number"};
constexpr PrivateInput kPosterior{
    .name = inputs::gradients,
    .why = "the sampler reads closed-form posteriors of private rows",
    .remedy = "choose a sampler or an option that does not need them"};
constexpr PrivateInput kExtension{
    .name = inputs::gradients,
    .why = "the sampler uses an extension of the model that may reveal private rows",
    .remedy = "choose a sampler or an option that does not need it"};

// Whether an extension reveals nothing about rows: initial weights, predictions at given features,
// what coefficients mean, and facts about curvatures and gradients that hold for any rows.
bool is_public_extension(std::string_view id) {
  return id == Initialisation::id || id == LabelPrediction::id || id == PublicCurvature::id ||
         id == GradientDistance::id || id == UpcomingRows::id || id == LinearCoefficients::id;
}

}  // namespace

WatchedProblem::WatchedProblem(Problem& problem)
    : problem_(problem),
      curvature_(*this,
                 static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id))),
      posterior_(*this, static_cast<const GaussianPosterior*>(
                            problem.model_extension(GaussianPosterior::id))),
      of_rows_(*this,
               static_cast<const RowCurvatures*>(problem.model_extension(RowCurvatures::id))) {}

void WatchedProblem::note(const PrivateInput& input) const {
  const auto is_same = [&](const PrivateInput& other) {
    return std::string_view(other.name) == input.name;
  };
  if (!watching_ || std::any_of(reads_.begin(), reads_.end(), is_same)) return;
  reads_.push_back(input);
}

void WatchedProblem::gradient(Index client, ConstBlock theta, Block out) {
  note(kGradients);
  problem_.gradient(client, theta, out);
}

void WatchedProblem::gradient(Index client, const Rows& batch, ConstBlock theta, Block out) {
  note(kGradients);
  problem_.gradient(client, batch, theta, out);
}

void WatchedProblem::risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) {
  note(kGradients);
  problem_.risk_gradient(client, batch, theta, out);
}

void WatchedProblem::clipped_risk_gradient(Index client, const Rows& batch, double clip,
                                           double batch_size, ConstBlock theta, Block out) {
  if (batch.count > 0) note(kGradients);
  problem_.clipped_risk_gradient(client, batch, clip, batch_size, theta, out);
}

void WatchedProblem::potential(Index client, ConstBlock theta, std::span<double> out) const {
  note(kGradients);
  problem_.potential(client, theta, out);
}

const void* WatchedProblem::model_extension(const char* id) const {
  const void* extension = problem_.model_extension(id);
  if (extension == nullptr || is_public_extension(id)) return extension;
  if (std::string_view(id) == CurvatureBounds::id) {
    return static_cast<const CurvatureBounds*>(&curvature_);
  }
  if (std::string_view(id) == GaussianPosterior::id) {
    return static_cast<const GaussianPosterior*>(&posterior_);
  }
  if (std::string_view(id) == RowCurvatures::id)
    return static_cast<const RowCurvatures*>(&of_rows_);
  note(kExtension);
  return extension;
}

CurvatureBounds::Bounds WatchedProblem::Curvature::bounds(const Rows& rows,
                                                          double prior_share) const {
  if (rows.count > 0) watch_.note(kCurvature);
  return inner_->bounds(rows, prior_share);
}

void WatchedProblem::Posterior::quadratic(const Rows& rows, double prior_share, Block curvature,
                                          Block minimiser) const {
  if (rows.count > 0) watch_.note(kPosterior);
  inner_->quadratic(rows, prior_share, curvature, minimiser);
}

void WatchedProblem::OfRows::clipped_curvature(const Rows& rows, double clip, ConstBlock theta,
                                               Block out) const {
  if (rows.count > 0) watch_.note(kCurvature);
  inner_->clipped_curvature(rows, clip, theta, out);
}

}  // namespace skald::problem
