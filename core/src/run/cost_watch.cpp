#include "run/cost_watch.hpp"

#include <sys/time.h>

#include <stdexcept>
#include <string>
#include <variant>

#include "skald/parts/metrics/cost_table.hpp"
#include "text/number_text.hpp"
#include "threads/running_time.hpp"

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

namespace {

double cpu_seconds(const rusage& usage) {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

Stopwatch::Stopwatch() : begin_(threads::running_time()) { ::getrusage(RUSAGE_SELF, &usage_); }

record::MachineUse Stopwatch::elapsed() const {
  const std::chrono::duration<double> wall = threads::running_time() - begin_;
  rusage now{};
  ::getrusage(RUSAGE_SELF, &now);
  return {.wall_seconds = wall.count(),
          .cpu_seconds = cpu_seconds(now) - cpu_seconds(usage_),
          .metric_seconds = 0};
}

}  // namespace skald::run
