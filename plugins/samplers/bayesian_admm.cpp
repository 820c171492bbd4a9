// Bayesian ADMM. The server holds a Gaussian q_g, a client c a dual Gaussian t_c, flat at first.
// With alpha = 1 / (1 + N weight), a round of all clients is, in natural parameters (products and
// powers of densities),
//
//   q_c = argmin_q KL(q | q_g) - E_q log (likelihood_c^(1/T) / t_c) / weight
//   t_c <- t_c (q_c / q_g)^weight
//   q_g <- (q_1 ... q_N)^((1 - alpha) / N) (prior^(1/T) t_1 ... t_N)^alpha
//
// after which the server draws theta from q_g; after `last_round` rounds it only draws. q_g starts
// as the tempered prior, or with start_precision as N(theta_0, I / start_precision).
//
// On a quadratic potential with curvature H and shift s (-log likelihood_c / T = x' H x / 2 - s' x)
// q_c is exact: q_g's precision plus (H - that of t_c) / weight, or its diagonal, and the mean that
// goes with the full matrix. With family full t_c is then the likelihood after one round, and q_g
// the posterior if weight = 1 / N and q_g starts as the prior; otherwise its error shrinks by
// 1 - alpha per round. A diagonal family has the posterior's mean in the limit, but variances
// 1 / (posterior precision)_ii: too small. Its rounds diverge if weight is too small; 1 / N is if
// clients' curvatures differ much.
//
// Otherwise q_c takes K steps from q_g, with gradients at `pairs` pairs of draws: of the natural
// gradient (variational/local_steps.hpp), or with local ivon of IVON
// (variational/local_steps.hpp), a diagonal method, which makes this the paper's IVON-ADMM.
// Other than in its authors' code, gbar is 0 at the start of every round, q_c starts at q_g in the
// first round, too, the moves of duals are not damped, and the prior is tempered. Steps of IVON are
// not shortened: where q_g has far too small a precision, that of q_c may become far too large, and
// a later q_g improper. More pairs, a larger weight or start_precision help.

#include <array>
#include <optional>
#include <vector>

#include "skald/parts/variational/local_gaussians.hpp"
#include "skald/parts/variational/local_steps.hpp"
#include "skald/parts/variational/site_sampler.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : LocalProblemOptions, LastRoundOptions, LocalStepOptions {
  std::optional<double> weight;  // left out: 1/N
  std::optional<double> start_precision;
};
constexpr auto options = append(
    append(
        std::array{inherited<Options>("family", &LocalProblemOptions::family,
                                      "covariances of q and of the duals")
                       .only_if("local=steps|exact")
                       .one_of("diagonal|full"),
                   option("weight", &Options::weight,
                          "weight of the divergence from the server's q in a client's problem, and "
                          "of the step of its dual; 1/N if omitted. With diagonal covariances, "
                          "rounds diverge if it is too small")
                       .above(0),
                   option("start_precision", &Options::start_precision,
                          "precision of the server's q before the first round, with the chain's "
                          "start as its mean; if omitted, q is the prior, which must not be flat")
                       .above(0)},
        local_problem_options<Options>(kStepsOrIvon)),
    append(local_step_options<Options>(), last_round_option<Options>()));

class BayesianAdmm final : public LocalGaussians {
 public:
  explicit BayesianAdmm(const Options& o) : LocalGaussians(o), options_(o) {}

  void start(Context& context, Block theta) override {
    const Index clients = context.problem.clients();
    LocalGaussians::start(context, theta);
    weight_ = options_.weight.value_or(1 / static_cast<double>(clients));
    duals_.start(theta.rows, is_diagonal(), clients, theta.cols);
    server_.start(theta.rows, is_diagonal(), 1, theta.cols);
    for (Index j = 0; j < theta.cols; ++j) server_.set(0, j, first(theta.column(j)));
    refined_.resize(static_cast<std::size_t>(clients));
    state_ = {server_.state(), duals_.state()};
    state_[0].name = "server";
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; k += stride()) {
      context.random.normal({Role::shared_noise}, k, theta);
      for (Index j = 0; j < theta.cols; ++j) {
        if (!options_.is_over(k / stride())) round(context, k, j);
        draw(server_.get(0, j), theta.columns(j, 1));
      }
      context.ledger.rounds += theta.cols;
    }
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void round(Context& context, std::int64_t k, Index chain) {
    const Index clients = std::ssize(refined_);
    const auto n = static_cast<double>(clients);
    const NaturalGaussian q = server_.get(0, chain);
    context.parallel(clients, [&](Index c, Index slot) {
      refined_[static_cast<std::size_t>(c)] = refine({context, k, c, chain, slot}, q);
    });
    NaturalGaussian product = pow(q, 0);
    for (Index c = 0; c < clients; ++c) {
      const NaturalGaussian& q_c = refined_[static_cast<std::size_t>(c)];
      duals_.set(c, chain, duals_.get(c, chain) * pow(q_c / q, weight_));
      product *= q_c;
    }
    const double alpha = 1 / (1 + n * weight_);
    server_.set(0, chain,
                pow(product, (1 - alpha) / n) * pow(prior() * duals_.product(chain), alpha));
    count_messages(context.ledger, n);
  }
  // The client's q_c.
  NaturalGaussian refine(const Turn& at, const NaturalGaussian& q) {
    const NaturalGaussian rest = q / pow(duals_.get(at.client, at.chain), 1 / weight_);
    if (options_.is_exact()) return exact(at.client, rest);
    return local_steps(
        options_, q, rest, [&](auto step) { return normals(at, step, options_.pairs); },
        [&](auto step, const auto& points) {
          return Eigen::MatrixXd(likelihood_gradient(at, step, points) / weight_);
        });
  }
  // rest likelihood^(1 / weight), the mean by the full matrix.
  NaturalGaussian exact(Index client, const NaturalGaussian& rest) const {
    NaturalGaussian tilted = pow(model().likelihood(client), 1 / weight_);
    tilted.precision +=
        is_diagonal() ? Eigen::MatrixXd(rest.precision.col(0).asDiagonal()) : rest.precision;
    tilted.shift += rest.shift;
    return gaussian(family::nearest(tilted.precision, is_diagonal()), mean_of(tilted));
  }

  // theta holds standard normals.
  static void draw(const NaturalGaussian& q, Block theta) {
    const PrecisionFactor factor(q.precision);
    auto column = theta.column(0);
    factor.make_deviations(column);
    column += factor.solve(q.shift);
  }
  NaturalGaussian first(const Eigen::VectorXd& mean) const {
    if (options_.start_precision) {
      return gaussian(
          family::multiple_of_identity(*options_.start_precision, mean.size(), is_diagonal()),
          mean);
    }
    require_proper_prior("start_precision");
    return prior();
  }

  Options options_;
  double weight_ = 1;
  Sites duals_, server_;                  // of the server: one per chain
  std::vector<NaturalGaussian> refined_;  // q_c of a round
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<BayesianAdmm, Options, options>(
    {.name = "bayesian_admm",
     .numerics_revision = 1,
     .summary = "Bayesian ADMM: a Gaussian approximation of the posterior by the alternating "
                "direction method of multipliers on natural parameters",
     .reference = "Moellenhoff, Swaroop, Doshi-Velez and Khan (2025), Federated ADMM from Bayesian "
                  "duality, arXiv 2506.13150",
     .side_by_side = "the clients of a round",
     .no_eps = "clients send natural parameters without noise; take fald and set its clip"});
