#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

TEST_CASE("langevin adds nothing and claims the sampler's own noise") {
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

namespace {

const ShippedPlugin shipped_langevin = ShippedPlugin(Kind::privacy, "langevin").conforms({});

}  // namespace
