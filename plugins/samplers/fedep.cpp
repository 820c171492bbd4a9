// FedEP, federated expectation propagation. The posterior is approximated by a Gaussian q, a
// product of the prior and one site per client, in rounds described in
// variational/site_sampler.hpp. A client's q_c has the mean and the covariance, or the variances,
// of
//
//   p_c ~ cavity_c likelihood_c^(1/T)
//
// which minimises KL(p_c | q) over the family. On quadratic potentials the moments are exact.
// Otherwise they are those of a chain at the client: of K steps, the first burn_steps are
// natural-gradient steps (variational/local_steps.hpp) from q to a Gaussian near p_c, from
// whose mean the chain starts. With Sigma its covariance, V = -log p_c and xi ~ N(0, Sigma),
//
//   x = y + sqrt(step / 2) xi,   y <- y - step Sigma grad V(x) + sqrt(2 step) xi
//
// x has the law p_c if that is Gaussian, and an error of order step^2 otherwise (Leimkuhler and
// Matthews, 2013). grad V is shortened to 3 times its usual length, so that a chain with a poor
// metric stays finite. As E grad V = 0 and E (x - E x) grad V(x)' = I under p_c (Stein's identity),
// precision and mean are estimated as
//
//   P_c = slope of the linear regression of grad V on x,   m_c = mean(x) - P_c^-1 mean(grad V)
//
// or, in the diagonal family, coordinate by coordinate. On quadratics the full P_c and m_c have no
// error, where 1 / (sample covariance) has a relative one of sqrt(2 / number of draws), which may
// be more than the client's site adds to the cavity.
//
// A diagonal family has the posterior's mean on Gaussian problems, but not its variances; they are
// too large or too small. The full one is exact after one round with damping 1.
//
// Stateless: all clients share one site, the geometric mean of theirs, so that q = prior t^N
// (stochastic expectation propagation, Li, Hernandez-Lobato and Turner, 2015). A diagonal family
// then has a biased mean, too, if the clients' curvatures differ.

#include <cmath>
#include <stdexcept>
#include <string>

#include "skald/parts/variational/local_steps.hpp"
#include "skald/parts/variational/site_sampler.hpp"
#include "skald/plugin.hpp"
#include "text/number_text.hpp"

namespace {

using namespace skald;

struct Options : SiteOptions {
  constexpr Options() { K = 100; }
  double step = 0.5;
  std::int64_t burn_steps = 30;
  std::int64_t pairs = 4;
  bool stateless = false;
};
constexpr double kBurnRate = 0.1;  // of the natural-gradient steps
constexpr double kLongest = 3;     // drift of a chain, in its usual lengths

constexpr auto options = append(
    append(append(std::array{family_option<Options>()}, site_options<Options>()),
           last_round_option<Options>()),
    option("step", &Options::step,
           "step of a client's chain, where its Gaussian approximation has covariance I")
        .only_if("local=steps")
        .above(0)
        .below(2),
    option("burn_steps", &Options::burn_steps,
           "first local steps of a round, which lead to a start and a metric of the chain")
        .only_if("local=steps")
        .at_least(1),
    option("pairs", &Options::pairs, "pairs of draws in each of the first local steps")
        .only_if("local=steps")
        .at_least(1),
    option("stateless", &Options::stateless, "whether all clients share one site, and keep none"));

class FedEp final : public SiteSampler {
 public:
  explicit FedEp(const Options& o) : SiteSampler(o), options_(o) {}

  const char* bias() const override {
    if (!model().is_quadratic()) return "q is a Gaussian, and the posterior is not";
    if (!is_diagonal()) return nullptr;
    return options_.stateless ? "a diagonal q whose clients share one site has a biased mean"
                              : "a diagonal q has other variances than the posterior";
  }
  void start(Context& context, Block theta) override {
    refuse_few_draws(theta.rows);
    SiteSampler::start(context, theta);
  }

 private:
  bool shares_site() const override { return options_.stateless; }

