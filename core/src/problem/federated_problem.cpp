#include "problem/federated_problem.hpp"

#include <cmath>
#include <string_view>
#include <vector>

#include "threads/section.hpp"

namespace skald::problem {
namespace {

// Where the sum of clipped gradients is not finite at a finite theta, sums up anew without the rows
// that make it so: no clip bounds them.
void drop_unbounded_rows(const Model& model, const Rows& rows, double clip, ConstBlock theta,
                         Block out) {
  for (Index j = 0; j < out.cols; ++j) {
    if (out.column(j).allFinite() || !theta.column(j).allFinite()) continue;
    Eigen::MatrixXd one(out.rows, 1);
    out.column(j).setZero();
    for (Index r = 0; r < rows.count; ++r) {
      model.clipped_gradient(rows.of_row(j, r), clip, theta.columns(j, 1), view(one));
      if (one.allFinite()) out.column(j) += one;
    }
  }
}

}  // namespace

double FederatedProblem::weight(Index client) const {
  return static_cast<double>(examples(client)) / static_cast<double>(examples(everyone));
}

Rows FederatedProblem::rows(Index client) const {
  if (client == everyone) return Rows::range(0, table_.begin(table_.clients()));
  return table_.rows(client);
}

Rows FederatedProblem::global(Index client, const Rows& batch) const {
  const Rows all = rows(client);
  Rows wanted = batch;
  if (all.index == nullptr) {
    wanted.first += all.first;
    return wanted;
  }
  if (batch.index == nullptr)
    return {all.first, batch.count, all.index + batch.first, 1, batch.choices};
  thread_local std::vector<std::int32_t> scattered;
  scattered.resize(static_cast<std::size_t>(batch.count * batch.columns));
  for (std::size_t i = 0; i < scattered.size(); ++i)
    scattered[i] = all.index[batch.first + batch.index[i]];
  return {all.first, batch.count, scattered.data(), batch.columns, batch.choices};
}

void FederatedProblem::count(const Rows& batch, ConstBlock theta) {
  threads::add_to(ledger_.gradient_evaluations,
                  static_cast<double>(batch.count) * static_cast<double>(theta.cols));
}

void FederatedProblem::gradient(Index client, ConstBlock theta, Block out) {
  gradient(client, Rows::range(0, examples(client)), theta, out);
}

void FederatedProblem::gradient(Index client, const Rows& batch, ConstBlock theta, Block out) {
  const Index examples = rows(client).count;
  model_.gradient(global(client, batch), theta, out);
  if (batch.count != examples) {
    out.matrix() *= static_cast<double>(examples) / static_cast<double>(batch.count);
  }
  model_.add_prior_gradient(prior_share(client), theta, out);
  count(batch, theta);
}

void FederatedProblem::risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) {
  model_.gradient(global(client, batch), theta, out);
  out.matrix() *= 1 / static_cast<double>(batch.count);
  model_.add_prior_gradient(prior_share(client) / static_cast<double>(examples(client)), theta,
                            out);
  count(batch, theta);
}

void FederatedProblem::clipped_risk_gradient(Index client, const Rows& batch, double clip,
                                             double batch_size, ConstBlock theta, Block out) {
  const Rows rows = global(client, batch);
  model_.clipped_gradient(rows, clip, theta, out);
  if (std::isfinite(clip)) drop_unbounded_rows(model_, rows, clip, theta, out);
  out.matrix() *= 1 / batch_size;
  model_.add_prior_gradient(prior_share(client) / static_cast<double>(examples(client)), theta,
                            out);
  count(batch, theta);
}

void FederatedProblem::potential(Index client, ConstBlock theta, std::span<double> out) const {
  model_.potential(rows(client), theta, out);
  model_.add_prior_potential(prior_share(client), theta, out);
}

const void* FederatedProblem::model_extension(const char* id) const {
  const void* extension = model_.extension(id);
  if (extension == nullptr || std::string_view(id) != GradientSteps::id) return extension;
  return static_cast<const GradientSteps*>(&steps_);
}

void FederatedProblem::score(ConstBlock theta, Block out) const {
  model_.gradient(rows(everyone), theta, out);
  model_.add_prior_gradient(prior_share(everyone), theta, out);
  out.matrix() *= -1;
}

}  // namespace skald::problem
