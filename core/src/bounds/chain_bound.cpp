#include "bounds/chain_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "bounds/conditions.hpp"
#include "linear/matrices.hpp"
#include "text/number_text.hpp"

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

namespace {

using Participation = LangevinLaw::Participation;

Conditions conditions_of(const FixedScheduleSetting& s) {
  Conditions conditions;
  conditions.positive("m", s.m)
      .positive("L", s.L)
      .at_most("m", s.m, "L", s.L)
      .positive("d", s.d)
      .within("the smallest weight", s.smallest_weight, 1e-300, 1 / s.clients * (1 + 1e-9))
      .not_negative("the heterogeneity", s.heterogeneity)
      .not_negative("the gradients' variance", s.gradient_variance)
      .positive("step", s.step)
      .at_most("step", s.step, "1 / (2 L)", 1 / (2 * s.L))
      .not_negative("temp", s.temp)
      .within("rho", s.rho, 0, 1)
      .positive("K", static_cast<double>(s.K));
  if (s.participation == Participation::full) return conditions;
  const bool distinct = s.participation == Participation::without_replacement;
  conditions.within("S", static_cast<double>(s.S), 1, distinct ? s.clients : 1e300);
  if (distinct) {
    conditions.within("the smallest weight", s.smallest_weight, (1 - 1e-9) / s.clients,
                      (1 + 1e-9) / s.clients);
  }
  return conditions;
}

// H_rho of Definition A.4, with D = 0.
double spread(const FixedScheduleSetting& s) {
  const double own = 1 - s.rho * s.rho;
  const double temperature = s.temp * (s.rho * s.rho + own / s.smallest_weight);
  return temperature / s.m + s.heterogeneity * s.heterogeneity / (s.m * s.m * s.d) +
         s.gradient_variance / (s.m * s.m);
}

// What averaging over some of the clients adds.
double participation_error(const FixedScheduleSetting& s) {
  if (s.participation == Participation::full) return 0;
  const bool distinct = s.participation == Participation::without_replacement;
  const auto S = static_cast<double>(s.S);
  const double rest = distinct ? (s.clients > 1 ? (s.clients - S) / (s.clients - 1) : 0) : 1;
  const double rate = s.step * s.m * static_cast<double>(s.K);
  const double of_rounds = rate / -std::expm1(-rate / 2);  // C_K
  const double noise = s.rho * s.rho + s.clients * (1 - s.rho * s.rho);
  return 2 * std::sqrt(of_rounds * s.d * s.temp / (S * s.m) * noise * rest);
}

}  // namespace

text::Result<double> fixed_schedule_bound(const FixedScheduleSetting& s) {
  const Conditions conditions = conditions_of(s);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  const double kappa = s.L / s.m;
  const bool partial = s.participation != Participation::full;
  const auto steps = static_cast<double>(partial ? s.K : s.K - 1);
  const double bias =
      30 * kappa * std::sqrt(s.step * s.m * s.d) * std::sqrt((steps * steps + kappa) * spread(s));
  return bias + participation_error(s);
}

