#include "run/cost_watch.hpp"

#include <stdexcept>
#include <string>
#include <variant>

#include "skald/parts/metrics/cost_table.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

constexpr double kMost = 9223372036854775808.0;  // 2^63

std::string written(std::int64_t count) { return std::to_string(count); }
std::string written(double count) { return text::number_text(count); }

template <class Number>
void require_count(const Cost& cost, Number before, Number now, std::int64_t iteration) {
  const bool can_be = now >= 0 && now >= before && static_cast<double>(now) <= kMost;  // and no NaN
  if (can_be) return;
  throw std::runtime_error(
      "the ledger has " + std::string(cost.name) + " = " + written(now) + " after iteration " +
      std::to_string(iteration) + ", and had " + written(before) +
      " before; expected a finite number from there to 2^63: correct the sampler, which is to add "
      "to the ledger what it costs, and to assign nothing");
}

}  // namespace

void CostWatch::accept(const Ledger& ledger, std::int64_t iteration) {
  for (const Cost& cost : kCosts) {
    if (const auto* whole = std::get_if<std::int64_t Ledger::*>(&cost.counter)) {
      require_count(cost, accepted_.**whole, ledger.**whole, iteration);
    } else if (const auto* real = std::get_if<double Ledger::*>(&cost.counter)) {
      require_count(cost, accepted_.**real, ledger.**real, iteration);
    }
  }
  accepted_ = ledger;
}

}  // namespace skald::run
