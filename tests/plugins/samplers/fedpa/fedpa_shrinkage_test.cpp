// FedPA with the shrinkage that its samples suggest.
#include <Eigen/Cholesky>

#include "fedpa/fedpa_rounds.hpp"
#include "test.hpp"

namespace fedpa_shrinkage {

TEST_CASE("the shrinkage that the samples suggest is used for the update") {
  const auto federation = quadratic_federation(random_rows(3, 2, {4}, false), 0.4);
  const double lr = 0.05;
  const Index ell = 5;
  VectorXd y = VectorXd::Constant(2, 0.4);
  const VectorXd x0 = y;
  MatrixXd samples(2, ell), at(2, 1), gradient(2, 1);
  for (Index t = 0; t < ell; ++t) {
    at = y;
    federation->problem().risk_gradient(0, Rows::range(0, 4), view(at), view(gradient));
    y -= lr * gradient.col(0);
    samples.col(t) = y;
  }
  const MatrixXd centred = samples.colwise() - samples.rowwise().mean();
  const MatrixXd S = centred * centred.transpose() / 4;
  const double trace = S.trace(), square = (S * S).trace(), excess = square - trace * trace / 2;
  const std::string rule = GENERATE("rblw", "oas");
  const double r = std::min(1.0, rule == "oas" ? trace * trace / (4 * excess)
                                               : (0.5 * square + trace * trace) / (6 * excess));
  const MatrixXd sigma = r * trace / 2 * MatrixXd::Identity(2, 2) + (1 - r) * S;
  const VectorXd expected = x0 - 0.001 * sigma.llt().solve(x0 - samples.rowwise().mean());
  const std::string solver = GENERATE("recursion", "dense");
  const std::vector<Setting> options = {{"shrinkage", rule}, {"ell", static_cast<int>(ell)},
                                        {"burn_steps", 0},   {"avg_steps", 1},
                                        {"lr", lr},          {"solver", solver},
                                        {"server_lr", 0.001}};
  const MatrixXd found = run_rounds(*federation, "fedpa", options, 1);
  CHECK((found.col(0) - expected).norm() < 1e-10 * expected.norm());
}

}  // namespace fedpa_shrinkage
