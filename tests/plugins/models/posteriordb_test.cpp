#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numbers>

#include "load_plugin.hpp"
#include "model_checks.hpp"
#include "shipped_plugin.hpp"
#include "skald/reference_draws.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Nine rows of an intercept and two covariates of very different units, and three draws.
class Regression {
 public:
  explicit Regression(VectorXd prior = {}) : prior_(std::move(prior)) {
    x_.resize(3, 9);
    y_.resize(9);
    for (int r = 0; r < 9; ++r) {
      x_.col(r) << 1, 60 + 3 * std::sin(r), 1e-3 * std::cos(2.0 * r);
      y_[r] = 2 + 0.1 * x_(1, r) + 500 * x_(2, r) + std::sin(5.0 * r + 1);
    }
    table_.features = view(std::as_const(x_));
    table_.target = {y_.data(), 9};
    table_.train = 9;
    if (prior_.size() > 0) arrays_.push_back({"prior", {prior_.data(), prior_.size(), 1, 1}});
    table_.arrays = arrays_;
  }
  Table& table() { return table_; }
  const MatrixXd& x() const { return x_; }
  const VectorXd& y() const { return y_; }
  void add(const char* name, const MatrixXd& values) {
    arrays_.push_back({name, view(values)});
    table_.arrays = arrays_;
  }
  std::shared_ptr<Model> model(const char* coordinates) {
    return bound_model("posteriordb", table_, {{"coordinates", coordinates}});
  }

 private:
  MatrixXd x_;
  VectorXd y_, prior_;
  std::vector<NamedArray> arrays_;
  Table table_;
};

// Normal, Cauchy and flat priors, and half of a t_3 for sigma.
VectorXd mixed_priors() {
  return (VectorXd(12) << kInfinite, 1, 2, 1, 0, 2.5, kInfinite, 0, kInfinite, 3, 0, 10).finished();
}

double prior_potential(const Model& model, const MatrixXd& theta) {
  double sum = 0;
  model.add_prior_potential(1, view(theta), {&sum, 1});
  return sum;
}

// Points around the least-squares fit, in natural coordinates.
MatrixXd natural_points() {
  MatrixXd theta(4, 3);
  theta << 2, 2.5, 1, 0.1, 0.08, 0.12, 500, 400, 600, -0.3, 0.2, 0.9;
  return theta;
}
MatrixXd whitened_points() {
  return MatrixXd::NullaryExpr(4, 3, [](Index i, Index j) {
    return std::sin(1.0 + 3 * static_cast<double>(i) + 7 * static_cast<double>(j));
  });
}

}  // namespace

TEST_CASE("posteriordb: the potential is that of the normal regression") {
  Regression data;
  const auto model = data.model("natural");
  CHECK(model->dimension() == 4);
  const MatrixXd theta = natural_points();
  for (Index j = 0; j < 3; ++j) {
    const double sigma = std::exp(theta(3, j));
    double expected = 0;
    for (Index r = 0; r < 9; ++r) {
      const double z = (data.y()[r] - data.x().col(r).dot(theta.col(j).head(3))) / sigma;
      expected += std::log(sigma * std::sqrt(2 * std::numbers::pi)) + z * z / 2;
    }
    CHECK(potential(*model, Rows::range(0, 9), theta.col(j))(0) == Approx(expected));
    CHECK(prior_potential(*model, theta.col(j)) == Approx(-theta(3, j)));  // the Jacobian alone
  }
}

TEST_CASE("posteriordb: of many covariates every one counts") {
  const MatrixXd x = MatrixXd::NullaryExpr(7, 1, [](Index k, Index) { return std::sin(k + 1.0); });
  const MatrixXd theta = MatrixXd::NullaryExpr(8, 1, [](Index k, Index) { return 7.0 - k; });
  const double y = 3, z = y - x.col(0).dot(theta.col(0).head(7));  // sigma = 1
  const Table table{.features = view(x), .target = {&y, 1}, .train = 1};
  const auto model = bound_model("posteriordb", table, {{"coordinates", "natural"}});
  CHECK(potential(*model, Rows::range(0, 1), theta)(0) ==
        Approx(std::log(2 * std::numbers::pi) / 2 + z * z / 2));
}

TEST_CASE("posteriordb: priors are Student's t, normal and flat, sigma's with the Jacobian") {
  Regression data(mixed_priors());
  const auto model = data.model("natural");
  const MatrixXd a = natural_points().col(0), b = natural_points().col(1);
  const auto expected = [](const MatrixXd& theta) {
    const double sigma = std::exp(theta(3));
    return 0.5 * std::pow((theta(0) - 1) / 2, 2) + std::log1p(std::pow(theta(1) / 2.5, 2)) +
           2 * std::log1p(std::pow(sigma / 10, 2) / 3) - theta(3);
  };
  CHECK(prior_potential(*model, a) - prior_potential(*model, b) ==
        Approx(expected(a) - expected(b)));
}

