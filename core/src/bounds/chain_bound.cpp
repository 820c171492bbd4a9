#include "bounds/chain_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "bounds/fixed_schedule_bound.hpp"
#include "bounds/random_schedule_bound.hpp"
#include "linear/symmetric.hpp"
#include "text/counted.hpp"

namespace skald::bounds {
namespace {

using oracles::GaussianProblem;
using Kind = LangevinLaw::Kind;
using Participation = LangevinLaw::Participation;

struct Curvature {
  double m = std::numeric_limits<double>::infinity(), L = 0;
};

double weight(const GaussianProblem& problem, const LangevinLaw& law, std::size_t c) {
  return law.weights.empty() ? 1 / static_cast<double>(problem.size()) : law.weights[c];
}

// Of all U_c / w_c, or of all U_c.
Curvature curvature(const GaussianProblem& problem, const LangevinLaw& law, bool weighted) {
  Curvature all;
  for (std::size_t c = 0; c < problem.size(); ++c) {
    const Eigen::VectorXd spectrum = linear::eigenvalues(problem.client(c).curvature);
    const double scale = weighted ? weight(problem, law, c) : 1;
    all.m = std::min(all.m, spectrum.minCoeff() / scale);
    all.L = std::max(all.L, spectrum.maxCoeff() / scale);
  }
  return all;
}

// Tr Cov of client c's estimate of grad U_c.
double noise_of(const GaussianProblem& problem, const LangevinLaw& law, std::size_t c) {
  if (law.gradient_noise.empty()) return 0;
  const Eigen::Index d = problem.dimension();
  const auto entries = static_cast<std::size_t>(d * d);
  return Eigen::Map<const Eigen::MatrixXd>(law.gradient_noise.data() + c * entries, d, d).trace();
}

bool equal_weights(const GaussianProblem& problem, const LangevinLaw& law) {
  const double share = 1 / static_cast<double>(problem.size());
  return std::all_of(law.weights.begin(), law.weights.end(),
                     [&](double w) { return std::abs(w - share) <= 1e-9 * share; });
}

FixedScheduleSetting fixed_schedule(const GaussianProblem& problem, const LangevinLaw& law) {
  const Curvature all = curvature(problem, law, true);
  FixedScheduleSetting s;
  s.m = all.m;
  s.L = all.L;
  s.d = static_cast<double>(problem.dimension());
  s.clients = static_cast<double>(problem.size());
  s.smallest_weight = 1;
  for (std::size_t c = 0; c < problem.size(); ++c) {
    const double w = weight(problem, law, c);
    s.smallest_weight = std::min(s.smallest_weight, w);
    s.heterogeneity = std::max(s.heterogeneity, problem.gradient_at_mode(c).norm() / w);
    s.gradient_variance = std::max(s.gradient_variance, noise_of(problem, law, c) / (w * w * s.d));
  }
  s.step = law.step;
  s.temp = law.temp;
  s.rho = law.rho;
  s.K = law.K;
  s.participation = law.participation;
  s.S = law.S;
  return s;
}

RandomScheduleSetting random_schedule(const GaussianProblem& problem, const LangevinLaw& law) {
  const Curvature all = curvature(problem, law, false);
  const double T = law.temp;
  RandomScheduleSetting s;
  s.m = all.m / T;
  s.L = s.L_hat = all.L / T;
  s.d = static_cast<double>(problem.dimension());
  s.clients = static_cast<double>(problem.size());
  for (std::size_t c = 0; c < problem.size(); ++c) {
    s.gradients += problem.gradient_at_mode(c).squaredNorm() / (T * T) / s.clients;
    s.noise += noise_of(problem, law, c) / (T * T);
  }
  s.noise_at_mode = s.noise / (s.clients * s.clients);
  s.step = T * s.clients * law.step;
  s.tau = law.rho * law.rho;
  s.p_c = law.p_c;
  s.q_c = law.q_cv;
  return s;
}

void check_sizes(const GaussianProblem& problem, const LangevinLaw& law) {
  const auto d = static_cast<std::size_t>(problem.dimension());
  const std::size_t N = problem.size();
  const bool weights = law.weights.empty() || law.weights.size() == N;
  const bool noise = law.gradient_noise.empty() || law.gradient_noise.size() == N * d * d;
  if (weights && noise) return;
  throw std::invalid_argument(
      "the law has " + std::to_string(law.weights.size()) + " weights and " +
      text::counted(law.gradient_noise.size(), "entry", "entries") +
      " of gradient_noise, expected none or " + std::to_string(N) + " and d^2 for each of them");
}

text::Result<ChainBound> named(const text::Result<double>& bound, const std::string& theorem) {
  if (!bound) return text::no_value(theorem + ": " + bound.reason());
  return ChainBound{*bound, theorem};
}

text::Result<ChainBound> of_random_schedule(const GaussianProblem& problem,
                                            const LangevinLaw& law) {
  if (law.participation != Participation::full) {
    return text::no_value("no theorem: on a random schedule, all clients take part");
  }
  if (!equal_weights(problem, law)) {
    return text::no_value("no theorem: on a random schedule, the weights are 1/N");
  }
  if (law.temp == 0) return text::no_value("no theorem: the temperature is 0");
  const RandomScheduleSetting setting = random_schedule(problem, law);
  if (law.kind == Kind::control_variate) {
    return named(control_variate_bound(setting), "Plassier et al., Theorem 28");
  }
  return named(random_schedule_bound(setting), "Plassier et al., Theorem 20");
}

}  // namespace

text::Result<ChainBound> chain_bound(const GaussianProblem& problem, const LangevinLaw& law) {
  if (law.kind == Kind::single_chain) return text::no_value("no theorem: a single chain");
  check_sizes(problem, law);
  if (!law.full_batch && law.gradient_noise.empty()) {
    return text::no_value("the variance of the minibatch gradients is not known");
  }
  if (law.p_c > 0) return of_random_schedule(problem, law);
  if (law.kind == Kind::control_variate) {
    return text::no_value("no theorem: with control variates, the schedule is random (p_c)");
  }
  return named(fixed_schedule_bound(fixed_schedule(problem, law)),
               "Deng et al., Theorem " +
                   std::string(law.participation == Participation::full ? "B.8" : "C.3"));
}

}  // namespace skald::bounds
