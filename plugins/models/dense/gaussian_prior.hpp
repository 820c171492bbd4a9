// The Gaussian prior of models whose parameters all have the same one: U_0(theta) =
// prior_precision / 2 |theta|^2.
#pragma once

#include <limits>
#include <span>

#include "skald/model.hpp"
#include "skald/options.hpp"
#include "skald/parts/adjoining.hpp"

namespace skald {

struct GaussianPriorOptions {
  double prior_precision = 1;
};

// `Options` derives from GaussianPriorOptions.
template <class Options>
constexpr Option<Options> prior_precision_option() {
  return inherited<Options>("prior_precision", &GaussianPriorOptions::prior_precision,
                            "precision (inverse variance) of the Gaussian prior of every "
                            "parameter; weight decay w on the mean loss is \"= w * n\"")
      .at_least(0);
}

class GaussianPriorModel : public Model, public PublicCurvature {
 public:
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    if (columns_adjoin(theta) && columns_adjoin(out)) {
      adjoining(out) += share * prior_precision_ * adjoining(theta);
    } else {
      out.matrix() += share * prior_precision_ * theta.matrix();
    }
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] +=
          0.5 * share * prior_precision_ * theta.column(j).squaredNorm();
    }
  }
  CurvatureBounds::Bounds prior() const override { return {prior_precision_, prior_precision_}; }

 protected:
  explicit GaussianPriorModel(const GaussianPriorOptions& options)
      : prior_precision_(options.prior_precision) {}

  double prior_precision() const { return prior_precision_; }

 private:
  double prior_precision_;
};

// The option by which a model takes a public bound of its rows' norms.
struct RowBoundOptions {
  double row_bound = std::numeric_limits<double>::infinity();
};

// `Options` derives from RowBoundOptions.
template <class Options>
constexpr Option<Options> row_bound_option() {
  return inherited<Options>(
             "row_bound", &RowBoundOptions::row_bound,
             "public bound on the norm of a row's features, chosen without looking at the data: "
             "longer rows are scaled down to it (the run's notes count them). It bounds the rows' "
             "curvature, which tightens privacy sensitivities; inf: no bound")
      .symbol("R")
      .above(0);
}

}  // namespace skald
