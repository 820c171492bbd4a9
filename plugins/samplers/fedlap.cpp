// FedLap and FedLap-Cov. The posterior is approximated by a Gaussian q, a product of the prior and
// one site per client, in rounds described in variational/site_sampler.hpp. A client's q_c is
// Laplace's approximation of cavity times likelihood,
//
//   x_c = argmin_x V(x),   V = -log (cavity_c likelihood_c^(1/T))
//   q_c = N(x_c, (Lambda_c + H_c)^-1),   H_c the Hessian of -log likelihood_c / T at x_c,
//
// with Lambda_c the precision of the cavity, and H_c or its diagonal: FedLap-Cov, where the shift
// of a site is the v_c of the paper. With family `none` sites have no precision but that which they
// start with, site_precision; the server has only the mean g of q, the posterior's mode: FedLap.
// There the change of the shift is damping * P (x_c - g), P the precision of q, and the method
// diverges if clients' curvatures are large against P and damping is not small.
//
// x_c is exact for quadratic potentials, on request. Otherwise it is what K steps lead to, from g,
//
//   x <- x - lr (n_c / T I + Lambda_c)^-1 grad V(x)
//
// gradient descent on the mean loss, if the cavity is left aside. On all rows,
// FedLap rests at the posterior's mode for any K. H_c comes from differences of gradients, over all
// rows, along every coordinate, or along some random directions z of signs: the mean of z (H_c z)',
// made symmetric.
//
// On quadratic potentials the steps of FedLap-Cov are those of partitioned variational inference.

#include <Eigen/Cholesky>
#include <cmath>
#include <optional>

#include "skald/extensions/first_stride.hpp"
#include "skald/parts/variational/site_sampler.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : SiteOptions {
  double lr = 0.1;
  std::optional<std::int64_t> directions;
};
constexpr auto options = append(
    append(std::array{inherited<Options>("family", &SiteOptions::family,
                                         "covariances of q and of the sites. none: those of the "
                                         "prior and of site_precision (FedLap)")
                          .one_of("diagonal|full|none")},
           append(site_options<Options>(), last_round_option<Options>())),
    option("lr", &Options::lr, "learning rate of local steps, on the mean loss")
        .only_if("local=steps")
        .symbol("eta")
        .above(0)
        .role(OptionRole::learning_rate),
    option("directions", &Options::directions,
           "random directions along which the Hessian is measured; all coordinates if omitted")
        .only_if("local=steps&family=diagonal|full")
        .at_least(1));

class FedLap final : public SiteSampler, public FirstStride {
 public:
  explicit FedLap(const Options& o) : SiteSampler(o), options_(o) {}

  Output output() const override {
    return has_covariances() ? Output::posterior_draws : Output::point_estimate;
  }
  Rest rest() const override {
    return has_covariances() || !all_rows_ ? Rest::unstated : Rest::optimum;
  }
  const char* bias() const override { return has_covariances() ? SiteSampler::bias() : nullptr; }
  void start(Context& context, Block theta) override {
    SiteSampler::start(context, theta);
    all_rows_ = takes_all_rows(context.problem, options_.batch);
    examples_.resize(context.problem.clients());
    for (Index c = 0; c < examples_.size(); ++c)
      examples_(c) = static_cast<double>(context.problem.examples(c));
  }
  bool first_stride(const ClientPotentials& clients, Block mean, Block covariance) const override;

 private:
  bool has_covariances() const { return options_.family != "none"; }
  bool draws() const override { return has_covariances(); }
  bool sends_precisions() const override { return has_covariances(); }

