// Clients as the unit that privacy protects: what a client's rows make together is clipped.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string_view>

#include "skald/options.hpp"
#include "skald/problem.hpp"
#include "skald/release.hpp"

namespace skald {

// The option row of the unit, a member of Options or of its base, of samplers that clip gradients.
template <class Options, class Base>
constexpr Option<Options> gradient_unit_option(std::string_view Base::*member) {
  return inherited<Options>("unit", member,
                            "unit that privacy protects and clip bounds. record: the gradient of "
                            "one row; client: that of all rows of a client together")
      .one_of("record|client");
}

inline Unit unit_of(std::string_view word) {
  return word == "client" ? Unit::client : Unit::record;
}

// Throws std::invalid_argument unless weights are uniform.
inline void refuse_uneven(std::string_view weights) {
  if (weights == "uniform") return;
  throw std::invalid_argument(
      "unit is client, but weights examples gives a client more weight the more rows it has, which "
      "its clip does not bound: set weights to uniform");
}

// Scales what a client sends down to the norm; what is not finite becomes 0. Returns whether it was
// not longer.
template <class Message>
bool clip_whole(double norm, Message&& message) {
  const double length = message.stableNorm();
  if (!std::isfinite(length)) {
    message.setZero();
  } else if (length > norm) {
    message *= norm / length;
  }
  return length <= norm;
}

// out = the estimate of grad U_c on the batch, whose rows' part is clipped to that norm in every
// chain. Other rows of the client, as many, move it by at most two clips.
inline void clipped_client_gradient(Problem& problem, Index c, const Rows& batch, double clip,
                                    ConstBlock theta, Block out) {
  thread_local Eigen::MatrixXd prior;
  prior.resize(out.rows, out.cols);
  problem.clipped_risk_gradient(c, Rows::range(0, 0), 1, 1, theta, view(prior));
  prior *= static_cast<double>(problem.examples(c));
  problem.gradient(c, batch, theta, out);
  for (Index j = 0; j < out.cols; ++j) {
    auto column = out.column(j);
    column -= prior.col(j);
    clip_whole(clip, column);
    column += prior.col(j);
  }
}

// What a prior reveals of whole clients: each client's share of it counts rows.
inline void read_counts_of_prior(const Problem& problem, ReleasePlan& plan) {
  const auto* curvature =
      static_cast<const PublicCurvature*>(problem.model_extension(PublicCurvature::id));
  if (curvature != nullptr) {
    const CurvatureBounds::Bounds prior = curvature->prior();
    if (prior.m == 0 && prior.L == 0) return;
  }
  plan.reads({.name = inputs::counts,
              .why =
                  "every client's loss has the prior with weight 1/n, where n counts the rows of "
                  "all clients",
              .remedy = "use a model without a prior (prior_precision 0)"});
}

}  // namespace skald
