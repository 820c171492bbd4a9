#include "skald/parts/variational/local_gaussians.hpp"

#include <stdexcept>
#include <string>

namespace skald {

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
