#include "problem/watched_problem.hpp"

#include "federation.hpp"
#include "load_plugin.hpp"
#include "test.hpp"

using namespace skald::problem;

namespace {

const CurvatureBounds& curvature_of(const Problem& problem) {
  return *static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
}
const GaussianPosterior& posterior_of(const Problem& problem) {
  return *static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
}

}  // namespace

TEST_CASE("a watched problem answers as the problem does, and notes what shows private rows") {
  const auto federation = quadratic_federation(random_rows(1, 2, {4, 5}, false), 2);
  FederatedProblem& problem = federation->problem();
  const Eigen::MatrixXd theta = Eigen::MatrixXd::Constant(2, 1, 0.3);
  const auto numbers = [&](Problem& asked, int question) {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(2, 1), square = Eigen::MatrixXd::Zero(2, 2);
    const Rows batch = Rows::range(0, 2);
    switch (question) {
      case 0:
        asked.gradient(1, view(theta), view(out));
        break;
      case 1:
        asked.gradient(1, batch, view(theta), view(out));
        break;
      case 2:
        asked.risk_gradient(1, batch, view(theta), view(out));
        break;
      case 3:
        asked.clipped_risk_gradient(1, batch, 0.1, 2, view(theta), view(out));
        break;
      case 4:
        asked.potential(1, view(theta), {out.data(), 1});
        break;
      case 5:
        out(0) = curvature_of(asked).bounds(asked.rows(1), asked.prior_share(1)).L;
        break;
      case 6:
        posterior_of(asked).quadratic(asked.rows(1), 0.5, view(square), view(out));
        break;
      case 7:
        out(0) = curvature_of(asked).bounds(Rows::range(0, 0), 1).L;
        break;
      case 8:  // of the prior alone
        asked.clipped_risk_gradient(1, Rows::range(0, 0), 0.1, 2, view(theta), view(out));
        break;
      default:
        out << asked.weight(1), static_cast<double>(asked.examples(Problem::everyone));
    }
    return out;
  };
  const std::array<std::string, 10> noted = {"gradients", "gradients", "gradients", "gradients",
                                             "gradients", "curvature", "gradients", "",
                                             "",          ""};
  for (int question = 0; question < std::ssize(noted); ++question) {
    CAPTURE(question);
    WatchedProblem watched(problem);
    CHECK(numbers(watched, question) == numbers(problem, question));
    const std::string& name = noted[static_cast<std::size_t>(question)];
    REQUIRE(watched.reads().size() == (name.empty() ? 0 : 1));
    if (!name.empty()) CHECK(watched.reads()[0].name == name);
    numbers(watched, question);
    CHECK(watched.reads().size() == (name.empty() ? 0 : 1));  // once
    WatchedProblem later(problem);
    later.end_of_set_up();
    CHECK(numbers(later, question) == numbers(problem, question));
    CHECK(later.reads().empty());
  }
}

TEST_CASE("curvatures of rows are noted when they are read, not when a sampler asks for them") {
  FederationData data = random_rows(1, 2, {4, 5}, false);
  Federation federation(data, load_plugin<Model>("model/gaussian"));
  FederatedProblem& problem = federation.problem();
  WatchedProblem watched(problem);
  const auto read = [](const Problem& asked, const Rows& rows) {
    const auto* of_rows =
        static_cast<const RowCurvatures*>(asked.model_extension(RowCurvatures::id));
    const Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(2, 1);
    Eigen::MatrixXd sum(2, 2);
    of_rows->clipped_curvature(rows, 0.3, view(theta), view(sum));
    return sum;
  };
  CHECK(read(watched, Rows::range(0, 0)).isZero());
  CHECK(watched.reads().empty());
  CHECK(read(watched, watched.rows(1)) == read(problem, problem.rows(1)));
  REQUIRE(watched.reads().size() == 1);
  CHECK(std::string(watched.reads()[0].name) == "curvature");
}
