#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

TEST_CASE("every client has noise of its own size") {
  const auto local =
      load_plugin<Mechanism>("privacy/local_gaussian", {{"eps", 0.5}, {"delta", 1e-3}});
  local->prepare(FixedAccountant(3));
  const random::PhiloxRandom random(3, 1);
  for (const Index c : {0, 1, 2}) {
    const double z = 5.001 + 1000 * static_cast<double>(c + 1);  // as that accountant answers
    CHECK(local->law(c).kind == NoiseLaw::Kind::gaussian);
    CHECK(local->law(c).multiplier == Approx(z));
    MatrixXd message = MatrixXd::Constant(5, 3, 0.5), expected = message;
    local->privatize(random, {Role::mechanism, c}, 7,
                     Sensitivity::of_distance(0.2, Relation::replace_one), view(message));
    random.add_normal({Role::mechanism, c}, 7, z * 0.2, view(expected));
    CHECK((message - expected).norm() < 1e-9);
  }
  CHECK(local->claim()->delta == 1e-3);
  CHECK_THROWS_WITH(local->law(-1), Catch::Contains("privacy gaussian"));
}

namespace {

const ShippedPlugin shipped_local_gaussian = ShippedPlugin(Kind::privacy, "local_gaussian")
                                                 .conforms({{"noise_multiplier", 1.5}})
                                                 .conforms({{"eps", 2.0}});

}  // namespace
