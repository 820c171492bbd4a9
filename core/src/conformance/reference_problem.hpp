// The problems of the conformance kit: small federations, most of quadratic potentials, with known
// answers, which make it possible to check an algorithm without any other plugin.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "conformance/sampler_run.hpp"
#include "oracles/gaussian_problem.hpp"
#include "problem/federated_problem.hpp"
#include "problem/federated_table.hpp"
#include "problem/metered_random.hpp"
#include "skald/model.hpp"

namespace skald::conformance {

// The models of the kit's problems.

// The array of a table that holds P_r, four numbers for each row, or once for all rows.
inline constexpr const char* kPrecision = "precision";

// With s the square (theta - x_r)' P_r (theta - x_r), the potential of row r is
enum class RowShape {
  quadratic,  // s / 2
  curved,     // sqrt(1 + s) - 1, which is s / 2 near x_r and grows like a distance far from it
};
// Two parameters, and the prior N(0, I / prior).
std::unique_ptr<Model> reference_rows(RowShape shape, double prior);

// The rows of the federation have potentials of one shape about points x_r, and the prior is
// prior / 2 |theta|^2. All problems have two parameters and curvatures of order one.
class ReferenceProblem {
 public:
  struct Client {
    Eigen::MatrixXd points;     // d x n_c: x_r
    Eigen::MatrixXd precision;  // d x d: P_r of the client's rows
  };

  ReferenceProblem(std::string name, const std::vector<Client>& clients, double prior,
                   RowShape shape = RowShape::quadratic);
  ~ReferenceProblem();
  ReferenceProblem(const ReferenceProblem&) = delete;
  ReferenceProblem& operator=(const ReferenceProblem&) = delete;

  // What distinguishes the problem, such as "clients of equal size and curvature".
  const std::string& name() const { return name_; }
  problem::FederatedProblem& problem() { return *problem_; }
  double prior() const { return prior_; }
  Ledger& ledger() { return ledger_; }
  // Without noise, unless a mechanism is given, which outlives the answer.
  Surroundings surroundings() { return surroundings(nothing_); }
  Surroundings surroundings(const Mechanism& mechanism) { return {*problem_, ledger_, mechanism}; }
  // Throws std::bad_optional_access if the rows are curved.
  oracles::GaussianProblem gaussian() const;

 private:
  std::string name_;
  double prior_;
  Eigen::MatrixXd points_, precisions_;
  std::vector<NamedArray> arrays_;
  std::unique_ptr<problem::FederatedTable> table_;
  std::unique_ptr<Model> model_;
  Ledger ledger_;
  problem::NoNoise nothing_;
  std::unique_ptr<problem::FederatedProblem> problem_;
};

// Three clients of 2, 3 and 4 rows with different curvatures and minimisers, so that every weight,
// every share of the prior and every drift between communications has a visible effect.
std::unique_ptr<ReferenceProblem> unequal_clients();
// The same, except that all rows have one curvature, so that minibatch noise does not depend on
// theta.
std::unique_ptr<ReferenceProblem> equal_rows();
// Four clients of three rows that differ only in their minimisers, so that the law of partial
// averages is known.
std::unique_ptr<ReferenceProblem> equal_clients();
// Three clients whose rows have the same minimiser but different curvatures, without a prior: an
// optimiser comes to rest at the minimiser, whatever rows and clients it draws.
std::unique_ptr<ReferenceProblem> agreeing_clients();

// Three clients of 2, 3 and 4 rows whose curvatures fall with the distance from their points, so
// that it matters where a Hessian is taken.
std::unique_ptr<ReferenceProblem> curved_clients();

inline constexpr std::uint64_t kLawSeed = 2024;

// Whether the sampler starts on the problem, which is the kit's choice.
bool starts_on(ReferenceProblem& reference, Sampler& sampler);

}  // namespace skald::conformance
