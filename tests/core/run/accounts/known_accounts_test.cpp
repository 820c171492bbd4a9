#include "run/accounts/known_accounts.hpp"

#include "test.hpp"

namespace known_accounts_test {

using privacy::NoisyRelease;

TEST_CASE("known accounts: the answers of the accountants, for whoever asks") {
  const std::vector<NoisyRelease> some{{2, Sampling::poisson, 0.01, 100},
                                       {3, Sampling::none, 1, 5}};
  std::vector<std::vector<NoisyRelease>> all{some};
  for (const auto change :
       {+[](NoisyRelease& r) { r.noise_multiplier = 2.5; }, +[](NoisyRelease& r) { r.rate = 0.02; },
        +[](NoisyRelease& r) { r.count = 101; }, +[](NoisyRelease& r) { r.steps = 2; },
        +[](NoisyRelease& r) { r.round_rate = 0.5; },
        +[](NoisyRelease& r) { r.sampling = Sampling::none; }}) {
    all.push_back(some);
    change(all.back().front());
  }
  for (int time = 0; time < 2; ++time) {
    for (const auto& releases : all) {
      for (const Accounting accounting : {Accounting::rdp, Accounting::pld}) {
        for (const double delta : {1e-5, 1e-6}) {
          privacy::Scope scope;
          scope.unit = time == 0 ? "record" : "client";
          const auto known = run::known_epsilon(releases, delta, accounting, scope);
          CHECK(known.epsilon == privacy::epsilon(releases, delta, accounting).epsilon);
          CHECK(known.scope.unit == scope.unit);
          CHECK(known.delta == delta);
        }
      }
    }
    CHECK(run::known_multiplier(some, {1, 1e-5}, Accounting::rdp) ==
          privacy::noise_multiplier(some, {1, 1e-5}, Accounting::rdp));
    CHECK(run::known_multiplier(some, {2, 1e-5}, Accounting::rdp) ==
          privacy::noise_multiplier(some, {2, 1e-5}, Accounting::rdp));
  }
}

}  // namespace known_accounts_test
