// SCAFFOLD: what it remembers, and what it costs.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

TEST_CASE("SCAFFOLD keeps control variates of the clients that have taken part, and of no others") {
  const auto federation = quadratic_federation(random_rows(1, 2, std::vector<Index>(50, 1), true));
  const auto sampler = load_plugin<Sampler>("sampler/scaffold", {{"K", 2}, {"S", 3}, {"lr", 0.1}});
  const random::PhiloxRandom random(1, 0);
  SamplerRun run(*federation, *sampler, random, nothing, MatrixXd::Zero(2, 2));
  CHECK(run.state().at(5).size() == 0);
  for (Index rounds = 1; rounds <= 4; ++rounds) {
    run.advance(2);
    const auto state = run.state();
    CHECK(state.at(6).cols() >= 3);
    CHECK(state.at(6).cols() <= 2 * 3 * rounds);
    CHECK(state.at(5).cols() == 2 * state.at(6).cols());
  }
}

namespace {

using namespace ledger_terms;

const ShippedSampler scaffold =
    ShippedSampler("scaffold")
        .conforms({{"K", 3}, {"lr", 0.3}})
        .conforms({{"K", 3}, {"option", "I"}, {"S", 2}, {"lr", 0.3}})
        .conforms({{"K", 3}, {"stragglers", 0.5}, {"lr", 0.3}})
        // Controls are computed from moves and models, except by those that were absent.
        .costs({{"K", 3}, {"S", 2}, {"batch", 1}},
               [](const Seen&) {
                 const double served = C * T / 3 * 2;
                 return Cost{C * T / 3, served * F, (served + absent(2, 3)) * F, C * T * 2};
               })
        .costs({{"K", 3}}, [](const Seen&) { return everyone_in(T / 3, T * n); })
        // Its first option takes a full gradient more in every round.
        .costs({{"K", 3}, {"option", "I"}},
               [](const Seen&) {
                 return Cost{C * T / 3, C * T / 3 * N * 2 * F, C * (T / 3 * 2 - 1) * N * F,
                             C * T / 3 * (3 + 1) * n};
               })
        // Both of its messages are compressed.
        .costs({{"K", 3}, {"compressor", "sign"}}, [](const Seen&) {
          return Cost{C * T / 3, C * T / 3 * N * 2 * (32 + d), C * (T / 3 * 2 - 1) * N * F,
                      C * T * n};
        });

}  // namespace
