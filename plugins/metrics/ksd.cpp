// Kernel Stein discrepancy of the draws from the target exp(-U/T), whose score s = -grad U / T
// needs no constant of normalisation: Gorham and Mackey (2017), Measuring Sample Quality with
// Kernels; Liu, Lee and Jordan (2016), A Kernelized Stein Discrepancy for Goodness-of-fit Tests.
// Over n draws
//   KSD^2 = 1/n^2 sum_ij k_p(x_i, x_j),
//   k_p(x, y) = div_x grad_y k + s(x)' grad_y k + s(y)' grad_x k + k s(x)' s(y)
// with the inverse multiquadric kernel k(x, y) = q^beta, q = c^2 + |x - y|^2, which for beta in
// (-1, 0) detects what does not converge (Gorham and Mackey 2017, theorem 8). As
// k_p(x, x) = -2 beta d c^(2 beta - 2) + c^(2 beta) |s(x)|^2 and other pairs have mean zero, exact
// independent draws have E KSD^2 = E k_p(X, X) / n: not zero.
#include <algorithm>
#include <array>
#include <cmath>

#include "skald/metric.hpp"
#include "skald/parts/not_a_number.hpp"

namespace {

using namespace skald;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Options {
  double c = 1;
  double beta = -0.5;
};

constexpr std::array options{
    option("c", &Options::c, "scale of the kernel (c^2 + |x-y|^2)^beta, in units of theta")
        .above(0)
        .symbol("c"),
    option("beta", &Options::beta, "exponent of the kernel").above(-1).below(0).symbol("β")};

// k_p as defined at the top.
class SteinKernel {
 public:
  explicit SteinKernel(const Options& o) : c2_(o.c * o.c), beta_(o.beta) {}

  template <class Column>
  double operator()(const Column& x, const Column& score_x, const Column& y,
                    const Column& score_y) const {
    const double r2 = (x - y).squaredNorm(), q = c2_ + r2;
    const double k = std::pow(q, beta_), slope = 2 * beta_ * k / q;  // grad_x k = slope (x - y)
    const double divergence = -slope * (static_cast<double>(x.size()) + 2 * (beta_ - 1) * r2 / q);
    return divergence - slope * (score_x - score_y).dot(x - y) + k * score_x.dot(score_y);
  }

 private:
  double c2_, beta_;
};

// The root of the mean of k_p over all pairs of columns.
double discrepancy(const SteinKernel& kernel, const MatrixXd& draws, const MatrixXd& scores) {
  double sum = 0;
  for (Index i = 0; i < draws.cols(); ++i) {
    const auto with = [&](Index j) {
      return kernel(draws.col(i), scores.col(i), draws.col(j), scores.col(j));
    };
    sum += with(i);
    for (Index j = 0; j < i; ++j) sum += 2 * with(j);
  }
  return std::sqrt(std::max(sum, 0.0)) / static_cast<double>(draws.cols());
}

// At most `most` of the columns, evenly spaced.
MatrixXd some_of(ConstBlock draws, Index most) {
  const Index kept = std::min(most, draws.cols);
  MatrixXd some(draws.rows, kept);
  for (Index i = 0; i < kept; ++i) some.col(i) = draws.column(i * draws.cols / kept);
  return some;
}

class KernelSteinDiscrepancy final : public Metric {
 public:
  explicit KernelSteinDiscrepancy(const Options& o) : kernel_(o) {}

  double value(const Observables& observed) const override {
    const MatrixXd draws = some_of(observed.thinned_draws(), most_draws);
    if (draws.cols() == 0 || !draws.allFinite()) return kNotANumber;
    MatrixXd scores(draws.rows(), draws.cols());
    observed.score(view(draws), view(scores));
    if (!scores.allFinite()) return kNotANumber;
    return discrepancy(kernel_, draws, scores);
  }

 private:
  // The host keeps more draws than this if there are more chains; that would be too many pairs.
  static constexpr Index most_draws = 512;

  SteinKernel kernel_;
};

}  // namespace

SKALD_PLUGIN = skald::metric<KernelSteinDiscrepancy, Options, options>(
    {.name = "ksd",
     .numerics_revision = 1,
     .summary =
         "Kernel Stein discrepancy between at most 512 evenly spaced draws of all chains and the "
         "target exp(-U/T): square root of the mean, over all pairs of draws, of the Stein kernel "
         "of (c^2 + |x-y|^2)^beta; for n exact draws and the default options not 0 but about "
         "sqrt((d + E|grad U / T|^2) / n); at records 1, 2, 4, 8, ... and the last",
     .reference = "Gorham and Mackey (2017), Measuring Sample Quality with Kernels; Liu, Lee and "
                  "Jordan (2016), A Kernelized Stein Discrepancy for Goodness-of-fit Tests"},
    {.unit = "theta^(beta-1)",
     .preferred = Preferred::smaller,
     .needs = Need::thinned_draws | Need::score,
     .sparse = true,
     .place = 36,
     .scale = Scale::positive});
