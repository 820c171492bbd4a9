// Sliced Wasserstein-2 distance between the draws and other points (Bonneel, Rabin, Peyre and
// Pfister 2015, Sliced and Radon Wasserstein Barycenters of Measures):
//   SW2^2 = 1/L sum_l W2^2(P u_l, Q u_l),
// where u_l is uniform on the unit sphere and P u is the law of u'X for X of law P. The cost is L
// sorts, while W2 itself needs an optimal transport.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "skald/metric.hpp"
#include "skald/parts/not_a_number.hpp"
#include "w2/points.hpp"

namespace {

using namespace skald;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Options {
  std::int64_t projections = 100;
};

constexpr std::array options{option("projections", &Options::projections,
                                    "number of random directions, the same directions in all runs")
                                 .at_least(1)
                                 .symbol("L")};

// Directions come from the streams that are the same for every run: iteration 1, with direction l
// as chain l. Iteration 0 belongs to the host, for target_draws().
VectorXd direction(const Random& random, Index dimension, Index l) {
  MatrixXd normals(dimension, 1);
  random.normal({Role::metric, -1, l}, 1, view(normals));
  return normals.col(0).normalized();
}

// u'x of every column x, sorted.
std::vector<double> projected(const MatrixXd& points, const VectorXd& u) {
  const VectorXd values = points.transpose() * u;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

template <PointSets (*compared)(const Observables&)>
class SlicedW2 final : public Metric {
 public:
  explicit SlicedW2(const Options& o) : projections_(o.projections) {}

  double value(const Observables& observed) const override {
    const PointSets points = compared(observed);
    const MatrixXd p = points.draws.matrix(), q = points.others.matrix();
    if (p.cols() == 0 || q.cols() == 0 || !p.allFinite() || !q.allFinite()) {
      return kNotANumber;
    }
    double sum = 0;
    for (Index l = 0; l < projections_; ++l) {
      const VectorXd u = direction(observed.random(), p.rows(), l);
      sum += squared_w2_on_the_line(projected(p, u), projected(q, u));
    }
    return std::sqrt(sum / static_cast<double>(projections_));
  }

 private:
  Index projections_;
};

constexpr const char* source =
    "Bonneel, Rabin, Peyre and Pfister (2015), Sliced and Radon Wasserstein Barycenters of "
    "Measures";

constexpr skald::Family family{
    "sliced_w2",
    std::array{
        skald::metric<SlicedW2<beside_target>, Options, options>(
            {.name = "sliced_w2",
             .numerics_revision = 1,
             .summary = "Sliced Wasserstein-2 distance between at most 512 evenly spaced draws of "
                        "all chains and 512 fixed draws from the Gaussian posterior: square root "
                        "of the mean over random directions u of W2^2 between the projections on "
                        "u; for exact draws not 0 but of order 512^(-1/2) in every dimension",
             .reference = source},
            {.unit = "theta",
             .preferred = Preferred::smaller,
             .needs = Need::thinned_draws | Need::target_draws,
             .place = 34,
             .scale = Scale::positive}),
        skald::metric<SlicedW2<beside_reference_run>, Options, options>(
            {.name = "reference_run_sliced_w2",
             .numerics_revision = 1,
             .summary = "Sliced Wasserstein-2 distance between at most 512 evenly spaced draws of "
                        "all chains of each run, this one and the reference run; see sliced_w2",
             .reference = source},
            {.unit = "theta",
             .preferred = Preferred::smaller,
             .needs = Need::thinned_draws | Need::reference_draws,
             .place = 304,
             .scale = Scale::positive}),
        skald::metric<SlicedW2<beside_reference_posterior>, Options, options>(
            {.name = "reference_sliced_w2",
             .numerics_revision = 1,
             .summary = "Sliced Wasserstein-2 distance between evenly spaced draws of all chains "
                        "and evenly spaced reference draws of the data set, with recorded "
                        "parameters in posterior standard deviations; see sliced_w2",
             .reference = source},
            {.unit = "1",
             .preferred = Preferred::smaller,
             .needs = Need::reference_posterior,
             .place = 424,
             .scale = Scale::positive})}};

}  // namespace

SKALD_PLUGIN = skald::plugin_family<family>();
