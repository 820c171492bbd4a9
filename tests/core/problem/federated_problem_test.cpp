#include "problem/federated_problem.hpp"

#include "federation.hpp"
#include "test.hpp"

using namespace skald::problem;

namespace {

struct Asked {
  std::unique_ptr<Federation> federation =
      quadratic_federation(random_rows(1, 2, {2, 5, 3}, false), 0.6);
  Problem& problem = federation->problem();
  MatrixXd theta = MatrixXd::Random(2, 3);

  // Returns the sum of the gradients of table rows, without the prior.
  MatrixXd sum(const Rows& rows) const {
    MatrixXd out(2, 3);
    federation->model().gradient(rows, view(theta), view(out));
    return out;
  }
  MatrixXd gradient(Index client) {
    MatrixXd out(2, 3);
    problem.gradient(client, view(theta), view(out));
    return out;
  }
  MatrixXd gradient(Index client, const Rows& batch) {
    MatrixXd out(2, 3);
    problem.gradient(client, batch, view(theta), view(out));
    return out;
  }
};

}  // namespace

TEST_CASE("clients hold their rows, their weight and their share of the prior") {
  Asked asked;
  CHECK(asked.problem.clients() == 3);
  CHECK(asked.problem.dimension() == 2);
  CHECK(asked.problem.examples(1) == 5);
  CHECK(asked.problem.examples(Problem::everyone) == 10);
  CHECK(asked.problem.weight(1) == 0.5);
  CHECK(asked.problem.prior_share(2) == 0.3);
  CHECK(asked.problem.prior_share(Problem::everyone) == 1);
  CHECK(asked.problem.rows(1).first == 2);
  CHECK(asked.problem.rows(1).count == 5);
}

TEST_CASE("gradients of the clients sum to that of everyone, the prior once") {
  Asked asked;
  MatrixXd total = MatrixXd::Zero(2, 3);
  for (Index c = 0; c < 3; ++c) total += asked.gradient(c);
  const MatrixXd expected = asked.sum(Rows::range(0, 10)) + 0.6 * asked.theta;
  CHECK((total - expected).norm() < 1e-13);
  CHECK((asked.gradient(Problem::everyone) - expected).norm() < 1e-13);
}

TEST_CASE("a batch estimates the client's gradient: rows scaled up, prior share in full") {
  Asked asked;
  const std::int32_t index[] = {4, 0, 1, 1, 2, 3};  // two rows for each of three chains
  const Rows batch{0, 2, index, 3};
  MatrixXd expected(2, 3);
  for (Index j = 0; j < 3; ++j) {
    const MatrixXd a = asked.sum(Rows::range(2 + index[2 * j], 1));
    const MatrixXd b = asked.sum(Rows::range(2 + index[2 * j + 1], 1));
    expected.col(j) = 2.5 * (a + b).col(j) + 0.5 * 0.6 * asked.theta.col(j);
  }
  CHECK((asked.gradient(1, batch) - expected).norm() < 1e-13);
  CHECK(asked.gradient(1, Rows::range(0, 5)) == asked.gradient(1));
}

TEST_CASE("risk gradients are gradients of the mean loss") {
  Asked asked;
  MatrixXd out(2, 3);
  asked.problem.risk_gradient(1, Rows::range(0, 5), view(asked.theta), view(out));
  CHECK((5 * out - asked.gradient(1)).norm() < 1e-13);
  asked.problem.risk_gradient(1, Rows::range(1, 2), view(asked.theta), view(out));
  CHECK((5 * out - asked.gradient(1, Rows::range(1, 2))).norm() < 1e-13);
}

TEST_CASE("clipping shortens every row's gradient and leaves the prior alone") {
  Asked asked;
  MatrixXd out(2, 3);
  const double clip = 0.8;
  asked.problem.clipped_risk_gradient(1, Rows::range(1, 3), clip, 3, view(asked.theta), view(out));
  MatrixXd expected = 0.6 * 0.5 / 5 * asked.theta;
  int shortened = 0;
  for (Index r = 3; r < 6; ++r) {
    const MatrixXd row = asked.sum(Rows::range(r, 1));
    for (Index j = 0; j < 3; ++j) {
      const double norm = row.col(j).norm();
      shortened += norm > clip;
      expected.col(j) += row.col(j) * std::min(1.0, clip / norm) / 3;
    }
  }
  CHECK((out - expected).norm() < 1e-14);
  CHECK(shortened > 0);
}

