#include <Eigen/Eigenvalues>

#include "federation.hpp"
#include "problem/problem_constants.hpp"
#include "test.hpp"

using namespace skald::problem;

TEST_CASE("the constants of a Gaussian problem, prior included") {
  const auto federation = quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 2);
  const oracles::GaussianProblem gaussian = federation->gaussian();
  const auto listed = problem_constants(federation->problem());
  const std::map<std::string, double> constants(listed.begin(), listed.end());
  CHECK(constants.at("N") == 3);
  CHECK(constants.at("n") == 10);
  CHECK(constants.at("d") == 2);
  CHECK(constants.at("m") == Approx(gaussian.smallest_curvature()).epsilon(1e-12));
  CHECK(constants.at("L") == Approx(gaussian.largest_curvature()).epsilon(1e-12));
  CHECK(constants.at("step_bound") == Approx(gaussian.step_bound()).epsilon(1e-12));
  double largest = 0, local = 0;
  double smallest = 1e9, local_smallest = 1e9;
  for (std::size_t c = 0; c < 3; ++c) {
    const Eigen::VectorXd eigenvalues =
        gaussian.client(c).curvature.selfadjointView<Eigen::Lower>().eigenvalues();
    largest = std::max(largest, 3 * eigenvalues.maxCoeff());
    const double weight = std::array{0.2, 0.5, 0.3}[c];
    local = std::max(local, eigenvalues.maxCoeff() / weight);
    smallest = std::min(smallest, 3 * eigenvalues.minCoeff());
    local_smallest = std::min(local_smallest, eigenvalues.minCoeff() / weight);
  }
  CHECK(constants.at("L_max") == Approx(largest).epsilon(1e-12));
  CHECK(constants.at("L_local") == Approx(local).epsilon(1e-12));
  CHECK(constants.at("m_min") == Approx(smallest).epsilon(1e-12));
  CHECK(constants.at("m_local") == Approx(local_smallest).epsilon(1e-12));
  REQUIRE(listed.size() == problem_constant_names().size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    CHECK(listed[i].first == problem_constant_names()[i]);
  }
}

TEST_CASE("a model without curvature bounds leaves the constants that need them out") {
  struct Silent final : RowModel {
    Silent() : RowModel(0) {}
    void add_row_gradient(Index, const double*, double*) const override {}
  };
  Federation silent({Eigen::MatrixXd::Ones(1, 2), {0, 0}, {}, 1}, std::make_unique<Silent>());
  const auto constants = problem_constants(silent.problem());
  REQUIRE(constants.size() == 3);
  CHECK(constants[0] == std::pair<std::string, double>{"N", 1});
  CHECK(problem_sizes(silent.problem()) == constants);
}

using namespace skald::problem;

TEST_CASE("the mode of a Gaussian, prior included") {
  const auto federation = quadratic_federation(random_rows(1, 3, {20, 50, 3}, false), 2);
  const auto bounds = extension<CurvatureBounds>(federation->model())
                          ->bounds(federation->problem().rows(Problem::everyone), 1);
  CHECK((mode(federation->problem()) - federation->gaussian().mode()).norm() <
        1.1e-8 / std::sqrt(bounds.L));
}

TEST_CASE("an ill-conditioned mode is found in a number of gradients that goes as a root") {
  FederationData data;
  data.points = MatrixXd::Ones(2, 1);
  data.precision = MatrixXd(Eigen::Vector4d(1, 0, 0, 1e8));
  data.client = {0};
  const auto federation = quadratic_federation(data);
  CHECK((mode(federation->problem()) - Eigen::Vector2d(1, 1)).norm() < 1e-5);
  CHECK(federation->ledger().gradient_evaluations < 5e5);
}

TEST_CASE("a logistic posterior's mode has no gradient") {
  Federation federation({MatrixXd::Random(3, 40), std::vector<std::int32_t>(40), {}, 1},
                        std::make_unique<LinearPredictorModel>(
                            [](double u) { return 1 / (1 + std::exp(-u)) - 0.8; }, 0.25, true, 1));
  const MatrixXd theta = mode(federation.problem());
  MatrixXd gradient(3, 1);
  federation.problem().gradient(Problem::everyone, view(theta), view(gradient));
  CHECK(gradient.norm() < 1e-8);
  CHECK(theta.norm() > 0.1);
}

TEST_CASE("no mode without bounds, or without strong convexity") {
  Federation flat({MatrixXd::Ones(1, 2), {0, 0}, {}, 1},
                  std::make_unique<LinearPredictorModel>([](double u) { return u; }, 1, true));
  CHECK_THROWS_WITH(mode(flat.problem()), Catch::Contains("not strongly convex"));
  struct Silent final : RowModel {
    Silent() : RowModel(0) {}
    void add_row_gradient(Index, const double*, double*) const override {}
  };
  Federation silent({MatrixXd::Ones(1, 2), {0, 0}, {}, 1}, std::make_unique<Silent>());
  CHECK_THROWS_WITH(mode(silent.problem()), Catch::Contains("no curvature bounds"));
}
