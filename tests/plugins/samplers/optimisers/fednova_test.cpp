// FedNova: the noise of its uploads, and what it costs.
#include "all_samplers/shipped_sampler.hpp"
#include "optimisers/four_quadratics.hpp"
#include "test.hpp"

namespace skald::test {
namespace fednova_test {

// A move that is made longer is as much more sensitive to a row.
TEST_CASE("the noise of a FedNova upload is for the move that leaves the client") {
  const auto sensitivities = [](const char* sampler) {
    const auto federation = four_clients();
    ListeningMechanism messages;
    run_sampler(*federation, sampler, {{"epochs", 1}, {"batch", 10}, {"lr", .1}, {"clip", .5}}, 1,
                Eigen::MatrixXd(kStart), messages);
    std::vector<double> all;
    for (const auto& message : messages.messages) all.push_back(message.sensitivity);
    return all;
  };
  const auto normalised = sensitivities("fednova"), plain = sensitivities("fedavg");
  REQUIRE(normalised.size() == 4);
  const double average = .1 * 1 + .2 * 2 + .3 * 3 + .4 * 4;
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(normalised[c] == Approx(plain[c] * average / static_cast<double>(c + 1)));
  }
}

using namespace ledger_terms;

const ShippedSampler fednova = ShippedSampler("fednova")
                                   .conforms({{"epochs", 1}, {"batch", 2}, {"lr", 0.3}})
                                   .conforms({{"epochs", 1}, {"batch", 1}, {"momentum", 0.5}})
                                   .costs({{"K", 3}, {"S", 1}, {"batch", 1}}, [](const Seen&) {
                                     return both_ways(C * T / 3, C * T / 3, C * T);
                                   });

}  // namespace fednova_test
}  // namespace skald::test
