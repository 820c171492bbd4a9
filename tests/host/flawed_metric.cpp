// The root mean square of draws about the target's mean; or, with a flaw that the conformance kit
// must find, a metric that breaks a promise of metric.hpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "skald/metric.hpp"

namespace {

using namespace skald;

struct Options {
  std::string_view flaw = "none";
};
constexpr std::array options{
    option("flaw", &Options::flaw, "the broken promise")
        .one_of("none|undeclared|undeclared_at_first|unused|throws|refuses|refuses_few_draws|"
                "infinite|never|keeps_its_past|static_state|writes|ignores_stride")};

double shared_by_all_objects = 0;

class FlawedMetric final : public Metric {
 public:
  explicit FlawedMetric(const Options& o) : flaw_(o.flaw) {}

  double value(const Observables& observed) const override {
    shared_by_all_objects += 1;
    past_ += observed.draws() > 0 ? 1e-9 : 0;
    if (flaw_ == "undeclared") return observed.covariance().matrix().trace();
    if (flaw_ == "throws") throw std::runtime_error("the flaw of the kit's test");
    if (flaw_ == "refuses") throw std::invalid_argument("the flaw of the kit's test");
    if (flaw_ == "never") return std::numeric_limits<double>::quiet_NaN();
    const ConstBlock draws = observed.thinned_draws();
    if (draws.cols == 0) return of_no_draws(observed);
    if (flaw_ == "writes") const_cast<double&>(draws.data[0]) = 0;  // NOLINT
    double sum = 0;
    for (Index j = 0; j < draws.cols; ++j) sum += square_distance(observed, draws, j);
    if (flaw_ == "keeps_its_past") sum += past_;
    if (flaw_ == "static_state") sum += 1e-9 * shared_by_all_objects;
    return std::sqrt(sum / static_cast<double>(draws.cols));
  }

 private:
  double of_no_draws(const Observables& observed) const {
    if (flaw_ == "refuses_few_draws") throw std::invalid_argument("too few draws");
    if (flaw_ == "undeclared_at_first") observed.potentials();
    return flaw_ == "infinite" ? std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::quiet_NaN();
  }
  double square_distance(const Observables& observed, ConstBlock draws, Index j) const {
    const double* column = draws.data + j * (flaw_ == "ignores_stride" ? draws.rows : draws.stride);
    const Eigen::Map<const Eigen::VectorXd> draw(column, draws.rows);
    if (flaw_ == "unused") return draw.squaredNorm();
    return (draw - observed.target().mean.column(0)).squaredNorm();
  }

  std::string_view flaw_;
  mutable double past_ = 0;
};

}  // namespace

SKALD_PLUGIN = skald::metric<FlawedMetric, Options, options>(
    {.name = "flawed_metric",
     .numerics_revision = 1,
     .summary = "Root mean square distance of at most 512 draws from the posterior mean",
     .reference = ""},
    {.unit = "theta",
     .preferred = Preferred::neither,
     .needs = Need::thinned_draws | Need::target});
