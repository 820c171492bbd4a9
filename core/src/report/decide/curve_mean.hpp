// Means over recent recorded values, for noisy curves.
//
// FedPA (Al-Shedivat et al. 2021, section 5) counts the rounds until the running mean over 10
// rounds first reaches a threshold, and compares means over the last 100 rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/study_runs.hpp"

namespace skald::report {

// running: a curve becomes the mean of each value and the count - 1 recorded before it. last: a
// final value becomes the mean of the last `count` recorded ones.
struct CurveMean {
  enum class Kind { running, last };
  Kind kind = Kind::running;
  std::size_t count = 10;  // recorded values
};

// Parses "running" (10 values), "running:20" or "last:100"; throws std::invalid_argument
// for other text.
CurveMean parse_curve_mean(std::string_view text);
std::string curve_mean_text(const CurveMean& mean);

// The values behind the iteration `restart`, where averages start anew (record::kRestartEvent).
record::Curve after_restart(record::Curve curve, std::optional<std::int64_t> restart);

// Returns the mean of the last `count` values at each record, from the first record that has as
// many, and of those on one side of `restart` alone; NaN if one of the values is NaN.
record::Curve running_mean(const record::Curve& curve, std::size_t count,
                           std::optional<std::int64_t> restart = {});

// Returns the mean of the last `count` values; NaN if there are fewer, or if one of them is NaN.
double last_mean(const record::Curve& curve, std::size_t count);

}  // namespace skald::report
