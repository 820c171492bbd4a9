// What a guarantee takes for granted, by unit, adversary and sampling.
#include "run/privacy_statement.hpp"

#include "test.hpp"

namespace premises_test {

using namespace skald::run;
using Catch::Contains;

namespace {

constexpr Claim kServer{.delta = 1e-5};
constexpr Claim kObserver{.delta = 1e-5, .adversary = Adversary::observer};

Release of_record(Sampling sampling, double participation = 1) {
  return {.client = 0,
          .count = 10,
          .sampling = sampling,
          .rate = sampling == Sampling::none ? 1 : 0.5,
          .participation = participation};
}

}  // namespace

TEST_CASE("records: clients add the noise, batches are secret, and for observers who takes part") {
  CHECK(premises({}, kServer).empty());
  const std::string plain = premises({of_record(Sampling::none, 0.5)}, kServer);
  CHECK_THAT(plain, Contains("Each client adds the noise") && !Contains("secret"));
  CHECK_THAT(premises({of_record(Sampling::without_replacement)}, kServer),
             Contains("a message is made of must stay secret. "));
  for (const Sampling random_size : {Sampling::poisson, Sampling::balls_in_bins}) {
    CHECK_THAT(premises({of_record(random_size)}, kServer),
               Contains("a message is made of must stay secret, and how many. "));
  }
  const std::string observed = premises({of_record(Sampling::none, 0.5)}, kObserver);
  CHECK_THAT(observed, Contains("Who takes part in a round must stay secret: the server"));
  CHECK_THAT(premises({of_record(Sampling::none)}, kObserver), !Contains("takes part"));
  Release langevin = of_record(Sampling::none);
  langevin.own_noise = 2;
  CHECK_THAT(premises({langevin}, kServer),
             Contains("noise that clients share is known to all") && !Contains("Each client adds"));
}

TEST_CASE("clients: who adds the noise, and who takes part") {
  Release whole{.client = -1,
                .unit = Unit::client,
                .count = 10,
                .sampling = Sampling::poisson,
                .rate = 0.5,
                .noised_by_server = true};
  CHECK_THAT(premises({whole}, kObserver),
             Contains("The server is trusted") && Contains("and how many do. "));
  whole.noised_by_server = false;
  whole.sampling = Sampling::without_replacement;
  CHECK_THAT(premises({whole}, kServer), Contains("secure aggregation") && !Contains("secret"));
  CHECK_THAT(premises({whole}, kObserver),
             Contains("Who takes part in a round must stay secret. "));
}

}  // namespace premises_test
