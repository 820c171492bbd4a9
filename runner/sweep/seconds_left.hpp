// How long a sweep will go on.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "sweep/run_pace.hpp"

namespace skald {

// The seconds of a run until its end: at its pace, or else what is left of those that such runs
// cost; nothing if neither is known.
std::optional<double> seconds_of_rest(const RunPace& pace, std::optional<double> cost,
                                      RunPace::Clock::time_point now);

// The seconds until the end of runs that need these seconds each, so many at once, and of `waiting`
// runs that cost cost_of(0), cost_of(1), ...: a sample of at most some hundred of them stands for
// all. The end is not before that of the longest run. Nothing if a run's seconds are not known.
std::optional<double> seconds_left(std::span<const std::optional<double>> running,
                                   std::size_t waiting,
                                   const std::function<std::optional<double>(std::size_t)>& cost_of,
                                   std::size_t at_once);

}  // namespace skald