namespace {

// sqrt(p_c / (2 (1 - p_c) (A + (1 + 2 / p_c) A'))) with A = 3 L_hat^2 and A' = 3 L^2: the step
// below which local steps keep the clients together.
double together(const RandomScheduleSetting& s) {
  if (s.p_c >= 1) return std::numeric_limits<double>::infinity();
  const double squares = 3 * s.L_hat * s.L_hat + (1 + 2 / s.p_c) * 3 * s.L * s.L;
  return std::sqrt(s.p_c / (2 * (1 - s.p_c) * squares));
}

// The ranges that both theorems share, and together().
Conditions shared_conditions(const RandomScheduleSetting& s) {
  Conditions conditions;
  conditions.positive("m", s.m)
      .positive("L", s.L)
      .at_most("m", s.m, "L", s.L)
      .positive("d", s.d)
      .positive("b", s.clients)
      .not_negative("the gradients at the mode", s.gradients)
      .positive("L_hat", s.L_hat)
      .not_negative("omega", s.omega)
      .not_negative("omega_tilde", s.omega_tilde)
      .not_negative("the gradients' noise", s.noise)
      .not_negative("the gradients' noise at the mode", s.noise_at_mode)
      .positive("step", s.step)
      .within("tau", s.tau, 0, 1)
      .positive("p_c", s.p_c)
      .at_most("p_c", s.p_c, "1", 1)
      .at_most("step", s.step, "m / (6 L_hat^2)", s.m / (6 * s.L_hat * s.L_hat))
      .below("step", s.step, "p_c / (2 m)", s.p_c / (2 * s.m))
      .below("step", s.step, "sqrt(p_c / (2 (1 - p_c) (3 L_hat^2 + 3 (1 + 2 / p_c) L^2)))",
             together(s));
  return conditions;
}

// 6 gamma d kappa_I / (b m^2), the error of discretisation in both theorems, under HX1 with the
// Lipschitz constant 0 of a quadratic's Hessian.
double discretisation(const RandomScheduleSetting& s) {
  const double kappa = 2 * s.step * (s.L * (s.L * s.L));
  return 6 * s.step * s.d * kappa / (s.clients * s.m * s.m);
}

// Equations 106 to 108: E V_k -> v_2.
struct Drift {
  double v_2 = 0, C_r = 0;
};

Drift drift(const RandomScheduleSetting& s) {
  const double gamma = s.step, square = gamma * gamma, p = s.p_c, L2 = s.L * s.L;
  const double B = 3 * s.omega_tilde, B_bar = 3 * L2;
  const double D = 3 * s.noise_at_mode, D_bar = 3 * s.gradients;
  const double A_d = gamma * s.m / 2, C_d = 2 * gamma * L2 / s.m;
  const double D_d = 3 * square * s.noise_at_mode + 2 * gamma * s.d / s.clients;
  const double alone = 4 * (1 - p) * square;
  const double C = alone / (p - 4 * A_d) * (B + (2 + p) / p * B_bar);
  const double C_delta = alone / p * (D + (2 + p) / p * D_bar) + C * D_d / A_d +
                         8 * (1 - s.tau) * (s.clients - 1) * gamma * s.d / (s.clients * p);
  return {C_delta, 3 * C * C_d};
}

// gamma_2 in front of Theorem 20.
double largest_step(const RandomScheduleSetting& s) {
  const double alone = std::sqrt(1 - s.p_c);
  const double communication =
      alone > 0
          ? s.p_c * s.m / (38 * alone * std::sqrt(s.p_c * s.omega_tilde + 3 * s.L * s.L) * s.L)
          : std::numeric_limits<double>::infinity();
  return std::min({s.p_c / (4 * s.m), 1 / (6 * (s.L + s.L_hat * s.L_hat / s.m)), communication});
}

// Equations 121, 122 and 124.
struct Constants {
  double A_d, B_d, C_d, D_d;
  double A_sigma, B_sigma, C_sigma;
  double alpha_d, alpha_sigma;
  double noises;  // C + 3 C' / p_c
};

Constants constants_of(const RandomScheduleSetting& s) {
  const double gamma = s.step, square = gamma * gamma, L2 = s.L * s.L, hat = s.L_hat * s.L_hat;
  Constants c{};
  c.A_d = gamma * s.m / 2;
  c.B_d = 4 * square;
  c.C_d = 2 * gamma * L2 / s.m;
  c.D_d = 10 * square * s.noise_at_mode + 2 * gamma * s.d / s.clients;
  c.A_sigma = s.q_c;
  c.B_sigma = c.C_sigma = 2 * s.q_c * hat;
  const double of_mode = s.p_c * 3 * s.omega_tilde + 3 * 3 * L2;
  const double of_reference = s.p_c * 3 + 3 * 3;
  c.alpha_d =
      4 * square / (s.p_c * c.A_d) * std::max(of_mode, 4 * c.B_sigma / c.A_sigma * of_reference);
  c.alpha_sigma = 4 * square * of_reference / (s.p_c * c.A_sigma);
  c.noises = 3 + 9 / s.p_c;
  return c;
}

Conditions conditions_of(const RandomScheduleSetting& s) {
  Conditions conditions = shared_conditions(s);
  conditions.positive("q_c", s.q_c)
      .at_most("q_c", s.q_c, "p_c", s.p_c)
      .at_most("step", s.step, "m / (128 L_hat^2)", s.m / (128 * s.L_hat * s.L_hat))
      .below("step", s.step, "q_c / L", s.q_c / s.L)
      .below("step", s.step, "q_c / (2 m)", s.q_c / (2 * s.m))
      .below("step", s.step, "1 / (6 (L + 4 omega / m))", 1 / (6 * (s.L + 4 * s.omega / s.m)));
  if (!conditions.hold()) return conditions;
  const Constants c = constants_of(s);
  conditions
      .at_most("alpha_d C_d + alpha_sigma C_sigma", c.alpha_d * c.C_d + c.alpha_sigma * c.C_sigma,
               "p_c / 8", s.p_c / 8)
      .at_most("alpha_d B_d + gamma^2 (C + 3 C' / p_c)",
               c.alpha_d * c.B_d + s.step * s.step * c.noises, "alpha_sigma A_sigma / 2",
               c.alpha_sigma * c.A_sigma / 2);
  return conditions;
}

// Equations 123 to 127: v_2, the limit of E V_k.
double spread(const RandomScheduleSetting& s) {
  const Constants c = constants_of(s);
  const double p = s.p_c, b = s.clients, square = s.step * s.step;
  const double alone = 4 * (1 - p) * square / (p - 4 * c.A_d);
  const double reference = 3 + (2 + p) / p * 3;  // C + (2 + p_c) / p_c C'
  const double apart = c.A_sigma - c.A_d;
  const double C =
      alone * (3 * s.omega_tilde + (2 + p) / p * 3 * s.L * s.L + c.B_sigma / apart * reference);
  const double C_r =
      9.0 / 4 * alone * c.C_sigma * reference + 3 * C * (c.C_d + c.B_d * c.C_sigma / apart);
  const double own = (1 - s.tau) * (b - 1) * s.step * s.d / b;  // of the clients' own noise
  const double C_delta =
      C * c.D_d / c.A_d * (1 + 2 * c.B_d * c.B_sigma / (c.A_d * apart)) + 8 * own / p;
  const double second = 2 * c.alpha_d * c.D_d / c.A_d + 4 * own / c.A_d;
  return 2 * C_r * second / c.A_d + C_delta;
}

}  // namespace

text::Result<double> random_schedule_bound(const RandomScheduleSetting& s) {
  Conditions conditions = shared_conditions(s);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  conditions.below("step", s.step, "gamma_2", largest_step(s));
  const Drift v = drift(s);
  conditions.at_most("8 C_r", 8 * v.C_r, "gamma m", s.step * s.m);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  const double ratio = s.L * s.L / (s.m * s.m);
  const double square =
      6 * ratio * v.v_2 + discretisation(s) + 6 * s.step * s.noise / (s.clients * s.clients * s.m);
  return std::sqrt(square);
}

text::Result<double> control_variate_bound(const RandomScheduleSetting& s) {
  const Conditions conditions = conditions_of(s);
  if (!conditions.hold()) return text::no_value(conditions.broken());
  const double ratio = s.L * s.L / (s.m * s.m);
  const double square = 6 * ratio * spread(s) + discretisation(s) +
                        32 * s.step * s.step * s.omega * s.d / (s.clients * s.m * s.q_c);
  return std::sqrt(square);
}

}  // namespace skald::bounds
