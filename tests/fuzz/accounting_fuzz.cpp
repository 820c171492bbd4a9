// Fuzz target: bytes as a setting of the accountants, of which everything must hold that
// accounting_properties.hpp demands.
#include "../core/privacy/accounting_properties.hpp"
#include "fuzz_target.hpp"

FUZZ_TARGET(accounting, bytes) {
  namespace properties = accounting_properties;
  const std::string broken = properties::Properties(properties::setting_of(bytes)).broken();
  if (!broken.empty()) throw fuzz::Finding(broken);
}
