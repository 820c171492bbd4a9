#include "problem/mode.hpp"

#include "federation.hpp"
#include "test.hpp"

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