  Approximation approximate(const Visit& at) override {
    if (!options_.is_exact()) return moments_of_draws(at);
    const NaturalGaussian tilted = exact_tilted(at);
    const PrecisionFactor factor(tilted.precision);
    const Eigen::VectorXd mean = factor.solve(tilted.shift);
    if (!is_diagonal()) return {tilted.precision, mean};
    Eigen::MatrixXd roots = Eigen::MatrixXd::Identity(mean.size(), mean.size());
    factor.make_deviations(roots);
    return {roots.rowwise().squaredNorm().cwiseInverse(), mean};
  }
  Approximation moments_of_draws(const Visit& at) {
    const NaturalGaussian near = near_tilted(at);
    const PrecisionFactor metric(near.precision);
    Eigen::VectorXd y = metric.solve(near.shift);
    Eigen::MatrixXd draws(y.size(), draws_per_round()), slopes(draws.rows(), draws.cols());
    for (Index i = 0; i < draws.cols(); ++i) {
      const std::int64_t step = options_.burn_steps + i;
      Eigen::VectorXd xi = normals(at, step, 1);
      metric.make_deviations(xi);
      const Eigen::VectorXd x = y + std::sqrt(options_.step / 2) * xi;
      draws.col(i) = x;
      slopes.col(i) = likelihood_gradient(at, step, x) + at.cavity.gradient(x);
      y += std::sqrt(2 * options_.step) * xi - options_.step * drift(metric, slopes.col(i));
    }
    const Eigen::MatrixXd precision = regression(draws, slopes);
    const PrecisionFactor found(precision);
    const PrecisionFactor& scale = found.is_positive() ? found : metric;
    return {precision, draws.rowwise().mean() - scale.solve(slopes.rowwise().mean())};
  }
  // Sigma grad V, no longer than kLongest sqrt(d) in the metric.
  static Eigen::VectorXd drift(const PrecisionFactor& metric, const Eigen::VectorXd& slope) {
    const Eigen::VectorXd drift = metric.solve(slope);
    const double longest = kLongest * std::sqrt(static_cast<double>(slope.size()));
    const double length = std::sqrt(drift.dot(slope));
    return length > longest ? Eigen::VectorXd(longest / length * drift) : drift;
  }
  // The slope of y as a linear function of x, in the family.
  Eigen::MatrixXd regression(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) const {
    const Eigen::MatrixXd a = x.colwise() - x.rowwise().mean().eval();
    const Eigen::MatrixXd b = y.colwise() - y.rowwise().mean().eval();
    if (is_diagonal()) {
      return a.cwiseProduct(b).rowwise().sum().cwiseQuotient(a.rowwise().squaredNorm());
    }
    const Eigen::MatrixXd slope = (a * a.transpose()).ldlt().solve(a * b.transpose());
    return (slope + slope.transpose()) / 2;
  }
  // A Gaussian of the family near cavity times likelihood.
  NaturalGaussian near_tilted(const Visit& at) {
    NaturalGaussian near = at.q;
    for (std::int64_t step = 0; step < options_.burn_steps; ++step) {
      near = natural_step(near, at.cavity, kBurnRate, normals(at, step, options_.pairs),
                          [&](const auto& x) { return likelihood_gradient(at, step, x); });
    }
    return near;
  }
  Index draws_per_round() const { return options_.K - options_.burn_steps; }
  void refuse_few_draws(Index d) const {
    const Index least = (is_diagonal() ? 1 : d) + 1;
    if (options_.is_exact() || draws_per_round() >= least) return;
    throw std::invalid_argument("K is " + std::to_string(options_.K) + " and burn_steps " +
                                std::to_string(options_.burn_steps) + ", which leaves " +
                                text::counted(draws_per_round(), "draw") +
                                " per client and round, fewer than the " + std::to_string(least) +
                                " that a precision needs: raise K");
  }

  Options options_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedEp, Options, options>(
    {.name = "fedep",
     .numerics_revision = 1,
     .summary = "Federated expectation propagation: a Gaussian approximation of the posterior, to "
                "which every client matches moments of its own factor",
     .reference = "Guo, Greengard, Wang, Gelman, Kim and Xing (2023), Federated learning as "
                  "variational inference: a scalable expectation propagation approach",
     .side_by_side = "the clients of a round",
     .no_eps = "clients send natural parameters without noise; take fald and set its clip"});
