#include "oracles/stationary_law.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "linear/matrices.hpp"
#include "oracles/affine_law.hpp"
#include "oracles/averaged_chain.hpp"
#include "oracles/averaging_law.hpp"
#include "oracles/client_modes.hpp"
#include "oracles/control_variate_law.hpp"
#include "oracles/gaussian_kernel.hpp"
#include "oracles/time_average.hpp"
#include "text/number_text.hpp"

namespace skald::oracles {
namespace {

void check_noise_entries(const LangevinLaw& law, std::size_t expected) {
  if (law.gradient_noise.size() != expected) {
    throw std::invalid_argument(
        "gradient_noise has " + text::counted(law.gradient_noise.size(), "entry", "entries") +
        ", expected " + std::to_string(expected) + ": d^2 for every client, or for a single chain");
  }
}

LangevinStep step_of(const GaussianProblem& problem, const LangevinLaw& law) {
  LangevinStep step{law.step, law.temp, law.rho, {law.weights.begin(), law.weights.end()}, {}};
  const Eigen::Index d = problem.dimension();
  const std::size_t entries = static_cast<std::size_t>(d * d);
  if (law.gradient_noise.empty() || law.kind == LangevinLaw::Kind::single_chain)
    return checked_step(problem, step);
  check_noise_entries(law, entries * problem.size());
  for (std::size_t c = 0; c < problem.size(); ++c) {
    step.gradient_noise.push_back(
        Eigen::Map<const Eigen::MatrixXd>(law.gradient_noise.data() + c * entries, d, d));
  }
  return checked_step(problem, step);
}

bool has_unknown_batches(const LangevinLaw& law) {
  return !law.full_batch && law.gradient_noise.empty();
}

GaussianKernel single_step(const GaussianProblem& problem, const LangevinStep& step,
                           const LangevinLaw& law) {
  if (law.gradient_noise.empty()) return single_chain_kernel(problem, step.step, step.temp);
  const Eigen::Index d = problem.dimension();
  check_noise_entries(law, static_cast<std::size_t>(d * d));
  const Eigen::Map<const Eigen::MatrixXd> noise(law.gradient_noise.data(), d, d);
  return single_chain_kernel(problem, step.step, step.temp, noise);
}

GaussianKernel partial_round(const GaussianProblem& problem, const LangevinStep& step,
                             const LangevinLaw& law) {
  return partial_round_kernel(problem, step, law.K, law.participation, law.S);
}

StationaryLaw single_chain_law(const GaussianProblem& problem, const LangevinStep& step,
                               const LangevinLaw& law) {
  if (law.gradient_noise.empty()) return ula_stationary_law(problem, step.step, step.temp);
  auto moments = stationary(single_step(problem, step, law));
  if (moments) return {*std::move(moments)};
  return diverging_law("the chain is unstable: step * L must be below 2");
}

StationaryLaw partial_law(const GaussianProblem& problem, const LangevinStep& step,
                          const LangevinLaw& law) {
  if (!law.at_communication) {
    return {text::no_value("under partial participation, the law is known only at communications")};
  }
  if (!equal_clients(problem, step)) {
    return {
        text::no_value("under partial participation, the law is known only for full gradients and "
                       "clients of equal curvature and weight")};
  }
  if (law.K == 0) return partial_random_law(problem, step, law.p_c, law.participation, law.S);
  auto moments = stationary(partial_round(problem, step, law));
  if (moments) return {*std::move(moments)};
  return diverging_law("the chain is unstable: K local steps do not contract");
}

StationaryLaw full_averaging_law(const GaussianProblem& problem, const LangevinStep& step,
                                 const LangevinLaw& law, std::int64_t thin) {
  if (law.K == 0) return bernoulli_schedule_law(problem, step, law.p_c);
  StationaryLaw synchronised = fixed_schedule_law(problem, step, law.K);
  if (!synchronised.moments || law.at_communication) return synchronised;
  return {iteration_law(problem, step, law.K, *synchronised.moments, thin)};
}

StationaryLaw corrected_law(const GaussianProblem& problem, const LangevinStep& step,
                            const LangevinLaw& law) {
  if (law.K != 0) {
    return {
        text::no_value("with control variates, the law is known only on a random schedule (p_c)")};
  }
  if (law.participation != LangevinLaw::Participation::full) {
    return {
        text::no_value("with control variates, the law is known only under full participation")};
  }
  if (law.q_cv == 0) {
    return {text::no_value(
        "the reference point is never renewed (q_cv = 0): the law depends on the start")};
  }
  return control_variate_law(problem, step, law.p_c, law.q_cv);
}

Moments on_block(const Moments& moments, const CoordinateBlock& block) {
  return {moments.mean(block), moments.covariance(block, block)};
}

// Whether the estimate is held from one random communication to the next.
bool is_held(const LangevinLaw& law) { return law.at_communication && law.p_c > 0; }

// The sum of the autocovariances of the federation's estimate on one block: over rounds of a fixed
// schedule, otherwise over iterations.
Eigen::MatrixXd integrated(const std::vector<ClientModes>& modes, const LangevinStep& step,
                           const LangevinLaw& law, const CoordinateBlock& block,
                           const Moments& moments) {
  if (law.K != 0) {
    return integrated_covariance(mean_contraction(modes, AgeLaw::fixed(law.K)), moments.covariance);
  }
  if (is_held(law)) return integrated_held_covariance(modes, law.p_c, moments.covariance);
  return integrated_covariance(modes, step, block, law.p_c, moments);
}

std::vector<TimeAverageMode> averaged_modes(const GaussianProblem& problem, const LangevinLaw& law,
                                            const Moments& moments) {
  const LangevinStep step = step_of(problem, law);
  const double apart = law.K == 0 ? 1 : static_cast<double>(law.K);
  std::vector<TimeAverageMode> modes;
  for (const auto& block : separate_blocks(problem, step)) {
    const Moments part = on_block(moments, block);
    const Eigen::MatrixXd sum =
        integrated(client_modes(problem, step, block), step, law, block, part);
    const auto more = integrated_modes(sum, part, apart, is_held(law) ? law.p_c : 0);
    modes.insert(modes.end(), more.begin(), more.end());
  }
  return modes;
}

// Whether clients, all of them, communicate by the toss of a coin.
bool draws_coins(const LangevinLaw& law) {
  return law.kind != LangevinLaw::Kind::single_chain && law.p_c > 0 &&
         law.participation == LangevinLaw::Participation::full;
}

}  // namespace

std::vector<TimeAverageMode> time_average_modes(const GaussianProblem& problem,
                                                const LangevinLaw& law, const Moments& moments) {
  const bool averages = law.kind == LangevinLaw::Kind::averaging &&
                        law.participation == LangevinLaw::Participation::full;
  std::vector<TimeAverageMode> modes = averages && law.temp > 0
                                           ? averaged_modes(problem, law, moments)
                                           : time_average_modes(problem, law.step, moments);
  for (TimeAverageMode& mode : modes) mode.held = is_held(law) ? 1 - law.p_c : 0;
  return modes;
}

std::optional<SquareAutocovariance> square_autocovariance(const GaussianProblem& problem,
                                                          const LangevinLaw& law,
                                                          const Moments& moments) {
  if (draws_coins(law)) {
    const LangevinStep step = step_of(problem, law);
    const AveragedChain chain(step, law.p_c, law.q_cv, law.at_communication);
    const auto affine = AffineLaw::of(chain, problem, step.gradient_noise);
    if (auto known = affine->square_autocovariance(1)) return known;
  }
  return square_autocovariance(time_average_modes(problem, law, moments));
}

StationaryLaw stationary_law(const GaussianProblem& problem, const LangevinLaw& law,
                             std::int64_t thin) {
  const LangevinStep step = step_of(problem, law);
  if (has_unknown_batches(law)) {
    return {
        text::no_value("with minibatches, the law is known only if all examples of a client have "
                       "the same Hessian and the covariance of the gradient estimates is given")};
  }
  if (law.kind == LangevinLaw::Kind::single_chain) return single_chain_law(problem, step, law);
  if ((law.K == 0) == (law.p_c == 0)) {
    throw std::invalid_argument("schedule: K is " + std::to_string(law.K) + " and p_c is " +
                                std::to_string(law.p_c) + ", expected exactly one of them");
  }
  if (law.kind == LangevinLaw::Kind::control_variate) return corrected_law(problem, step, law);
  if (law.participation != LangevinLaw::Participation::full) return partial_law(problem, step, law);
  return full_averaging_law(problem, step, law, thin);
}

std::optional<GaussianKernel> transition(const GaussianProblem& problem, const LangevinLaw& law) {
  const LangevinStep step = step_of(problem, law);
  if (has_unknown_batches(law)) return std::nullopt;
  if (law.kind == LangevinLaw::Kind::single_chain) return single_step(problem, step, law);
  const bool in_rounds =
      law.kind == LangevinLaw::Kind::averaging && law.K != 0 && law.at_communication;
  if (!in_rounds) return std::nullopt;
  if (law.participation == LangevinLaw::Participation::full)
    return round_kernel(problem, step, law.K);
  if (!equal_clients(problem, step)) return std::nullopt;
  return partial_round(problem, step, law);
}

}  // namespace skald::oracles
