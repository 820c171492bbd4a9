// What the test of a sampler says of it for the checks that every shipped sampler must pass.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "all_samplers/recounted_ledger.hpp"
#include "shipped_plugin.hpp"

namespace skald::test {

// A tolerance for chains that are exact up to Monte Carlo error.
inline constexpr double kExact = 1e-9;

// The cases of one sampler, one or more of either sort for each variant that its options make.
// Declared at namespace scope of its own test, or of that of its family:
//   const ShippedSampler fald = ShippedSampler("fald")
//                                   .conforms({{"p_c", 0.5}})
//                                   .costs({{"K", 4}}, [](const Seen&) { ... });
// For every sampler that it ships, the build makes two tests, "sampler NAME conforms" and "the
// ledger of NAME", which fail if no cases are declared.
class ShippedSampler {
 public:
  explicit ShippedSampler(std::string name) : plugin_(Kind::sampler, std::move(name)) {}

  // With these options it passes the conformance kit, and with other values of each of them but the
  // `held` ones.
  const ShippedSampler& conforms(std::vector<Setting> options,
                                 double tolerance = conformance::kDefaultTolerance,
                                 std::vector<std::string> held = {}) const;
  // With these options a run costs what the formula says.
  const ShippedSampler& costs(std::vector<Setting> options,
                              std::function<ledger_terms::Cost(const ledger_terms::Seen&)> formula,
                              const LedgerRun& run = {}) const;

 private:
  ShippedPlugin plugin_;
};

void check_ledger(const std::string& sampler);

}  // namespace skald::test
