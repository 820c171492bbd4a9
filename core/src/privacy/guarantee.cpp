#include "privacy/guarantee.hpp"

#include <sstream>

namespace skald::privacy {

std::string_view name_of(Accounting accounting) {
  switch (accounting) {
    case Accounting::zcdp:
      return "zcdp";
    case Accounting::rdp:
      return "rdp";
    case Accounting::pld:
      return "pld";
    case Accounting::classical:
      return "classical";
  }
  return "unknown";
}

std::string describe(const Guarantee& guarantee) {
  std::ostringstream text;
  text.precision(6);
  text << "epsilon " << guarantee.epsilon;
  if (guarantee.epsilon_low > 0)
    text << " (at least " << guarantee.epsilon_low << " for the dominating pair)";
  text << " at delta " << guarantee.delta;
  if (guarantee.delta_low > 0)
    text << " (at least " << guarantee.delta_low << " for the dominating pair)";
  text << "; unit " << guarantee.scope.unit << "; adversary " << guarantee.scope.adversary
       << "; relation " << name_of(guarantee.relation) << "; sampling " << guarantee.sampling
       << "; accountant " << name_of(guarantee.accounting);
  if (guarantee.order > 0) text << ", order " << guarantee.order;
  if (guarantee.order_at_end) text << " (at the end of the grid of orders)";
  if (guarantee.interval > 0) text << ", interval " << guarantee.interval;
  return text.str();
}

}  // namespace skald::privacy
