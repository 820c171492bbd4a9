// The posterior of linear regression from second moments that every client sends once, private on
// request. In units of the model's noise, whose variance is sigma^2, a row (x, y) has the curvature
// x x' / sigma^2 and the shift x y / sigma^2, and
//
//   message    A_c = sum_r x x' / sigma^2 + noise,  b_c = sum_r x y / sigma^2 + noise
//   naive      draws of N(P^-1 sum_c b_c, P^-1),  P = Lambda_0 + [sum_c A_c]_+
//   aware      draws of theta given the messages, by Gibbs steps over the true A_c
//              (true_statistics.hpp)
//
// Nothing comes back, so that bits are counted, but no round. Without noise both are the posterior.
// With it, the naive one is too narrow; the aware one is the exact posterior of theta given what
// was sent, if the rows' x are normal (RowLaw), as long as no response is beyond its bound. It
// begins at what was sent: its first iterations are burn-in.
//
// Privacy: rows have |x| / sigma <= R by the model's bound, a public number, and responses are
// scaled down to |y| / sigma <= R_y. What replacing a row moves is in distance.hpp. The noise in A
// is isotropic among symmetric matrices. Intercepts are features, whose law is not normal: their
// mean curvature is learned like that of others.

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "noisy_sufficient_statistics/distance.hpp"
#include "noisy_sufficient_statistics/true_statistics.hpp"
#include "skald/extensions/row_curvatures.hpp"
#include "skald/linear_coefficients.hpp"
#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/parts/privacy/symmetric_message.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  std::optional<double> label_bound;
  bool noise_aware = true;
  std::optional<double> row_curvature;
  std::int64_t moves = 10;
};
constexpr std::array options{
    option("label_bound", &Options::label_bound,
           "bound of a row's response, in standard deviations of the model's noise; a larger one "
           "is scaled down to it. Needs the model's row_bound; nothing is private if omitted")
        .symbol("R_y")
        .above(0),
    option("noise_aware", &Options::noise_aware,
           "whether draws are of the posterior given the noisy statistics, or of the one that has "
           "them for the true ones"),
    option("row_curvature", &Options::row_curvature,
           "mean curvature of a row in every direction, if public: the variance of a feature over "
           "that of the model's noise. Learned from the messages if omitted")
        .only_if("noise_aware=true")
        .above(0),
    option("moves", &Options::moves,
           "Metropolis steps of each client's statistics, and of all together, per iteration")
        .only_if("noise_aware=true")
        .at_least(1)
        .at_most(10000)};

class NoisySufficientStatistics final : public Sampler {
 public:
  explicit NoisySufficientStatistics(const Options& o) : options_(o) {}

