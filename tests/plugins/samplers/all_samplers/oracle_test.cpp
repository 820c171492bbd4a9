// What samplers say of the chains that they run; the kit holds them to it.
#include "run_sampler.hpp"
#include "test.hpp"

TEST_CASE("samplers say which rows and weights they use") {
  const auto federation = quadratic_federation(random_rows(33, 2, {2, 6}, true));
  const random::PhiloxRandom random(1, 0);
  const auto law_of = [&](const std::string& name, std::vector<Setting> options) {
    const auto sampler = load_plugin<Sampler>("sampler/" + name, std::move(options));
    SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Zero(2, 1));
    LangevinLaw law;
    REQUIRE(sampler->law(law));
    if (!law.weights.empty()) CHECK(law.weights[0] == (law.temp == 2 ? 0.25 : 0.5));
    law.weights = {};
    return law;
  };
  CHECK(law_of("sgld", {{"batch", 3}}).batch == 3);
  CHECK_FALSE(law_of("sgld", {{"batch", 3}}).full_batch);
  CHECK(law_of("sgld", {{"batch", 8}}).full_batch);
  CHECK(law_of("fald", {{"K", 2}, {"batch", 6}}).full_batch);
  CHECK_FALSE(law_of("fald", {{"K", 2}, {"batch", 3}}).full_batch);  // client 1 alone
  CHECK(law_of("fald", {{"K", 2}, {"batch", 3}}).batch == 3);
  CHECK(law_of("fald", {{"K", 2}}).batch == 0);
  CHECK(law_of("fald", {{"K", 2}}).at_communication);
  CHECK_FALSE(law_of("fald", {{"K", 2}, {"estimate", "average"}}).at_communication);
  CHECK(law_of("vr_fald", {{"p_c", 0.5}, {"q_cv", 0.25}, {"batch", 1}}).q_cv == 0.25);
  law_of("vr_fald", {{"p_c", 0.5}, {"weights", "examples"}, {"temp", 2.0}});
}
