// A clock whose clients always take the same time.
#pragma once

#include <algorithm>
#include <vector>

#include "skald/client_clock.hpp"

namespace skald::test {

// Client c takes `seconds[c]`, whatever it does, and is there from `arrivals[c]` on (0 if there are
// none).
struct FixedClock final : ClientClock {
  explicit FixedClock(std::vector<double> times) : seconds(std::move(times)) {}

  bool waits_for_all() const override { return limit == never && surplus == 0 && arrivals.empty(); }
  double deadline() const override { return limit; }
  double over_selection() const override { return surplus; }
  bool is_available(Index client, double time) const override {
    return arrivals.empty() || time >= arrivals[static_cast<std::size_t>(client)];
  }
  double next_change(double time) const override {
    double next = never;
    for (const double arrival : arrivals) {
      if (arrival > time) next = std::min(next, arrival);
    }
    return next;
  }
  double seconds_to_report(Index client, Index, std::int64_t, double,
                           const ClientWork&) const override {
    return seconds[static_cast<std::size_t>(client)];
  }
  double least_seconds(Index client, const ClientWork&) const override {
    return seconds[static_cast<std::size_t>(client)];
  }

  std::vector<double> seconds, arrivals;
  double limit = never, surplus = 0;
};

}  // namespace skald::test
