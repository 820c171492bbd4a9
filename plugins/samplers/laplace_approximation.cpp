// Laplace's approximation of the posterior over clients, private on request:
//
//   mode        x <- x - step (grad U_0(x) + sum_c [sum_r clip_C(grad u_r(x)) + noise_c]),
//               `steps` times from the start of the chain, on all rows; then the mean of the last
//               `average` of them
//   curvature   M = sum_c [sum_r clip(H_r) + noise_c] there, once
//   draws       N(x, V),  V = T H^-1 + V_x(H),  H = Lambda_0 + [M]_+
//
// Negative eigenvalues of M, which noise may give it, become 0 before the prior's precision
// Lambda_0 is added, so that no direction is less certain than the prior. V_x(H) is the covariance
// of x about the mode that noise of variance s^2 in the gradients leaves: noise that has seen u
// more steps is in the mean of the last m by step (1/m) sum_{max(0, u - m + 1) <= i <= u} (I - step
// H)^i, and V_x(H) sums s^2 times the squares of these over u < steps. With it credible regions
// have the coverage that they claim (noise_aware), without it they are too narrow. Iterations are
// draws: what is sent and computed is all done before the first.
//
// Privacy: replacing a row moves a client's gradient sum by at most 2 C, and its curvature by at
// most sqrt(2) clip, since both H_r are positive semidefinite (row_curvatures.hpp). Where clients
// are the unit, the clips are those of a client's sums, and replacing all its rows moves these by
// as much. The curvature's noise is isotropic among symmetric matrices: of variance s_H^2 on the
// diagonal, s_H^2 / 2 off it. `curvature_share` is its share of the Gaussian budget 1 / z^2 summed
// over messages. It is best small: to first order sqrt(B) / (sqrt(A) + sqrt(B)), where A and B are
// the mean squared distances that noise in the mode and in the curvature makes at the whole budget,
// and B falls as the cube of the curvature.
//
// Without clips curvatures come from differences of gradients along all coordinates, of any model.
// A public guess, `row_curvature` in every direction and row, is M without a message about it.

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "linear/matrices.hpp"
#include "skald/extensions/first_stride.hpp"
#include "skald/extensions/row_curvatures.hpp"
#include "skald/parts/privacy/calibrated_noise.hpp"
#include "skald/parts/privacy/symmetric_message.hpp"
#include "skald/parts/privacy/whole_clients.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double step = 1e-3;
  std::int64_t steps = 100;
  std::int64_t average = 1;
  double temp = 1;
  std::optional<double> clip;
  std::optional<double> curvature_clip;
  double curvature_share = 0.1;
  std::optional<double> row_curvature;
  bool noise_aware = true;
  std::string_view unit = "record";
};
constexpr std::array options{
    option("step", &Options::step, "step size of the descent to the mode, on U")
        .symbol("eta")
        .above(0)
        .stable_to("2 / L")
        .role(OptionRole::step),
    option("steps", &Options::steps, "gradient steps to the mode, a communication each")
        .symbol("G")
        .at_least(1)
        .at_most(1000000),
    option("average", &Options::average,
           "states of the descent, the last ones, whose mean is the mode: with several of them the "
           "noise of gradients averages out")
        .symbol("m")
        .at_least(1),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)").symbol("T").above(0),
    option("clip", &Options::clip,
           "clipping norm of each row's gradient; no clipping if omitted. Needs curvature_clip or "
           "row_curvature")
        .symbol("C")
        .above(0),
    option("curvature_clip", &Options::curvature_clip,
           "clipping norm of each row's curvature (Frobenius). Needs clip")
        .symbol("C_H")
        .above(0),
    option("curvature_share", &Options::curvature_share,
           "share of the privacy budget that the curvature takes")
        .symbol("phi")
        .above(0)
        .below(1),
    option("row_curvature", &Options::row_curvature,
           "mean curvature of a row in every direction, if public: a guess for which no message is "
           "sent. In place of curvature_clip")
        .above(0),
    option("noise_aware", &Options::noise_aware,
           "whether draws are as wide as the noise in the mode makes them"),
    gradient_unit_option<Options>(&Options::unit).only_if("clip")};