TEST_CASE("posteriordb: gradients are those of the potentials") {
  Regression data(mixed_priors());
  for (const std::string coordinates : {"natural", "whitened"}) {
    const auto model = data.model(coordinates.c_str());
    const bool whitened = coordinates == "whitened";
    const MatrixXd theta = whitened ? whitened_points() : natural_points();
    const MatrixXd found = gradient(*model, Rows::range(2, 5), theta);
    const MatrixXd differences = difference_gradient(*model, Rows::range(2, 5), theta);
    CHECK((found - differences).norm() < 1e-5 * found.norm());
    for (Index j = 0; j < 3; ++j) {
      MatrixXd prior = MatrixXd::Ones(4, 1);
      model->add_prior_gradient(0.3, view(MatrixXd(theta.col(j))), view(prior));
      for (Index k = 0; k < 4; ++k) {
        MatrixXd up = theta.col(j), down = up;
        const double step = 1e-4 * (whitened ? 1 : std::max(1.0, std::abs(up(k))));
        up(k) += step;
        down(k) -= step;
        const double slope =
            (prior_potential(*model, up) - prior_potential(*model, down)) / (2 * step);
        CHECK(prior(k) - 1 == Approx(0.3 * slope).epsilon(1e-6).margin(1e-9));
      }
    }
  }
}

TEST_CASE("posteriordb: whitened coordinates have the same posterior, close to N(0, I)") {
  for (const VectorXd& prior : {VectorXd(), mixed_priors()}) {
    Regression data(prior);
    const auto natural = data.model("natural");
    MatrixXd draws = MatrixXd::Ones(4, 1), chains = MatrixXd::Ones(1, 1);
    data.add("reference_draws", draws);
    data.add("reference_chains", chains);
    const auto whitened = data.model("whitened");
    const auto* reference = extension<ReferenceDraws>(*whitened);
    REQUIRE(reference != nullptr);
    const MatrixXd theta = whitened_points();
    MatrixXd recorded(4, 3);
    reference->recorded(view(theta), view(recorded));
    MatrixXd same = recorded;
    same.row(3) = recorded.row(3).array().log();
    const Rows all = Rows::range(0, 9);
    const VectorXd u = potential(*whitened, all, theta), v = potential(*natural, all, same);
    for (Index j = 0; j < 3; ++j) {
      CHECK(u(j) == Approx(v(j)));
      CHECK(prior_potential(*whitened, theta.col(j)) ==
            Approx(prior_potential(*natural, same.col(j))));
    }
  }
}

TEST_CASE("posteriordb: in whitened coordinates the Hessian of the coefficients is the identity") {
  Regression data;
  const auto model = data.model("whitened");
  const Rows all = Rows::range(0, 9);
  MatrixXd hessian(4, 4);
  for (Index k = 0; k < 4; ++k) {
    MatrixXd up = MatrixXd::Zero(4, 1), down = up;
    up(k) = 1e-4;
    down(k) = -1e-4;
    hessian.col(k) = (gradient(*model, all, up) - gradient(*model, all, down)) / 2e-4;
  }
  CHECK((hessian.topLeftCorner(3, 3) - MatrixXd::Identity(3, 3)).norm() < 1e-6);
  CHECK(hessian(3, 3) == Approx(6.0 / 9).epsilon(1e-5));  // (n - p) / n
  CHECK(gradient(*model, all, MatrixXd::Zero(4, 1)).topRows(3).norm() < 1e-9);
}

TEST_CASE("posteriordb: a block equals its columns, parts sum to the whole") {
  Regression data;
  for (const char* coordinates : {"natural", "whitened"}) {
    const auto model = data.model(coordinates);
    const MatrixXd theta = whitened_points();
    check_block_equals_columns(*model, Rows::range(1, 7), theta);
    const std::vector<std::int32_t> index{0, 3, 1, 2, 5, 4};
    check_block_equals_columns(*model, {2, 2, index.data(), 3}, theta);
    check_parts_sum_to_whole(*model, 9, theta);
  }
}

TEST_CASE("posteriordb: only data with draws give the model the ability to compare") {
  Regression data;
  const auto without = data.model("natural");
  CHECK(extension<ReferenceDraws>(*without) == nullptr);
  MatrixXd draws(8, 1), chains = MatrixXd::Constant(1, 1, 2);
  draws << 1, 2, 3, 4, 5, 6, 7, 8;
  data.add("reference_draws", draws);
  CHECK(extension<ReferenceDraws>(*data.model("natural")) == nullptr);  // of how many chains?
  data.add("reference_chains", chains);
  const auto with = data.model("natural");
  const auto* reference = extension<ReferenceDraws>(*with);
  REQUIRE(reference != nullptr);
  CHECK(reference->chains() == 2);
  CHECK(reference->draws().matrix() == MatrixXd(draws.reshaped(4, 2)));
  MatrixXd recorded(4, 1);
  const MatrixXd theta = natural_points().col(0);
  reference->recorded(view(theta), view(recorded));
  CHECK(recorded.topRows(3) == theta.topRows(3));
  CHECK(recorded(3) == Approx(std::exp(theta(3))));
}

TEST_CASE("posteriordb: tables that are no regression are refused") {
  Regression data;
  const auto model = load_plugin<Model>("model/posteriordb");
  data.table().classes = 2;
  CHECK_THROWS_WITH(model->bind(data.table()), Catch::Contains("not a regression"));
  data.table().classes = 0;
  const MatrixXd prior = MatrixXd::Ones(5, 1);
  data.add("prior", prior);
  CHECK_THROWS_WITH(model->bind(data.table()), Catch::Contains("array prior has 5 rows"));
  Regression twice;
  MatrixXd x = twice.x();
  x.row(2) = 2 * x.row(1);
  twice.table().features = view(std::as_const(x));
  CHECK_THROWS_WITH(model->bind(twice.table()), Catch::Contains("do not determine the regression"));
}

namespace {

const ShippedPlugin shipped_posteriordb = ShippedPlugin(Kind::model, "posteriordb").conforms({});

}  // namespace
