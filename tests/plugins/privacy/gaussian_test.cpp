
#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "random/philox_random.hpp"
#include "shipped_plugin.hpp"
#include "skald/mechanism.hpp"
#include "test.hpp"

using test::FixedAccountant;
using test::load_plugin;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

const Sensitivity unbounded = Sensitivity::unbounded(Relation::replace_one);

}  // namespace

TEST_CASE("the noise is calibrated from eps and delta, or given") {
  const auto calibrated =
      load_plugin<Mechanism>("privacy/gaussian", {{"eps", 0.5}, {"delta", 1e-3}});
  calibrated->prepare(FixedAccountant());
  CHECK(calibrated->law(0).kind == NoiseLaw::Kind::gaussian);
  CHECK(calibrated->law(0).multiplier == 5.001);
  CHECK(calibrated->claim()->delta == 1e-3);
  const auto given = load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", 1.5}});
  given->prepare(FixedAccountant());
  CHECK(given->law(0).multiplier == 1.5);
  CHECK(given->claim()->delta == 1e-5);
}

TEST_CASE("every column gets its own noise, of standard deviation z times the sensitivity") {
  const auto gaussian = load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", 1.5}});
  gaussian->prepare(FixedAccountant());
  const random::PhiloxRandom random(3, 1);
  const Stream stream{Role::mechanism, 4};
  Eigen::MatrixXd message = Eigen::MatrixXd::Constant(5, 3, 0.5), expected = message;
  gaussian->privatize(random, stream, 7, Sensitivity::of_distance(0.2, Relation::replace_one),
                      view(message));
  random.add_normal(stream, 7, 1.5 * 0.2, view(expected));
  CHECK(message == expected);
  CHECK(message.col(0) != message.col(1));
}

TEST_CASE("an infinite eps, or no noise, adds nothing and promises nothing") {
  for (const test::Setting& setting :
       {test::Setting("eps", infinity), test::Setting("noise_multiplier", 0.0)}) {
    const auto gaussian = load_plugin<Mechanism>("privacy/gaussian", {setting});
    gaussian->prepare(FixedAccountant());
    Eigen::MatrixXd message = Eigen::MatrixXd::Constant(3, 2, 0.1);
    // Unbounded messages do no harm where nothing is added.
    gaussian->privatize(random::PhiloxRandom(1, 0), {Role::mechanism, 0}, 0, unbounded,
                        view(message));
    CHECK(message == Eigen::MatrixXd::Constant(3, 2, 0.1));
    CHECK(gaussian->law(0).kind == NoiseLaw::Kind::none);
    CHECK(!gaussian->claim());
  }
}

TEST_CASE("eps and noise_multiplier: exactly one of them") {
  CHECK_THROWS_WITH(load_plugin<Mechanism>("privacy/gaussian"), Catch::Contains("neither eps"));
  CHECK_THROWS_WITH(
      load_plugin<Mechanism>("privacy/gaussian", {{"eps", 1.0}, {"noise_multiplier", 1.0}}),
      Catch::Contains("both eps"));
}

namespace {

const test::ShippedPlugin shipped_gaussian = test::ShippedPlugin(Kind::privacy, "gaussian")
                                                 .conforms({{"noise_multiplier", 1.5}})
                                                 .conforms({{"eps", 2.0}});

}  // namespace
