// FSGLD, federated SGLD with conducive gradients: DSGLD whose estimate at client s is corrected by
// surrogates q_s of the clients' likelihoods, q = prod_s q_s,
//
//   theta <- theta - h (ghat_s(theta) / f_s + g_s(theta)) + sqrt(2 h T) xi
//   g_s(theta) = grad (-log q)(theta) - grad (-log q_s)(theta) / f_s
//
// The correction is zero on average over the client. Where the surrogates are exact and the batch
// holds all rows, the estimate is grad U at every client: the chain is ULA.
//
// Surrogates are fitted before the first iteration, to U_c (likelihood and the client's share of
// the prior): the exact Gaussian of a quadratic potential (analytic), Laplace's approximation
// (laplace), or mean and variances of a local SGLD chain with step h / f_s, the first half of which
// is left out (swag). Every client then receives sum_c P_c and sum_c P_c m_c.

#include <optional>
#include <stdexcept>
#include <vector>

#include "fsgld/surrogates.hpp"
#include "skald/minibatch.hpp"
#include "skald/parts/langevin/travelling_chain.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : TravellingOptions {
  std::string_view surrogate = "laplace";
  std::int64_t surrogate_steps = 1000;
};
constexpr auto options = append(
    travelling_options<Options>(),
    option("surrogate", &Options::surrogate,
           "Gaussian surrogates of the clients' likelihoods; with flat ones the sampler is DSGLD")
        .one_of("analytic|laplace|swag|flat"),
    option("surrogate_steps", &Options::surrogate_steps, "steps of each client's local chain")
        .only_if("surrogate=swag")
        .at_least(4));

class Fsgld final : public TravellingChain {
 public:
  explicit Fsgld(const Options& o) : TravellingChain(o), options_(o) {}

  void start(Context& context, Block theta) override {
    TravellingChain::start(context, theta);
    full_.reset();
    diagonal_.reset();
    if (options_.surrogate == "swag") {
      fit_local_chains(context, theta);
    } else if (options_.surrogate != "flat") {
      fit_for_all_chains(context, theta.cols);
    }
    if (full_ || diagonal_) count_exchange(context, theta.cols);
    all_rows_ = takes_all_rows(context.problem, options_.batch);
  }
  // With exact surrogates and all rows every client's estimate is grad U.
  bool law(LangevinLaw& law) const override {
    if (options_.surrogate != "analytic" || !all_rows_) return false;
    law.kind = LangevinLaw::Kind::single_chain;
    law.step = options_.step;
    law.temp = options_.temp;
    return true;
  }

 private:
  void correct(Index s, double f, Index chain, ConstBlock theta, Block g) const override {
    if (full_) full_->add_conducive(s, f, theta, g);
    if (diagonal_) diagonal_->add_conducive(s, f, chain, theta, g);
  }
  void add_state(std::vector<NamedBlock>& state) override {
    if (diagonal_) diagonal_->add_state(state);
  }
  // The fit is the same for every chain, and every chain is charged for it.
  void fit_for_all_chains(Context& context, Index chains) {
    double& paid = context.ledger.gradient_evaluations;
    const double before = paid;
    fit_gaussians(context.problem);
    paid += static_cast<double>(chains - 1) * (paid - before);
  }
  void fit_gaussians(Problem& problem) {
    const Index d = problem.dimension();
    full_.emplace(problem.clients(), d);
    for (Index c = 0; c < problem.clients(); ++c) {
      if (options_.surrogate == "laplace") {
        const LaplaceApproximation q = laplace_approximation(problem, c);
        full_->set(c, q.precision, q.mode);
        continue;
      }
      const auto* quadratics =
          static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
      if (quadratics == nullptr) {
        throw std::invalid_argument(
            "surrogate is 'analytic', but the model does not declare that its potentials are "
            "quadratic: set surrogate to 'laplace' or 'swag'");
      }
      Eigen::MatrixXd precision(d, d), mean(d, 1);
      quadratics->quadratic(problem.rows(c), problem.prior_share(c), view(precision), view(mean));
      full_->set(c, precision, mean.col(0));
    }
  }
  // SGLD on every U_c from the start of each chain, before iteration 0. Its temperature is 1, as
  // q_c stands for exp(-U_c).
  void fit_local_chains(Context& context, Block start) {
    Problem& problem = context.problem;
    const Index d = start.rows, chains = start.cols;
    diagonal_.emplace();
    diagonal_->start(problem.clients(), d, chains);
    const LangevinNoise noise(options_.step, 1, 0);
    Minibatch minibatch(options_.batch);
    minibatch.start(problem, chains);
    Eigen::MatrixXd theta(d, chains), gradient(d, chains), mean(d, chains), squares(d, chains);
    const std::int64_t burn_in = options_.surrogate_steps / 2;
    for (Index c = 0; c < problem.clients(); ++c) {
      const double f = probability(c);
      theta = start.matrix();
      mean.setZero();
      squares.setZero();
      for (std::int64_t i = 0; i < options_.surrogate_steps; ++i) {
        const std::int64_t k = i - options_.surrogate_steps;
        const Rows rows = minibatch.draw(context.random, k, problem, c);
        problem.gradient(c, rows, view(theta), view(gradient));
        theta -= options_.step / f * gradient;
        noise.add(context.random, k, c, f, view(theta));
        if (i < burn_in) continue;
        const auto t = static_cast<double>(i - burn_in + 1);
        gradient = theta - mean;
        mean += gradient / t;
        squares += gradient.cwiseProduct(theta - mean);
      }
      const auto draws = static_cast<double>(options_.surrogate_steps - burn_in);
      diagonal_->set(c, (draws / squares.array()).matrix(), mean);
    }
  }
  // For every chain: mean and precision of every client go up, those of their product go down. A
  // full precision is d (d + 1) / 2 numbers.
  void count_exchange(Context& context, Index chains) const {
    const Index d = context.problem.dimension();
    const double bits = static_cast<double>(context.problem.clients() * chains) *
                        vector_bits(d + (full_ ? d * (d + 1) / 2 : d));
    context.ledger.bits_up += bits;
    context.ledger.bits_down += bits;
  }

  Options options_;
  std::optional<Surrogates> full_;
  std::optional<DiagonalSurrogates> diagonal_;
  bool all_rows_ = false;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Fsgld, Options, options>(
    {.name = "fsgld",
     .numerics_revision = 3,
     .summary =
         "Federated SGLD with conducive gradients: DSGLD corrected by Gaussian surrogates of the "
         "clients' likelihoods",
     .reference =
         "El Mekkaoui, Mesquita, Blomstedt and Kaski (2021), Federated stochastic gradient "
         "Langevin dynamics",
     .no_eps = "clients send surrogates of their likelihoods without noise; take fald and "
               "set its clip"});
