// Where a run pauses, so that others can be compared with it there.
#pragma once

#include <cstdint>
#include <string>

namespace skald::run {

// The first record of the metric that is made when so many rounds, or iterations, are done. Rounds
// are those that have taken place, per chain, without those of a start.
struct PausePoint {
  std::string metric;
  std::int64_t at = 0;
  bool in_rounds = false;

  bool operator==(const PausePoint&) const = default;

  static auto fields(auto& pause) { return std::tie(pause.metric, pause.at, pause.in_rounds); }
};

}  // namespace skald::run
