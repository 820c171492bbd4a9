#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

TEST_CASE("no mechanism: messages leave as they are, and nothing is promised") {
  const auto none = test::load_plugin<Mechanism>("privacy/none");
  Eigen::MatrixXd message = Eigen::MatrixXd::Constant(3, 2, 0.1);
  none->privatize(random::PhiloxRandom(1, 0), {Role::mechanism, 0}, 0,
                  Sensitivity::of_distance(5, Relation::replace_one), view(message));
  CHECK(message == Eigen::MatrixXd::Constant(3, 2, 0.1));
  CHECK(none->law(0).kind == NoiseLaw::Kind::none);
  CHECK(none->law(0).multiplier == 0);
  CHECK(!none->claim());
}

namespace {

const test::ShippedPlugin shipped_none = test::ShippedPlugin(Kind::privacy, "none").conforms({});

}  // namespace