class LaplaceApproximation final : public Sampler, public FirstStride {
 public:
  explicit LaplaceApproximation(const Options& o) : options_(o) {
    if (o.row_curvature && o.curvature_clip) {
      throw std::invalid_argument(
          "a public row_curvature takes the place of the rows' own, which curvature_clip bounds: "
          "leave one of them out");
    }
    if (o.average > o.steps) {
      throw std::invalid_argument(
          "average counts the last states of the descent, which has fewer: set average to at most "
          "steps");
    }
    if (o.clip.has_value() != (o.curvature_clip || (o.clip && o.row_curvature))) {
      throw std::invalid_argument(
          "clip and curvature_clip bound what a row reveals together: give both, or neither (or "
          "clip with a public row_curvature)");
    }
  }

  double temperature() const override { return options_.temp; }
  const char* bias() const override {
    return options_.clip ? "clipped gradients and curvatures are not those of the potential"
                         : "it is a Gaussian around the point at which `steps` steps end";
  }
  void start(Context& context, Block theta) override {
    mode_ = theta.matrix();
    roots_.setZero(theta.rows, theta.rows * theta.cols);
    state_ = {NamedBlock{"mode", view(mode_)}, NamedBlock{"roots", view(roots_)}};
    rows_ = static_cast<double>(context.problem.examples(Problem::everyone));
    take_extensions(context.problem);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    if (context.iteration == 0) approximate(context);
    Eigen::MatrixXd z(theta.rows, theta.cols);
    for (std::int64_t k = context.iteration; k < context.iteration + iterations; ++k)
      context.random.normal({Role::noise}, k, view(z));
    const Index d = theta.rows;
    for (Index j = 0; j < theta.cols; ++j)
      theta.column(j) = mode_.col(j) + roots_.middleCols(j * d, d) * z.col(j);
  }
  void releases(const Problem& problem, Index, ReleasePlan& plan) const override {
    if (!options_.clip) {
      return plan.releases_nothing(
          "nothing is clipped; set sampler.clip and sampler.curvature_clip");
    }
    if (whole()) read_counts_of_prior(problem, plan);
    const Unit unit = unit_of(options_.unit);
    for (Index c = 0; c < problem.clients(); ++c) {
      plan.add({.client = c,
                .unit = unit,
                .relation = Relation::replace_one,
                .count = options_.steps,
                .understatement = 1 / gradient_noise()});
      if (options_.row_curvature) continue;
      plan.add({.client = c,
                .unit = unit,
                .relation = Relation::replace_one,
                .count = 1,
                .understatement = 1 / curvature_noise()});
    }
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool first_stride(const ClientPotentials& clients, Block mean, Block covariance) const override;

 private:
  void take_extensions(const Problem& problem);
  void approximate(Context& context) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(mode_.rows(), mode_.cols());
    for (std::int64_t k = 0; k < options_.steps; ++k) {
      descend(context, k);
      if (k >= options_.steps - options_.average) sum += mode_;
    }
    mode_ = sum / static_cast<double>(options_.average);
    for (Index j = 0; j < mode_.cols(); ++j) {
      const Eigen::MatrixXd M = curvature(context, j);
      roots_.middleCols(j * mode_.rows(), mode_.rows()) = width(context, M);
    }
    if (!options_.row_curvature)
      count_round(context, vector_bits(symmetric::entries(mode_.rows())));
  }
  // One step of all chains.
  void descend(Context& context, std::int64_t k) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(mode_.rows(), mode_.cols()), one = sum;
    for (Index c = 0; c < context.problem.clients(); ++c) {
      gradient(context, c, k, view(one));
      sum += one;
    }
    mode_ -= options_.step * sum;
    count_round(context, vector_bits(mode_.rows()));
  }
  // What client c sends for a step: its share of the prior, too.
  void gradient(Context& context, Index c, std::int64_t k, Block out) const {
    Problem& problem = context.problem;
    const ConstBlock at = view(std::as_const(mode_));
    if (!options_.clip) return problem.gradient(c, at, out);
    const Index rows = problem.examples(c);
    const auto n = static_cast<double>(rows);
    if (whole()) {
      clipped_client_gradient(problem, c, Rows::range(0, rows), *options_.clip, at, out);
    } else {
      problem.clipped_risk_gradient(c, Rows::range(0, rows), *options_.clip, n, at, out);
      out.matrix() *= n;
    }
    context.mechanism.privatize(context.random, {Role::mechanism, c}, k, of_gradients(), out);
  }
  // The rows' curvature at the mode of chain j, as the server learns it.
  Eigen::MatrixXd curvature(Context& context, Index j) const {
    const Index d = mode_.rows();
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(d, d);
    if (options_.row_curvature) {
      return rows_ * *options_.row_curvature * Eigen::MatrixXd::Identity(d, d);
    }
    if (!options_.clip) return by_differences(context.problem, j);
    for (Index c = 0; c < context.problem.clients(); ++c) {
      Eigen::MatrixXd one(d, d);
      const double clip = *options_.curvature_clip;
      curvatures_->clipped_curvature(context.problem.rows(c), whole() ? kInfinity : clip,
                                     view(mode_).columns(j, 1), view(one));
      if (whole()) clip_whole(clip, one);
      context.ledger.gradient_evaluations += static_cast<double>(d * context.problem.examples(c));
      sum += protect(context, c, j, one);
    }
    return sum;
  }
  Eigen::MatrixXd protect(const Context& context, Index c, Index j,
                          const Eigen::MatrixXd& one) const {
    Eigen::MatrixXd message = symmetric::to_vector(one);
    context.mechanism.privatize(context.random, {Role::mechanism, c, j}, options_.steps,
                                of_curvatures(), view(message));
    return symmetric::from_vector(message.col(0), one.rows());
  }
  // The Hessian of U less the prior's part.
  Eigen::MatrixXd by_differences(Problem& problem, Index j) const {
    const Index d = mode_.rows();
    const double reach = 1e-5 * (1 + mode_.col(j).cwiseAbs().maxCoeff());
    Eigen::MatrixXd points = mode_.col(j).replicate(1, 2 * d);
    points.leftCols(d).diagonal().array() += reach;
    points.rightCols(d).diagonal().array() -= reach;
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(d, 2 * d), one = slopes;
    for (Index c = 0; c < problem.clients(); ++c) {
      problem.gradient(c, view(std::as_const(points)), view(one));
      slopes += one;
    }
    const Eigen::MatrixXd hessian = (slopes.leftCols(d) - slopes.rightCols(d)) / (2 * reach);
    Eigen::MatrixXd of_rows = (hessian + hessian.transpose()) / 2;
    of_rows.diagonal().array() -= prior_;
    return of_rows;
  }
  // The symmetric root of V.
  Eigen::MatrixXd width(const Context& context, const Eigen::MatrixXd& sum) const {
    const linear::Spectrum found = linear::spectrum(sum);
    const Eigen::ArrayXd H = found.values.array().max(0.0) + prior_;
    if (!(H.minCoeff() > 0)) {
      throw std::runtime_error(
          "the curvature is 0 in a direction of which the prior knows nothing: give the model a "
          "prior_precision, or more eps");
    }
    const Eigen::ArrayXd V = options_.temp / H + mode_variance(context, H);
    return found.vectors * V.sqrt().matrix().asDiagonal() * found.vectors.transpose();
  }
  // V_x along directions of these curvatures.
  Eigen::ArrayXd mode_variance(const Context& context, const Eigen::ArrayXd& H) const {
    if (!options_.clip || !options_.noise_aware) return Eigen::ArrayXd::Zero(H.size());
    double noise = 0;
    for (Index c = 0; c < context.problem.clients(); ++c)
      noise += variance_of(context.mechanism.law(c), of_gradients(), mode_.rows());
    // Of noise that has seen u more steps, times m: the powers of 1 - step H up to u, the last m.
    const Eigen::ArrayXd a = 1 - options_.step * H;
    const auto m = options_.average;
    Eigen::ArrayXd power = Eigen::ArrayXd::Ones(H.size()), left = power;
    Eigen::ArrayXd window = Eigen::ArrayXd::Zero(H.size()), sum = window;
    for (std::int64_t u = 0; u < options_.steps; ++u) {
      window += power;
      power *= a;
      if (u >= m) {
        window -= left;
        left *= a;
      }
      sum += window.square();
    }
    const double scale = options_.step / static_cast<double>(m);
    return scale * scale * noise * sum;
  }
  void count_round(Context& context, double bits_up) const {
    const auto messages = static_cast<double>(context.problem.clients() * mode_.cols());
    context.ledger.rounds += mode_.cols();
    context.ledger.bits_up += messages * bits_up;
    context.ledger.bits_down += messages * vector_bits(mode_.rows());
  }

  // As large as the noise is to be, over that of messages which share the budget evenly.
  Sensitivity of_gradients() const {
    return Sensitivity::of_distance(gradient_noise() * 2 * *options_.clip, Relation::replace_one);
  }
  Sensitivity of_curvatures() const {
    const double moved = std::numbers::sqrt2 * *options_.curvature_clip;
    return Sensitivity::of_distance(curvature_noise() * moved, Relation::replace_one);
  }
  // Noise multipliers over the z of steps + 1 even messages: of (steps + 1) / z^2, the curvature
  // has the share phi, and all gradients together the rest.
  double gradient_noise() const {
    if (options_.row_curvature) return 1;
    const auto steps = static_cast<double>(options_.steps);
    return std::sqrt(steps / ((1 - options_.curvature_share) * (steps + 1)));
  }
  double curvature_noise() const {
    return 1 / std::sqrt(options_.curvature_share * static_cast<double>(options_.steps + 1));
  }

  bool whole() const { return options_.unit == "client"; }

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  Options options_;
  const RowCurvatures* curvatures_ = nullptr;
  double prior_ = 0;       // the precision of the prior, as far as it is known
  double rows_ = 0;        // of all clients
  Eigen::MatrixXd mode_;   // d x C
  Eigen::MatrixXd roots_;  // d x (d C): of each chain's V
  std::array<NamedBlock, 2> state_{};
};

