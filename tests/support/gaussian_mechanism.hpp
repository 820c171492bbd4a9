// Gaussian noise of a given multiplier, ready for use.
#pragma once

#include <memory>

#include "fixed_accountant.hpp"
#include "load_plugin.hpp"
#include "skald/mechanism.hpp"

namespace skald::test {

inline std::shared_ptr<Mechanism> gaussian_mechanism(double multiplier) {
  auto mechanism = load_plugin<Mechanism>("privacy/gaussian", {{"noise_multiplier", multiplier}});
  mechanism->prepare(FixedAccountant());
  return mechanism;
}

}  // namespace skald::test