TEST_CASE("a row whose gradient is not finite counts as nothing where gradients are clipped") {
  FederationData data = random_rows(1, 2, {5}, true);
  MatrixXd theta = MatrixXd::Random(2, 3), out(2, 3), others(2, 3);
  const auto clipped = [&](Index first, Index rows, MatrixXd& into) {
    const auto federation = quadratic_federation(data);
    federation->problem().clipped_risk_gradient(0, Rows::range(first, rows), 0.8, 4, view(theta),
                                                view(into));
  };
  clipped(1, 4, others);
  for (const double absurd : {1e300, std::numeric_limits<double>::max()}) {
    data.points(0, 0) = absurd;
    clipped(0, 5, out);
    CHECK((out - others).norm() <= 1e-15);
  }
  // Where the state itself is not finite, nobody's row is to blame.
  theta(0, 1) = std::numeric_limits<double>::quiet_NaN();
  clipped(1, 4, out);
  CHECK_FALSE(out.col(1).allFinite());
  CHECK(out.col(0) == others.col(0));
}

TEST_CASE("a random batch is divided by its expected size, and may be empty") {
  Asked asked;
  MatrixXd mean(2, 3), out(2, 3), prior(2, 3);
  const auto clipped = [&](Index rows, double batch_size, MatrixXd& into) {
    asked.problem.clipped_risk_gradient(1, Rows::range(1, rows), 0.8, batch_size, view(asked.theta),
                                        view(into));
  };
  clipped(3, 3, mean);
  clipped(3, 2, out);
  clipped(0, 2, prior);
  CHECK((prior - 0.6 * 0.5 / 5 * asked.theta).norm() < 1e-15);
  CHECK((2 * (out - prior) - 3 * (mean - prior)).norm() < 1e-14);
}

TEST_CASE("gradient evaluations are counted by row and chain") {
  Asked asked;
  asked.gradient(1);
  asked.gradient(1, Rows::range(0, 2));
  asked.gradient(Problem::everyone);
  MatrixXd out(2, 3);
  asked.problem.risk_gradient(0, Rows::range(0, 1), view(asked.theta), view(out));
  asked.problem.clipped_risk_gradient(0, Rows::range(0, 1), 1, 1, view(asked.theta), view(out));
  CHECK(asked.federation->ledger().gradient_evaluations == 3 * (5 + 2 + 10 + 1 + 1));
}

TEST_CASE("the score is minus everyone's gradient, and not counted") {
  Asked asked;
  MatrixXd score(2, 3);
  asked.federation->problem().score(view(asked.theta), view(score));
  CHECK(asked.federation->ledger().gradient_evaluations == 0);
  CHECK(score == -asked.gradient(Problem::everyone));
}

TEST_CASE("clients may be lists of rows") {
  Asked asked;
  const std::vector<std::int32_t> client{1, 0, 2, 2, 0, 1, 1, 0, 2, 1};
  const FederatedTable table(asked.federation->table().table(), client, 3, RowOrder::as_given);
  Ledger ledger;
  FederatedProblem problem(table, asked.federation->model(), ledger);
  const Index rows[] = {0, 5, 6, 9};  // of client 1
  const MatrixXd prior = 0.4 * 0.6 * asked.theta;
  MatrixXd expected = prior, found(2, 3);
  for (const Index row : rows) expected += asked.sum(Rows::range(row, 1));
  problem.gradient(1, view(asked.theta), view(found));
  CHECK((found - expected).norm() < 1e-13);

  problem.gradient(1, Rows::range(1, 2), view(asked.theta), view(found));
  CHECK((found - 2 * asked.sum(Rows::range(5, 2)) - prior).norm() < 1e-13);

  const std::int32_t index[] = {3, 0, 2};  // one row for each of three chains
  problem.gradient(1, Rows{0, 1, index, 3}, view(asked.theta), view(found));
  for (Index j = 0; j < 3; ++j)
    expected.col(j) = 4 * asked.sum(Rows::range(rows[index[j]], 1)).col(j) + prior.col(j);
  CHECK((found - expected).norm() < 1e-13);

  std::vector<double> potential(3), by_model(3);
  problem.potential(Problem::everyone, view(asked.theta), potential);
  asked.problem.potential(Problem::everyone, view(asked.theta), by_model);
  CHECK(potential == by_model);
}
