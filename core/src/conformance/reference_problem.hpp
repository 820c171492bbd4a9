// The problems of the conformance kit: small federations of quadratic potentials with known
// answers, which make it possible to check an algorithm without any other plugin.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/sampler_run.hpp"
#include "oracles/gaussian_problem.hpp"
#include "problem/federated_problem.hpp"
#include "problem/federated_table.hpp"
#include "problem/no_noise.hpp"
#include "problem/stated_law.hpp"

namespace skald::conformance {

// Row r of the federation has the potential 1/2 (theta - x_r)' P_r (theta - x_r), and the prior is
// prior / 2 |theta|^2. All problems have two parameters and curvatures of order one.
class ReferenceProblem {
 public:
  struct Client {
    Eigen::MatrixXd points;     // d x n_c: x_r
    Eigen::MatrixXd precision;  // d x d: P_r of the client's rows
  };

  ReferenceProblem(std::string name, const std::vector<Client>& clients, double prior);
  ~ReferenceProblem();
  ReferenceProblem(const ReferenceProblem&) = delete;
  ReferenceProblem& operator=(const ReferenceProblem&) = delete;

  // What distinguishes the problem, such as "clients of equal size and curvature".
  const std::string& name() const { return name_; }
  problem::FederatedProblem& problem() { return *problem_; }
  Ledger& ledger() { return ledger_; }
  // Without noise, unless a mechanism is given, which outlives the answer.
  Surroundings surroundings() { return surroundings(nothing_); }
  Surroundings surroundings(const Mechanism& mechanism) { return {*problem_, ledger_, mechanism}; }
  oracles::GaussianProblem gaussian() const;

 private:
  std::string name_;
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

inline constexpr std::uint64_t kLawSeed = 2024;

// Whether the sampler starts on the problem, which is the kit's choice.
bool starts_on(ReferenceProblem& reference, Sampler& sampler);

// Returns what a sampler states about its chain on the problem, which `gaussian` is; nothing if it
// states none. Starts the sampler, which outlives the answer as `gaussian` does.
std::optional<problem::StatedLaw> stated_chain(ReferenceProblem& reference,
                                               const oracles::GaussianProblem& gaussian,
                                               Sampler& sampler);

// What is known of the estimate after strides from a start.
struct StatedPath {
  problem::StatedLaw::Path moments = {};  // empty: nothing
  // All estimates that may come, a column each, where they can be told apart; see
  // oracles::AffineLaw::Path::ends().
  std::function<std::optional<Eigen::MatrixXd>(std::int64_t strides)> ends = {};
  // Their probabilities, where these are known.
  std::function<Eigen::VectorXd(std::int64_t strides)> probabilities = {};
  std::int64_t strides = std::numeric_limits<std::int64_t>::max();  // as far as it is known

  explicit operator bool() const { return static_cast<bool>(moments); }
};
// It follows from the sampler's chain, from the rounds that an optimiser describes (AffineRounds),
// or from what its first stride is (FirstStride).
StatedPath stated_path(ReferenceProblem& reference, const oracles::GaussianProblem& gaussian,
                       Sampler& sampler, const oracles::Moments& start);

}  // namespace skald::conformance
