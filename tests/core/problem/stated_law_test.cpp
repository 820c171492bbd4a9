#include "problem/stated_law.hpp"

#include <bit>

#include "federation.hpp"
#include "test.hpp"

using namespace skald::problem;

// Covariance of n / batch times the sum over a batch that is drawn without replacement from the n
// columns: over all batches.
static MatrixXd subset_covariance(const MatrixXd& gradients, int batch) {
  const Index n = gradients.cols();
  const double scale = static_cast<double>(n) / batch;
  MatrixXd sum = MatrixXd::Zero(gradients.rows(), gradients.rows());
  int batches = 0;
  for (unsigned set = 0; set < 1U << n; ++set) {
    if (std::popcount(set) != batch) continue;
    Eigen::VectorXd error = -gradients.rowwise().sum();
    for (Index i = 0; i < n; ++i) {
      if ((set >> i & 1U) != 0) error += scale * gradients.col(i);
    }
    sum += error * error.transpose();
    ++batches;
  }
  return sum / batches;
}

TEST_CASE("the clients of a closed-form model are quadratics with the problem's gradients") {
  const double prior = GENERATE(0.0, 2.0);
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 5, 3}, false), prior);
  const auto gaussian = gaussian_view(federation->problem());
  REQUIRE(gaussian);
  REQUIRE(gaussian->size() == 3);
  const MatrixXd theta = MatrixXd::Random(3, 1);
  MatrixXd gradient(3, 1);
  for (std::size_t c = 0; c < 3; ++c) {
    federation->problem().gradient(static_cast<Index>(c), view(theta), view(gradient));
    const oracles::QuadraticClient& client = gaussian->client(c);
    CHECK((client.curvature * (theta - client.minimiser) - gradient).norm() < 1e-12);
  }
  federation->problem().gradient(Problem::everyone, view(theta), view(gradient));
  CHECK((gaussian->precision() * (theta - gaussian->mode()) - gradient).norm() < 1e-12);
}

TEST_CASE("a model without a closed form has no quadratic view and no known noise") {
  Federation federation(
      {MatrixXd::Ones(1, 3), {0, 0, 0}, {}, 1},
      std::make_unique<LinearPredictorModel>([](double u) { return u; }, 1, true));
  CHECK_FALSE(gaussian_view(federation.problem()));
  CHECK(minibatch_noise(federation.problem(), 1, false).empty());
}

TEST_CASE("rows of unequal curvature make a noise that depends on theta") {
  const auto federation = quadratic_federation(random_rows(2, 2, {3, 3}, false));
  CHECK(minibatch_noise(federation->problem(), 1, false).empty());
}

TEST_CASE("minibatch noise is that of sampling without replacement from each client's rows") {
  const auto federation = quadratic_federation(random_rows(3, 2, {2, 5}, true), 1.5);
  const MatrixXd theta = MatrixXd::Random(2, 1);
  const auto rows_of = [&](Index client) {
    const Rows rows = federation->problem().rows(client);
    MatrixXd gradients(2, rows.count);
    for (Index r = 0; r < rows.count; ++r) {
      federation->model().gradient(Rows::range(rows.first + r, 1), view(theta),
                                   view(gradients).columns(r, 1));
    }
    return gradients;
  };
  const auto check = [](const double* found, const MatrixXd& expected) {
    CHECK((Eigen::Map<const MatrixXd>(found, 2, 2) - expected).norm() <
          1e-12 * (1 + expected.norm()));
  };
  const auto clients = minibatch_noise(federation->problem(), 3, false);
  REQUIRE(clients.size() == 8);
  check(clients.data(), MatrixXd::Zero(2, 2));  // both rows of client 0, at every step
  check(clients.data() + 4, subset_covariance(rows_of(1), 3));
  const auto everyone = minibatch_noise(federation->problem(), 3, true);
  REQUIRE(everyone.size() == 4);
  check(everyone.data(), subset_covariance(rows_of(Problem::everyone), 3));
}

TEST_CASE("clients that are lists of rows are judged by those rows") {
  const auto whole = quadratic_federation(random_rows(4, 2, {4, 5, 3}, true), 0.7);
  const std::vector<std::int32_t> client{2, 0, 1, 1, 0, 2, 0, 1, 2, 0, 1, 1};
  const RowOrder order = GENERATE(RowOrder::by_client, RowOrder::as_given);
  const FederatedTable table(whole->table().table(), client, 3, order);
  QuadraticModel model(0.7);
  model.bind(table.table());
  Ledger ledger;
  const FederatedProblem problem(table, model, ledger);
  const auto gaussian = gaussian_view(problem);
  REQUIRE(gaussian);
  const std::vector<double> noise = minibatch_noise(problem, 2, false);
  REQUIRE(noise.size() == 12);
  const MatrixXd origin = MatrixXd::Zero(2, 1);
  for (Index c = 0; c < 3; ++c) {
    MatrixXd gradients(2, 0);  // of the client's rows in the original table
    for (Index row = 0; row < 12; ++row) {
      if (client[static_cast<std::size_t>(row)] != c) continue;
      gradients.conservativeResize(2, gradients.cols() + 1);
      whole->model().gradient(Rows::range(row, 1), view(origin),
                              view(gradients).columns(gradients.cols() - 1, 1));
    }
    const MatrixXd expected = subset_covariance(gradients, 2);
    const Eigen::Map<const MatrixXd> found(noise.data() + 4 * c, 2, 2);
    CHECK((found - expected).norm() < 1e-12 * (1 + expected.norm()));
    const oracles::QuadraticClient& quadratic = gaussian->client(static_cast<std::size_t>(c));
    const Eigen::VectorXd sum = gradients.rowwise().sum();
    CHECK((quadratic.curvature * quadratic.minimiser + sum).norm() < 1e-12 * (1 + sum.norm()));
  }
}

TEST_CASE("matrices of very many parameters are not formed") {
  constexpr Index d = kMostGaussianParameters + 1;
  const auto federation =
      quadratic_federation({MatrixXd::Ones(d, 1), {0}, MatrixXd::Zero(d * d, 1), 1}, 1);
  CHECK_FALSE(gaussian_view(federation->problem()));
}
