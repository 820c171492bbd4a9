// Models whose gradients are torch's, beside shipped models that are the same.
#include <Eigen/Dense>
#include <cstdio>
#include <exception>
#include <string>

#include "load_plugin.hpp"
#include "model_checks.hpp"

namespace {

using namespace skald;
using namespace skald::test;

// Whether the plugin can be loaded; otherwise says why, where it is for want of torch.
bool has_torch() {
  try {
    python_descriptor("torch/torch_logistic");
    return true;
  } catch (const std::exception& error) {
    if (std::string(error.what()).find("No module named 'torch'") == std::string::npos) throw;
    std::puts("skipped: there is no torch for Python (python3-torch)");
    return false;
  }
}

struct Pair {
  Pair(std::shared_ptr<Model> made, std::shared_ptr<Model> shipped, const Table& table)
      : torch(std::move(made)), cpp(std::move(shipped)) {
    torch->bind(table);
    cpp->bind(table);
    REQUIRE(torch->dimension() == cpp->dimension());
  }
  std::shared_ptr<Model> torch, cpp;
};

void check_equal(const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected) {
  INFO("found " << found.transpose() << ", expected " << expected.transpose());
  CHECK((found - expected).norm() <= 1e-12 * expected.norm());
}

// Gradients, clipped or not, potentials, prior and predictions, over rows of each form.
void check_same_model(const Pair& pair, Index rows) {
  const Eigen::MatrixXd theta = scattered_parameters(pair.cpp->dimension(), 3, 0.7);
  const auto numbers = scattered_rows(3, 40, rows);
  for (const Rows& some : {Rows::range(0, rows), Rows::range(7, 5), Rows{0, 40, numbers.data(), 3},
                           Rows{0, 40, numbers.data(), 1}}) {
    check_equal(gradient(*pair.torch, some, theta), gradient(*pair.cpp, some, theta));
    check_equal(potential(*pair.torch, some, theta), potential(*pair.cpp, some, theta));
    for (const double clip : {0.5, no_clip}) {
      check_equal(clipped_gradient(*pair.torch, some, clip, theta),
                  clipped_gradient(*pair.cpp, some, clip, theta));
    }
  }
  Eigen::MatrixXd found = theta, expected = theta;
  pair.torch->add_prior_gradient(0.3, view(theta), view(found));
  pair.cpp->add_prior_gradient(0.3, view(theta), view(expected));
  check_equal(found, expected);
  Eigen::VectorXd sums = Eigen::VectorXd::Ones(3), priors = sums;
  pair.torch->add_prior_potential(0.3, view(theta), {sums.data(), 3});
  pair.cpp->add_prior_potential(0.3, view(theta), {priors.data(), 3});
  check_equal(sums, priors);
  check_row_forms(*pair.torch, rows, theta, 1e-12);
}

void check_same_predictions(const Pair& pair, Index rows) {
  REQUIRE(pair.torch->classes() == pair.cpp->classes());
  const Eigen::MatrixXd theta = scattered_parameters(pair.cpp->dimension(), 1, 0.7);
  Eigen::MatrixXd found(pair.cpp->classes(), rows), expected = found;
  pair.torch->predict(Rows::range(0, rows), view(theta), view(found));
  pair.cpp->predict(Rows::range(0, rows), view(theta), view(expected));
  check_equal(found, expected);
}

TEST_CASE("logistic regression by autograd is the shipped one") {
  if (!has_torch()) return;
  const ClassRows data(6, 150, 2);
  const Pair pair(load_python<Model>("torch/torch_logistic", {{"prior_precision", 0.3}}),
                  load_plugin<Model>("model/logistic", {{"prior_precision", 0.3}}), data.table);
  check_same_model(pair, 150);
  CHECK(pair.torch->classes() == 0);  // it gives no logits
}

TEST_CASE("a network by autograd is the shipped one, whichever way its rows are taken") {
  if (!has_torch()) return;
  const ClassRows data(5, 150, 3);
  for (const bool row_by_row : {false, true}) {
    const Pair pair(
        load_python<Model>("torch/torch_mlp", {{"hidden", 7}, {"row_by_row", row_by_row}}),
        load_plugin<Model>("model/mlp", {{"hidden", Array{{7}, {1}}}}), data.table);
    check_same_model(pair, 150);
    check_same_predictions(pair, 150);
  }
}

TEST_CASE("softmax regression by autograd is the shipped one") {
  if (!has_torch()) return;
  const ClassRows data(5, 150, 4);
  const Pair pair(load_python<Model>("torch/torch_mlp", {{"hidden", 0}}),
                  load_plugin<Model>("model/softmax"), data.table);
  check_same_model(pair, 150);
  check_same_predictions(pair, 150);
}

TEST_CASE("clipped gradients of more rows than are held at once are those of all") {
  if (!has_torch()) return;
  const ClassRows data(4000, 150, 10);
  const Pair pair(load_python<Model>("torch/torch_mlp", {{"hidden", 0}}),
                  load_plugin<Model>("model/softmax"), data.table);
  const Eigen::MatrixXd theta = scattered_parameters(pair.cpp->dimension(), 1, 0.01);
  const Rows all = Rows::range(0, 150);
  check_equal(clipped_gradient(*pair.torch, all, 2, theta),
              clipped_gradient(*pair.cpp, all, 2, theta));
}

TEST_CASE("a log-likelihood that is summed already is refused") {
  if (!has_torch()) return;
  const ClassRows data(5, 150, 3);
  const auto model = load_python<Model>("torch/torch_summed");
  model->bind(data.table);
  const Eigen::MatrixXd theta = scattered_parameters(model->dimension(), 1, 1);
  CHECK_THROWS_WITH(gradient(*model, Rows::range(0, 4), theta),
                    Catch::Contains("shape () for 4 rows; expected one value per row, (4,)"));
}

TEST_CASE("random numbers of torch that no seed decides are refused") {
  if (!has_torch()) return;
  const ClassRows data(5, 150, 3);
  const auto model = load_python<Model>("torch/torch_random");
  CHECK_THROWS_WITH(model->bind(data.table), Catch::Contains("torch.randn() draws numbers"));
}

}  // namespace
