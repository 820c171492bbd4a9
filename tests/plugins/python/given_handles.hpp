// What a test gives to plugins in Python beside a federation.
#pragma once

#include "../metrics/given_observables.hpp"
#include "../samplers/clients/fixed_clock.hpp"
#include "fixed_accountant.hpp"
#include "skald/release.hpp"

namespace skald::test {

struct NoClaims final : PublishedClaims {
  void claims(const char*, double, const char*) override {}
  void claims_nothing(const char*) override {}
};

struct WithCosts final : GivenObservables {
  double cost(std::string_view) const override { return 1; }
};

}  // namespace skald::test
