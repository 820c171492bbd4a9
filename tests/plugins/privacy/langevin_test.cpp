#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

TEST_CASE("without a budget langevin adds nothing, and claims the sampler's own noise") {
  const auto langevin = load_plugin<Mechanism>(
      "privacy/langevin", {{"delta", 1e-6}, {"calibration", "pld"}, {"adversary", "observer"}});
  langevin->prepare(FixedAccountant());
  CHECK(langevin->law(0).kind == NoiseLaw::Kind::langevin);
  CHECK(langevin->claim()->delta == 1e-6);
  CHECK(langevin->claim()->accounting == Accounting::pld);
  CHECK(langevin->claim()->adversary == Adversary::observer);
  Eigen::MatrixXd message = Eigen::MatrixXd::Constant(3, 2, 0.1);
  langevin->privatize(random::PhiloxRandom(1, 0), {Role::mechanism, 0}, 0,
                      Sensitivity::unbounded(Relation::replace_one), view(message));
  CHECK(message == Eigen::MatrixXd::Constant(3, 2, 0.1));
}

TEST_CASE("with a budget langevin asks of each client's noise what that client needs") {
  const auto langevin = load_plugin<Mechanism>("privacy/langevin", {{"eps", 2.0}, {"delta", 1e-6}});
  langevin->prepare(FixedAccountant(2));  // z = 20 + delta + 1000 (c + 1)
  CHECK(langevin->law(0).multiplier == 1020 + 1e-6);
  CHECK(langevin->law(1).multiplier == 2020 + 1e-6);
  CHECK(langevin->law(Accountant::everyone).multiplier == 0);
  Eigen::MatrixXd message = Eigen::MatrixXd::Zero(3, 4000);
  langevin->privatize(random::PhiloxRandom(1, 0), {Role::mechanism, 1}, 0,
                      Sensitivity::of_distance(0.5, Relation::replace_one), view(message));
  // 12000 normals: beyond 4 percent with probability 1e-9.
  CHECK(std::sqrt(message.squaredNorm() / 12000) == Approx(1010).epsilon(0.04));
}

namespace {

const ShippedPlugin shipped_langevin =
    ShippedPlugin(Kind::privacy, "langevin").conforms({}).conforms({{"eps", 1.0}});

}  // namespace
