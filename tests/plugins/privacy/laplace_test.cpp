
#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

namespace {

MatrixXd noise(const Sensitivity& sensitivity, Index rows, Index columns) {
  const auto laplace = load_plugin<Mechanism>("privacy/laplace", {{"noise_multiplier", 1.5}});
  laplace->prepare(FixedAccountant());
  MatrixXd message = MatrixXd::Zero(rows, columns);
  laplace->privatize(random::PhiloxRandom(3, 1), {Role::mechanism, 4}, 7, sensitivity,
                     view(message));
  return message;
}

}  // namespace

TEST_CASE("Laplace noise: law, scale and independent coordinates") {
  const double scale = 1.5 * 0.2;
  const auto sensitivity = Sensitivity::of_distance(0.2, Relation::add_remove).with_l1(0.2);
  const MatrixXd x = noise(sensitivity, 4, 50000);
  const auto n = static_cast<double>(x.size());
  // P(|x| > t scale) = exp(-t), and half of it on each side; 6 standard errors: 2e-9 each.
  for (const double t : {0.1, 1.0, 3.0, 6.0}) {
    const double p = 0.5 * std::exp(-t);
    const double error = 6 * std::sqrt(p / n);
    CHECK(std::abs((x.array() > t * scale).cast<double>().mean() - p) < error);
    CHECK(std::abs((x.array() < -t * scale).cast<double>().mean() - p) < error);
  }
  // Products of neighbours have mean 0 and variance (2 scale^2)^2.
  const double product = (x.row(0).array() * x.row(1).array()).mean();
  CHECK(std::abs(product) < 6 * 2 * scale * scale / std::sqrt(50000.0));
}

TEST_CASE("where only the L2 norm is known the scale grows with the root of the dimension") {
  const auto euclidean = Sensitivity::of_distance(0.2, Relation::add_remove);
  const MatrixXd wide = noise(euclidean, 4, 3);
  const MatrixXd narrow = noise(euclidean.with_l1(0.2), 4, 3);
  CHECK((wide - 2 * narrow).norm() < 1e-12);
}

TEST_CASE("laplace states its law, nothing is added at an infinite eps") {
  const auto laplace = load_plugin<Mechanism>("privacy/laplace", {{"eps", 0.5}, {"delta", 1e-3}});
  laplace->prepare(FixedAccountant());
  CHECK(laplace->law(0).kind == NoiseLaw::Kind::laplace);
  CHECK(laplace->law(0).multiplier == 5.001);
  CHECK(laplace->claim()->accounting == Accounting::pld);
  const auto off = load_plugin<Mechanism>("privacy/laplace", {{"noise_multiplier", 0.0}});
  off->prepare(FixedAccountant());
  CHECK(off->law(0).kind == NoiseLaw::Kind::none);
  CHECK(!off->claim());
}

namespace {

const ShippedPlugin shipped_laplace = ShippedPlugin(Kind::privacy, "laplace")
                                          .conforms({{"noise_multiplier", 1.5}})
                                          .conforms({{"eps", 2.0}});

}  // namespace
