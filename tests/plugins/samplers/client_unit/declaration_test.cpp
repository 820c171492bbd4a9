// What samplers declare and refuse where the unit of privacy is the client.
#include "problem/declared_releases.hpp"
#include "sampler_contract.hpp"
#include "test.hpp"
#include "whole_clients.hpp"

namespace skald::test::whole_clients {

TEST_CASE("whole clients are released once a round by the server, on a secret sample") {
  const auto federation = federation_of(Population(10, MatrixXd::Ones(1, 2)));
  const auto plan = [&](const std::vector<Setting>& more) {
    const auto all = releases(*federation, "fedavg", of_clients(more), 200);
    REQUIRE(all.size() == 1);
    CHECK(all[0].client == -1);
    CHECK(all[0].unit == Unit::client);
    CHECK(all[0].count == 100);
    CHECK(all[0].noised_by_server);
    return all[0];
  };
  const Release fixed = plan({}), poisson = plan({{"client_sampling", "poisson"}});
  CHECK(fixed.sampling == Sampling::without_replacement);
  CHECK(fixed.relation == Relation::replace_one);
  CHECK(poisson.sampling == Sampling::poisson);
  CHECK(poisson.relation == Relation::zero_out);
  for (const Release& release : {fixed, poisson}) CHECK(release.rate == Approx(0.3));
  const auto shared = releases(*federation, "fedavg", of_clients({{"noise_by", "clients"}}), 200);
  REQUIRE(shared.size() == 1);
  CHECK_FALSE(shared[0].noised_by_server);
  CHECK(shared[0].relation == Relation::replace_one);
  const Release everyone = plan({{"S", 10}, {"client_sampling", "poisson"}});
  CHECK(everyone.sampling == Sampling::none);
  CHECK(everyone.rate == 1);
  CHECK(releases(*federation, "fedavg", {{"unit", "client"}, {"weights", "uniform"}}, 10).empty());
}

TEST_CASE("a prior whose weight counts everybody's rows is a private input") {
  const auto inputs = [](double prior) {
    const auto federation = federation_of(Population(3, MatrixXd::Ones(1, 2)), prior);
    const auto sampler = load_plugin<Sampler>("sampler/fedavg", of_clients({}));
    return problem::declared(*sampler, federation->problem(), 10).inputs;
  };
  CHECK(inputs(0).empty());
  REQUIRE(inputs(1).size() == 1);
  CHECK(std::string(inputs(1)[0].name) == "counts");
}

TEST_CASE("the unit record is what there was before, bit for bit") {
  const auto federation = heterogeneous();
  const std::vector<Setting> before = {{"K", 3}, {"S", 2}, {"clip", 0.2}, {"batch", 2}};
  for (const char* sampler : {"fedavg", "fedprox", "fedpaq", "distributed_sgd"}) {
    CHECK(optimise(*federation, sampler, before, 30) ==
          optimise(*federation, sampler,
                   with(before, {{"unit", "record"}, {"client_sampling", "without_replacement"}}),
                   30));
  }
}

TEST_CASE("FedAvg in Poisson cohorts is DP-FedAvg in them, for either unit") {
  const auto federation = heterogeneous();
  const std::vector<Setting> common = {
      {"K", 3}, {"S", 2}, {"clip", 0.2}, {"weights", "uniform"}, {"client_sampling", "poisson"}};
  for (const char* unit : {"record", "client"}) {
    const auto settings = with(common, {{"unit", unit}});
    const MatrixXd found = optimise(*federation, "fedavg", settings, 30);
    CHECK(found == optimise(*federation, "dp_fedavg", settings, 30));
    CHECK(found != optimise(*federation, "fedavg",
                            with(settings, {{"client_sampling", "without_replacement"}}), 30));
  }
}

TEST_CASE("samplers keep their contract for whole clients") {
  const auto federation = heterogeneous();
  for (const Variant& variant : variants({{"S", 2}, {"clip_rule", "quantile"}})) {
    INFO(variant.sampler);
    check_sampler_contract(*federation, variant.sampler, variant.options, 12);
  }
  for (const Setting& more :
       {Setting("client_sampling", "poisson"), Setting("noise_by", "clients")}) {
    check_sampler_contract(*federation, "fedavg", of_clients({{"S", 2}, more}), 12);
  }
}

}  // namespace skald::test::whole_clients