  Approximation approximate(const Visit& at) override {
    if (options_.is_exact()) {
      const NaturalGaussian tilted = exact_tilted(at);
      if (!has_covariances()) return {at.q.precision, mean_of(tilted)};
      return {family::nearest(tilted.precision, is_diagonal()), mean_of(tilted)};
    }
    const Eigen::VectorXd x = local_mode(at);
    if (!has_covariances()) return {at.q.precision, x};
    return {at.cavity.precision + hessian(at, x), x};
  }
  Eigen::VectorXd local_mode(const Visit& at) {
    const Index d = at.q.shift.size();
    const double rows = static_cast<double>(at.context.problem.examples(at.client));
    const PrecisionFactor scale(
        at.cavity.precision + family::multiple_of_identity(rows / options_.temp, d, is_diagonal()));
    Eigen::VectorXd x = mean_of(at.q);
    for (std::int64_t step = 0; step < options_.K; ++step) {
      x -= options_.lr * scale.solve(likelihood_gradient(at, step, x) + at.cavity.gradient(x));
    }
    return x;
  }
  // Of the likelihood's potential at x.
  Eigen::MatrixXd hessian(const Visit& at, const Eigen::VectorXd& x) const {
    const Eigen::MatrixXd z = hessian_directions(at, x.size());
    const double width = 1e-5 * (1 + x.cwiseAbs().maxCoeff());
    Eigen::MatrixXd points(x.size(), 2 * z.cols());
    points << width * z, -width * z;
    points.colwise() += x;
    Problem& problem = at.context.problem;
    const Rows rows = Rows::range(0, problem.examples(at.client));
    const Eigen::MatrixXd slopes = model().gradient(problem, at.client, rows, points);
    const Eigen::MatrixXd products =
        (slopes.leftCols(z.cols()) - slopes.rightCols(z.cols())) / (2 * width);
    return family::mean_product(z, products, is_diagonal());
  }
  // z with E z z' = I, as columns; the mean of z z' is I for all coordinates.
  Eigen::MatrixXd hessian_directions(const Visit& at, Index d) const {
    if (!options_.directions) return std::sqrt(d) * Eigen::MatrixXd::Identity(d, d);
    return normals(at, 0, *options_.directions).cwiseSign();
  }

  Options options_;
  bool all_rows_ = false;
  Eigen::VectorXd examples_;  // of every client
};

// As the paper has it, with means and precisions: m and P are those of q, and client c stands for
// S_c and v_c, which begin at s I and s times the start. Projections come only of negative
// curvature.
bool FedLap::first_stride(const ClientPotentials& clients, Block mean, Block covariance) const {
  const Index d = clients.dimension(), N = clients.size();
  const bool is_stated = all_rows_ && !options_.is_exact() && !options_.directions &&
                         options_.S.value_or(N) >= N && options_.client_sampling != "cyclic" &&
                         (N == 1 || options_.schedule == "synchronous");
  if (!is_stated) return false;
  const auto in_family = [&](const Eigen::MatrixXd& full) -> Eigen::MatrixXd {
    return options_.family == "full" ? full : full.diagonal().asDiagonal().toDenseMatrix();
  };
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(d, d);
  const double T = options_.temp, s = options_.site_precision;
  const double damping = options_.damping.value_or(1 / static_cast<double>(N));
  const Eigen::VectorXd site_shift = s * mean.matrix();
  const Eigen::MatrixXd P = (clients.prior() / T + static_cast<double>(N) * s) * one;
  const Eigen::VectorXd m = static_cast<double>(N) * P.ldlt().solve(site_shift);
  Eigen::MatrixXd new_P = P;
  Eigen::VectorXd new_shift = P * m;
  for (Index c = 0; c < N; ++c) {
    const Eigen::MatrixXd rest = P - s * one;
    Eigen::VectorXd x = m;
    const auto move = (rest + examples_(c) / T * one).eval();
    for (std::int64_t k = 0; k < options_.K; ++k) {
      const Eigen::VectorXd slope = clients.of_rows(c, x).gradient / T;
      x -= options_.lr * move.ldlt().solve(slope + rest * x - (P * m - site_shift));
    }
    if (!has_covariances()) {
      new_shift += damping * (P * (x - m));
      continue;
    }
    const Eigen::MatrixXd H = in_family(clients.of_rows(c, x).hessian) / T;
    new_P += damping * (H - s * one);
    new_shift += damping * ((rest + H) * x - (P * m - site_shift) - site_shift);
  }
  mean.matrix() = new_P.ldlt().solve(new_shift);
  covariance.matrix().setZero();
  if (has_covariances()) covariance.matrix() = new_P.ldlt().solve(one);
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<FedLap, Options, options>(
    {.name = "fedlap",
     .numerics_revision = 1,
     .summary = "FedLap and FedLap-Cov: federated Laplace approximations of the posterior, with "
                "dual variables of the clients as sites",
     .reference = "Swaroop, Khan and Doshi-Velez (2025), Connecting federated ADMM to Bayes",
     .side_by_side = "the clients of a round",
     .no_eps = "clients send natural parameters without noise; take fald and set its clip"});
