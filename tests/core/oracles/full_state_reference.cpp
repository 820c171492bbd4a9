#include "full_state_reference.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <unsupported/Eigen/KroneckerProduct>
#include <vector>

namespace skald::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// M = sum_k p_k T_k M T_k' + input.
struct Branch {
  double probability;
  MatrixXd transition;
};

MatrixXd second_moment_step(const std::vector<Branch>& branches) {
  const Index n = branches.front().transition.rows();
  MatrixXd step = MatrixXd::Zero(n * n, n * n);
  for (const auto& branch : branches) {
    step += branch.probability *
            MatrixXd(Eigen::kroneckerProduct(branch.transition, branch.transition));
  }
  return step;
}

MatrixXd solve_second_moment(const std::vector<Branch>& branches, const MatrixXd& input) {
  const Index n = input.rows();
  const MatrixXd system = MatrixXd::Identity(n * n, n * n) - second_moment_step(branches);
  const VectorXd solution = system.partialPivLu().solve(VectorXd(input.reshaped()));
  return solution.reshaped(n, n);
}

double radius(const std::vector<Branch>& branches) {
  return second_moment_step(branches).eigenvalues().cwiseAbs().maxCoeff();
}

struct Stack {
  Index d;
  Index clients;
  MatrixXd local;      // blkdiag(D_c)
  VectorXd drift;      // -(h / w_c) g_c
  MatrixXd noise;      // Q
  MatrixXd average;    // d x N d
  MatrixXd broadcast;  // every client becomes the average
};

Stack stack(const oracles::GaussianProblem& problem, const oracles::LangevinStep& raw) {
  const oracles::LangevinStep step = oracles::checked_step(problem, raw);
  const Index d = problem.dimension();
  const Index N = static_cast<Index>(problem.size());
  const MatrixXd identity = MatrixXd::Identity(d, d);
  Stack s{d,
          N,
          MatrixXd::Identity(N * d, N * d),
          VectorXd(N * d),
          MatrixXd::Zero(N * d, N * d),
          MatrixXd(d, N * d),
          MatrixXd(N * d, N * d)};
  const double thermal = 2 * step.step * step.temp;
  for (Index a = 0; a < N; ++a) {
    const auto c = static_cast<std::size_t>(a);
    const double local_step = step.step / step.weights[c];
    s.local.block(a * d, a * d, d, d) -= local_step * problem.client(c).curvature;
    s.drift.segment(a * d, d) = -local_step * problem.gradient_at_mode(c);
    s.average.middleCols(a * d, d) = step.weights[c] * identity;
    for (Index b = 0; b < N; ++b)
      s.noise.block(a * d, b * d, d, d) = thermal * step.rho * step.rho * identity;
    s.noise.block(a * d, a * d, d, d) +=
        thermal * (1 - step.rho * step.rho) / step.weights[c] * identity;
    if (!step.gradient_noise.empty())
      s.noise.block(a * d, a * d, d, d) += local_step * local_step * step.gradient_noise[c];
  }
  for (Index a = 0; a < N; ++a) s.broadcast.middleRows(a * d, d) = s.average;
  return s;
}

std::vector<Branch> fald_branches(const Stack& s, double p_c) {
  return {{1 - p_c, s.local}, {p_c, s.broadcast * s.local}};
}

// Clients first, the reference point last.
struct CorrectedStack {
  MatrixXd communicate;
  std::vector<Branch> branches;
};

CorrectedStack corrected(const oracles::GaussianProblem& problem, const oracles::LangevinStep& step,
                         const Stack& s, double p_c, double q_cv) {
  const Index clients = s.local.rows();
  const Index all = clients + s.d;
  const oracles::LangevinStep filled = oracles::checked_step(problem, step);
  MatrixXd keep = MatrixXd::Identity(all, all);
  keep.topLeftCorner(clients, clients) = s.local;
  for (Index a = 0; a < s.clients; ++a) {
    const auto c = static_cast<std::size_t>(a);
    keep.block(a * s.d, clients, s.d, s.d) =
        step.step * (problem.client(c).curvature / filled.weights[c] - problem.precision());
  }
  MatrixXd renew = keep;
  renew.bottomLeftCorner(s.d, clients) = s.average;
  renew.bottomRightCorner(s.d, s.d).setZero();
  MatrixXd communicate = MatrixXd::Identity(all, all);
  communicate.topLeftCorner(clients, clients) = s.broadcast;
  return {communicate,
          {{(1 - p_c) * (1 - q_cv), keep},
           {(1 - p_c) * q_cv, renew},
           {p_c * (1 - q_cv), communicate * keep},
           {p_c * q_cv, communicate * renew}}};
}

}  // namespace

oracles::Moments full_state_round(const oracles::GaussianProblem& problem,
                                  const oracles::LangevinStep& step, int n,
                                  const oracles::Moments& start) {
  const Stack s = stack(problem, step);
  VectorXd mean = start.mean.replicate(s.clients, 1);
  MatrixXd covariance = start.covariance.replicate(s.clients, s.clients);
  for (int k = 0; k < n; ++k) {
    mean = (s.local * mean + s.drift).eval();
    covariance = (s.local * covariance * s.local.transpose() + s.noise).eval();
  }
  return {s.average * mean, s.average * covariance * s.average.transpose()};
}

oracles::Moments full_state_fald(const oracles::GaussianProblem& problem,
                                 const oracles::LangevinStep& step, double p_c) {
  const Stack s = stack(problem, step);
  const MatrixXd identity = MatrixXd::Identity(s.local.rows(), s.local.cols());
  const MatrixXd mixed = (1 - p_c) * identity + p_c * s.broadcast;
  const VectorXd mean = (identity - mixed * s.local).partialPivLu().solve(mixed * s.drift);
  const VectorXd moved = s.local * mean;
  const MatrixXd source = moved * s.drift.transpose() + s.drift * moved.transpose() +
                          s.drift * s.drift.transpose() + s.noise;
  const MatrixXd input = (1 - p_c) * source + p_c * s.broadcast * source * s.broadcast.transpose();
  const MatrixXd second = solve_second_moment(fald_branches(s, p_c), input);
  const VectorXd average = s.average * mean;
  return {average, s.average * second * s.average.transpose() - average * average.transpose()};
}

oracles::Moments full_state_vr_fald(const oracles::GaussianProblem& problem,
                                    const oracles::LangevinStep& step, double p_c, double q_cv) {
  const Stack s = stack(problem, step);
  const CorrectedStack loop = corrected(problem, step, s, p_c, q_cv);
  const Index clients = s.local.rows();
  MatrixXd noise = MatrixXd::Zero(clients + s.d, clients + s.d);
  noise.topLeftCorner(clients, clients) = s.noise;
  const MatrixXd input =
      (1 - p_c) * noise + p_c * loop.communicate * noise * loop.communicate.transpose();
  const MatrixXd second = solve_second_moment(loop.branches, input);
  return {VectorXd::Zero(s.d),
          s.average * second.topLeftCorner(clients, clients) * s.average.transpose()};
}

double full_state_fald_radius(const oracles::GaussianProblem& problem,
                              const oracles::LangevinStep& step, double p_c) {
  return radius(fald_branches(stack(problem, step), p_c));
}

double full_state_vr_fald_radius(const oracles::GaussianProblem& problem,
                                 const oracles::LangevinStep& step, double p_c, double q_cv) {
  return radius(corrected(problem, step, stack(problem, step), p_c, q_cv).branches);
}

}  // namespace skald::test
