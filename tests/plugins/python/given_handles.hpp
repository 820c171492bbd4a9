// What a test gives to plugins in Python beside a federation.
#pragma once

#include "../metrics/given_observables.hpp"
#include "../samplers/clients/fixed_clock.hpp"
#include "fixed_accountant.hpp"
#include "problem/declared_releases.hpp"
#include "skald/release.hpp"
#include "written_plugin.hpp"

namespace skald::test {

struct NoClaims final : PublishedClaims {
  void claims(const char*, double, const char*) override {}
  void claims_nothing(const char*) override {}
};

// Starts a sampler with all that one may be given, and asks for its releases and claims.
inline void start_and_ask(Written& written) {
  const auto problem = federation();
  const FixedClock clock({1, 2, 3});
  const auto object = make<Sampler>(written.plugin(Kind::sampler));
  CHECK_NOTHROW(SamplerRun(*problem, *object, random_streams, nothing,
                           MatrixXd::Constant(3, 2, 0.5), &clock));
  CHECK_NOTHROW(problem::declared_releases(*object, problem->problem(), 7));
  NoClaims claims;
  CHECK_NOTHROW(object->claims(problem->problem(), 7, nothing, claims));
}

struct WithCosts final : GivenObservables {
  double cost(std::string_view) const override { return 1; }
};

}  // namespace skald::test
