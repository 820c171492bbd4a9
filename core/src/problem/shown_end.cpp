#include "problem/shown_end.hpp"

#include <optional>

#include "linear/matrices.hpp"
#include "problem/stated_law.hpp"

namespace skald::problem {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using oracles::GaussianProblem;
using oracles::Moments;

using Information = text::Result<std::vector<MatrixXd>>;

// A response is the difference of two laws for each direction of each client.
constexpr Index kMostResponses = 1000;
// What is left of 16 digits: the response over what it is the difference of, and the covariance
// along its narrowest direction over that along its widest.
constexpr double kFewestDigits = 1e-8;

// The law of what is shown itself, not of its deviation from the mode, from a start at `theta`.
std::optional<Moments> law_of(const ShownEnd& end, const Sampler& sampler, const Problem& problem,
                              const GaussianProblem& gaussian, const VectorXd& theta) {
  const Index d = gaussian.dimension(), stride = sampler.stride();
  const auto law = StatedLaw::of(sampler, problem, gaussian);
  if (!law || !law->is_gaussian()) return std::nullopt;
  const Moments start{theta - gaussian.mode(), MatrixXd::Zero(d, d)};
  const auto path = end.averaged_after ? law->average_from(start, *end.averaged_after / stride)
                                       : law->from(start);
  if (!path) return std::nullopt;
  Moments shown = path(end.iterations / stride);
  shown.mean += gaussian.mode();
  return shown;
}

// The problem in which grad U_c is larger by `change`.
GaussianProblem changed(const GaussianProblem& gaussian, std::size_t c, const VectorXd& change) {
  std::vector<oracles::QuadraticClient> clients;
  for (std::size_t i = 0; i < gaussian.size(); ++i) clients.push_back(gaussian.client(i));
  clients[c].minimiser -= linear::solve(clients[c].curvature, change);
  return GaussianProblem(std::move(clients));
}

bool spans_too_much(const MatrixXd& covariance) {
  const VectorXd spectrum = linear::eigenvalues(covariance);
  return !(spectrum.minCoeff() > kFewestDigits * spectrum.maxCoeff());
}

}  // namespace

Information shown_end_information(const Sampler& sampler, const Problem& problem,
                                  const GaussianProblem& gaussian, const ShownEnd& end) {
  const Index d = gaussian.dimension(), clients = static_cast<Index>(gaussian.size());
  if (clients * d > kMostResponses) {
    return text::no_value("clients times parameters are " + std::to_string(clients * d) +
                          ", expected at most " + std::to_string(kMostResponses));
  }
  const VectorXd& start = gaussian.mode();
  const auto shown = law_of(end, sampler, problem, gaussian, start);
  if (!shown) {
    return text::no_value(
        "the sampler states no Gaussian law along the run: take full gradients of all clients on a "
        "fixed schedule, of a sampler with exact metrics");
  }
  if (!shown->covariance.allFinite() || spans_too_much(shown->covariance)) {
    return text::no_value(
        "what is shown has too little noise in some direction, or is not finite: set the "
        "temperature or the step otherwise");
  }
  const double scale = gaussian.largest_curvature();  // moves the mode by about one
  std::vector<MatrixXd> information(gaussian.size(), MatrixXd::Zero(d, d));
  for (Index c = 0; c < clients; ++c) {
    if (problem.examples(c) == 0) continue;
    const auto client = static_cast<std::size_t>(c);
    MatrixXd response(d, d);
    for (Index i = 0; i < d; ++i) {
      const GaussianProblem other = changed(gaussian, client, scale * VectorXd::Unit(d, i));
      const auto moved = law_of(end, sampler, problem, other, start);
      if (!moved || !moved->covariance.isApprox(shown->covariance, kFewestDigits)) {
        return text::no_value("the noise of the sampler depends on the rows");
      }
      response.col(i) = (moved->mean - shown->mean) / scale;
    }
    if (!(response.norm() * gaussian.largest_curvature() > kFewestDigits)) {
      return text::no_value("the run is too short for its step to be told from rounding");
    }
    information[client] =
        response.transpose() * linear::solve_positive(shown->covariance, response).value();
  }
  return information;
}

}  // namespace skald::problem