  const char* bias() const override {
    return options_.label_bound ? "responses that are scaled down are not those of the model"
                                : nullptr;
  }
  void start(Context& context, Block theta) override {
    take_extensions(context.problem);
    if (options_.label_bound) check_bounds(context);
    const Index d = theta.rows, columns = theta.cols * context.problem.clients();
    theta_ = theta.matrix();
    messages_.setZero(symmetric::entries(d) + d, columns);
    curvatures_.setZero(d * d, columns);
    accepted_.setZero(1, theta.cols);
    state_ = {NamedBlock{"theta", view(theta_)}, NamedBlock{"messages", view(messages_)},
              NamedBlock{"curvatures", view(curvatures_)}, NamedBlock{"accepted", view(accepted_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    if (context.iteration == 0) send(context);
    if (is_aware(context)) {
      draw_aware(context, iterations);
    } else {
      draw_naively(context, iterations);
    }
    theta.matrix() = theta_;
  }
  void releases(const Problem& problem, Index, ReleasePlan& plan) const override {
    if (!options_.label_bound) {
      return plan.releases_nothing(
          "responses have no bound; set sampler.label_bound, and row_bound of the model");
    }
    for (Index c = 0; c < problem.clients(); ++c)
      plan.add({.client = c, .relation = Relation::replace_one, .count = 1});
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  void take_extensions(const Problem& problem);
  void check_bounds(const Context& context) const;

  // All messages, once.
  void send(Context& context) {
    const Index chains = theta_.cols(), clients = context.problem.clients();
    for (Index c = 0; c < clients; ++c) {
      Eigen::MatrixXd message = statistics(context, c).replicate(1, chains);
      if (options_.label_bound) {
        context.mechanism.privatize(context.random, {Role::mechanism, c}, 0, sensitivity(),
                                    view(message));
      }
      for (Index j = 0; j < chains; ++j) messages_.col(j * clients + c) = message.col(j);
    }
    context.ledger.bits_up += static_cast<double>(messages_.cols()) * vector_bits(messages_.rows());
    if (!is_aware(context)) return;
    for (Index j = 0; j < chains; ++j) {
      const TrueStatistics chain = true_statistics(context, j);
      for (Index c = 0; c < clients; ++c)
        curvatures_.col(j * clients + c) = chain.first(c).reshaped();
    }
  }
  // The client's A as a vector, then its b.
  Eigen::VectorXd statistics(Context& context, Index c) const;

  void draw_naively(const Context& context, Index iterations) {
    const Index d = theta_.rows();
    Eigen::MatrixXd z(d, theta_.cols());
    for (Index k = 0; k < iterations; ++k)
      context.random.normal({Role::noise}, context.iteration + k, view(z));
    for (Index j = 0; j < theta_.cols(); ++j) {
      const Eigen::VectorXd sum = of_chain(context, j).rowwise().sum();
      const linear::Spectrum found =
          linear::spectrum(symmetric::from_vector(sum.head(symmetric::entries(d)), d));
      const Eigen::ArrayXd P = found.values.array().max(0.0) + prior_;
      if (!(P.minCoeff() > 0)) {
        throw std::runtime_error(
            "the curvature is 0 in a direction of which the prior knows nothing: give the model a "
            "prior_precision, or more eps");
      }
      const Eigen::VectorXd along = found.vectors.transpose() * sum.tail(d);
      const Eigen::VectorXd noise = found.vectors.transpose() * z.col(j);
      theta_.col(j) = found.vectors * (along.array() / P + noise.array() / P.sqrt()).matrix();
    }
  }

  // One iteration: the A_c given theta, then theta given them. From the messages alone, theta
  // comes first.
  void draw_aware(const Context& context, Index iterations) {
    const Index clients = context.problem.clients(), chains = theta_.cols();
    std::vector<TrueStatistics> truths;
    for (Index j = 0; j < chains; ++j) truths.push_back(true_statistics(context, j));
    const Index d = theta_.rows(), steps = options_.moves;
    std::vector<Draws> of_clients(static_cast<std::size_t>(clients), Draws(d * d, steps, chains));
    Draws common(d * d, steps, chains);
    Eigen::MatrixXd z(d, chains);
    for (std::int64_t k = context.iteration; k < context.iteration + iterations; ++k) {
      for (Index c = 0; c < clients; ++c)
        of_clients[static_cast<std::size_t>(c)].draw(context, c, k);
      common.draw(context, -1, k);
      context.random.normal({Role::shared_noise}, k, view(z));
      for (Index j = 0; j < chains; ++j) {
        TrueStatistics& truth = truths[static_cast<std::size_t>(j)];
        int accepted = 0;
        for (Index c = 0; c < clients && k > 0; ++c) {
          const Draws& own = of_clients[static_cast<std::size_t>(c)];
          accepted += truth.move(c, theta_.col(j), own.normals.col(j), own.uniforms.col(j));
        }
        if (k > 0) accepted += truth.move_all(common.normals.col(j), common.uniforms.col(j));
        accepted_(0, j) += accepted;
        theta_.col(j) = truth.draw(z.col(j));
      }
    }
    keep(truths);
    const auto all = static_cast<double>(context.iteration + iterations - 1) *
                     static_cast<double>(steps * (clients + 1) * chains);
    if (all > 0) context.recorder.record("acceptance", accepted_.sum() / all);
  }
  struct Draws {
    Eigen::MatrixXd normals, uniforms;
    Draws(Index size, Index steps, Index chains)
        : normals(size * steps, chains), uniforms(steps, chains) {}
    void draw(const Context& context, Index c, std::int64_t k) {
      context.random.normal({Role::noise, c}, k, view(normals));
      context.random.uniform({Role::acceptance, c}, k, view(uniforms));
    }
  };
  // Where the chain is.
  TrueStatistics true_statistics(const Context& context, Index j) const {
    const Index d = theta_.rows(), entries = symmetric::entries(d);
    const Eigen::MatrixXd messages = of_chain(context, j);
    std::vector<NoisyStatistics> sent;
    RowLaw law{.curvature = options_.row_curvature, .largest = largest_};
    for (Index c = 0; c < messages.cols(); ++c) {
      const auto rows = static_cast<double>(context.problem.examples(c));
      sent.push_back({symmetric::from_vector(messages.col(c).head(entries), d),
                      messages.col(c).tail(d), noise_variance(context, c), rows});
      law.rows += rows;
    }
    TrueStatistics chain(std::move(sent), law, prior_);
    std::vector<Eigen::MatrixXd> A;
    for (Index c = 0; c < messages.cols(); ++c)
      A.emplace_back(curvatures_.col(j * messages.cols() + c).reshaped(d, d));
    chain.set(std::move(A));
    return chain;
  }
  void keep(const std::vector<TrueStatistics>& truths) {
    Index column = 0;
    for (const TrueStatistics& truth : truths)
      for (Index c = 0; c < truth.clients(); ++c) curvatures_.col(column++) = truth.A(c).reshaped();
  }

  Eigen::MatrixXd of_chain(const Context& context, Index j) const {
    const Index clients = context.problem.clients();
    return messages_.middleCols(j * clients, clients);
  }
  bool is_aware(const Context& context) const {
    return options_.noise_aware && options_.label_bound && noise_variance(context, 0) > 0;
  }
  double noise_variance(const Context& context, Index c) const {
    return variance_of(context.mechanism.law(c), sensitivity(), messages_.rows());
  }
  Sensitivity sensitivity() const {
    const double moved =
        distance_of_moments(theta_.rows(), std::sqrt(largest_), *options_.label_bound);
    return Sensitivity::of_distance(moved, Relation::replace_one);
  }

  Options options_;
  const RowCurvatures* rows_ = nullptr;
  const GaussianPosterior* gaussian_ = nullptr;
  bool knows_prior_ = false;
  double prior_ = 0;            // its precision, as far as it is known
  double largest_ = 0;          // curvature of a row
  Eigen::MatrixXd theta_;       // d x C
  Eigen::MatrixXd messages_;    // of all clients of the first chain, then of the second
  Eigen::MatrixXd curvatures_;  // the true A_c, likewise
  Eigen::MatrixXd accepted_;    // Metropolis steps, 1 x C
  std::array<NamedBlock, 4> state_{};
};

Eigen::VectorXd NoisySufficientStatistics::statistics(Context& context, Index c) const {
  Problem& problem = context.problem;
  const Index d = theta_.rows(), n = problem.examples(c);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(d, d);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(d);
  if (!options_.label_bound) {
    Eigen::MatrixXd mean(d, 1);
    gaussian_->quadratic(problem.rows(c), knows_prior_ ? 0 : problem.prior_share(c), view(A),
                         view(mean));
    b = A * mean;
  } else {
    constexpr double whole = std::numeric_limits<double>::infinity();
    const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(d, 1);
    Eigen::MatrixXd curvature(d, d), slope(d, 1);
    // Every chain sends a message of its own: d + 1 gradients' work, of which one is counted below.
    context.ledger.gradient_evaluations += static_cast<double>(n * ((d + 1) * theta_.cols() - 1));
    for (Index r = 0; r < n; ++r) {
      const Rows row = problem.rows(c).of_row(0, r);
      rows_->clipped_curvature(row, whole, view(zero), view(curvature));
      problem.risk_gradient(c, Rows::range(r, 1), view(zero), view(slope));
      // |x y| / sigma^2 over |x| / sigma: what y is in units of sigma.
      const double y = slope.norm() / std::sqrt(curvature.trace());
      A += curvature;
      b -= (y > *options_.label_bound ? *options_.label_bound / y : 1.0) * slope.col(0);
    }
  }
  Eigen::VectorXd both(messages_.rows());
  both << symmetric::to_vector(A), b;
  return both;
}

void NoisySufficientStatistics::take_extensions(const Problem& problem) {
  gaussian_ = static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
  if (gaussian_ == nullptr && !options_.label_bound) {
    throw std::invalid_argument(
        "the potential is not quadratic, so that no second moments are sufficient: take a linear "
        "model with a fixed noise, or laplace_approximation");
  }
  rows_ = static_cast<const RowCurvatures*>(problem.model_extension(RowCurvatures::id));
  const auto* known =
      static_cast<const PublicCurvature*>(problem.model_extension(PublicCurvature::id));
  if (known == nullptr) return;
  largest_ = known->largest_row_curvature();
  const CurvatureBounds::Bounds prior = known->prior();
  knows_prior_ = prior.m == prior.L;
  prior_ = knows_prior_ ? prior.m : 0;
}

void NoisySufficientStatistics::check_bounds(const Context& context) const {
  const auto* linear = static_cast<const LinearCoefficients*>(
      context.problem.model_extension(LinearCoefficients::id));
  if (linear == nullptr || !linear->predicts_target() || rows_ == nullptr || !knows_prior_) {
    throw std::invalid_argument(
        "label_bound needs a linear regression, whose rows have responses: take the model linear "
        "with a fixed noise, or leave label_bound out");
  }
  if (!std::isfinite(largest_)) {
    throw std::invalid_argument(
        "label_bound bounds responses, but features have no bound: set row_bound of the model");
  }
  if (!options_.noise_aware) return;
  const Index d = context.problem.dimension();
  for (Index c = 0; c < context.problem.clients(); ++c) {
    if (context.mechanism.law(c).kind == NoiseLaw::Kind::laplace) {
      throw std::invalid_argument(
          "noise_aware draws are for Gaussian noise: take the mechanism gaussian, or set "
          "noise_aware to false");
    }
    if (context.problem.examples(c) < d) {
      throw std::invalid_argument("client " + std::to_string(c) + " has " +
                                  std::to_string(context.problem.examples(c)) +
                                  " rows, fewer than the " + std::to_string(d) +
                                  " parameters, so that its second moments have no density: take "
                                  "fewer clients, or set noise_aware to false");
    }
  }
}

}  // namespace

SKALD_PLUGIN = skald::plugin<NoisySufficientStatistics, Options, options>(
    {.name = "noisy_sufficient_statistics",
     .numerics_revision = 1,
     .summary = "The posterior of linear regression from second moments that clients send once, "
                "under privacy with noise that the draws know of",
     .reference = "Bernstein and Sheldon (2019), Differentially private Bayesian linear "
                  "regression; the conditional laws are exact here"});
