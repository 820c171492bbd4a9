// Deep ensembles: members are independent runs of SGD.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

TEST_CASE("a member is SGD with momentum on the mean loss") {
  const auto federation = quadratic_federation(random_rows(1, 2, {4, 3}, false), 0.5);
  const double lr = 0.05, momentum = 0.7;
  MatrixXd theta = MatrixXd::Constant(2, 1, 0.5), v = MatrixXd::Zero(2, 1), gradient(2, 1);
  for (int k = 0; k < 15; ++k) {
    federation->problem().gradient(Problem::everyone, view(theta), view(gradient));
    v = momentum * v + gradient / 7;
    theta -= lr * v;
  }
  const MatrixXd found = run_sampler(*federation, "deep_ensemble",
                                     {{"lr", lr}, {"momentum", momentum}, {"spread", 0.0}}, 15, 1);
  CHECK((found - theta).norm() < 1e-13);
}

TEST_CASE("members start apart, by normal draws of the given spread") {
  const auto federation = quadratic_federation(random_rows(2, 2, {3}, false));
  const Index members = 4000;
  const Eigen::ArrayXXd apart =
      run_sampler(*federation, "deep_ensemble", {{"spread", 0.3}}, 0, members).array() - 0.5;
  const double n = 2.0 * static_cast<double>(members);
  // 6 standard errors of mean and variance.
  CHECK(std::abs(apart.mean()) < 6 * 0.3 / std::sqrt(n));
  CHECK(std::abs(apart.square().mean() - 0.09) < 6 * 0.09 * std::sqrt(2 / n));
}

TEST_CASE("an epoch goes through all rows, every member in its own order") {
  // With steps so short that gradients do not change, an epoch moves by the full gradient.
  const auto federation = quadratic_federation(random_rows(3, 2, {4, 2}, false));
  const std::vector<Setting> common = {{"spread", 0.0}, {"batch", 2}};
  const auto with = [&](double lr, Index iterations) {
    std::vector<Setting> options = common;
    options.emplace_back("lr", lr);
    return MatrixXd(run_sampler(*federation, "deep_ensemble", options, iterations, 6).array() -
                    0.5);
  };
  const MatrixXd full =
      run_sampler(*federation, "deep_ensemble", {{"spread", 0.0}, {"lr", 3e-7}}, 1, 6).array() -
      0.5;
  for (const Index epochs : {1, 2}) {
    const MatrixXd moved = with(1e-7, 3 * epochs);
    CHECK((moved - static_cast<double>(epochs) * full).norm() < 1e-5 * full.norm());
  }
  const MatrixXd part = with(1e-7, 1);
  CHECK((part.colwise() - part.col(0)).norm() > 0.1 * part.norm());
}

TEST_CASE("deep ensembles are point estimates that never communicate") {
  const auto sampler = load_plugin<Sampler>("sampler/deep_ensemble");
  CHECK(sampler->output() == Output::point_estimate);
  CHECK(sampler->communication_rate() == 0);
}

namespace {

using namespace ledger_terms;

const ShippedSampler deep_ensemble =
    ShippedSampler("deep_ensemble")
        .conforms({{"lr", 0.3}})
        .conforms({{"batch", 2}, {"momentum", 0.5}})
        .costs({{"batch", 2}}, [](const Seen&) { return no_messages(C * T * 2); });

}  // namespace