void LaplaceApproximation::take_extensions(const Problem& problem) {
  curvatures_ = static_cast<const RowCurvatures*>(problem.model_extension(RowCurvatures::id));
  const void* found = problem.model_extension(PublicCurvature::id);
  const CurvatureBounds::Bounds prior = found == nullptr
                                            ? CurvatureBounds::Bounds{0, 0}
                                            : static_cast<const PublicCurvature*>(found)->prior();
  prior_ = prior.m == prior.L ? prior.m : 0;
  if (options_.clip && (curvatures_ == nullptr || found == nullptr || prior.m != prior.L)) {
    throw std::invalid_argument(
        "clips need a model whose rows have curvatures that can be clipped, and a prior of one "
        "precision: linear with a fixed noise, logistic, softmax, multilabel_logistic, gaussian");
  }
}

// By the potentials: the descent, and T over the Hessian at its end, or over its public guess.
bool LaplaceApproximation::first_stride(const ClientPotentials& clients, Block mean,
                                        Block covariance) const {
  if (options_.clip) return false;
  Eigen::VectorXd x = mean.column(0);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(x.size());
  for (std::int64_t k = 0; k < options_.steps; ++k) {
    x -= options_.step * clients.of_all(x).gradient;
    if (k >= options_.steps - options_.average) sum += x;
  }
  x = sum / static_cast<double>(options_.average);
  mean.column(0) = x;
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(x.size(), x.size());
  if (options_.row_curvature) {
    covariance.matrix() = options_.temp / (clients.prior() + rows_ * *options_.row_curvature) * one;
    return true;
  }
  covariance.matrix() = options_.temp * clients.of_all(x).hessian.ldlt().solve(one);
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<LaplaceApproximation, Options, options>(
    {.name = "laplace_approximation",
     .numerics_revision = 3,
     .summary = "Laplace's approximation by gradient descent over clients and one curvature, under "
                "privacy with noise in both and draws that know of it",
     .reference =
         "Abadi et al. (2016), Deep learning with differential privacy (noisy descent); "
         "Dwork, Talwar, Thakurta and Zhang (2014), Analyze Gauss (noisy second moments)"});
