#include "sweep/seconds_left.hpp"

#include <algorithm>

namespace skald {

std::optional<double> seconds_of_rest(const RunPace& pace, std::optional<double> cost,
                                      RunPace::Clock::time_point now) {
  if (const auto at_pace = pace.seconds_left(now)) return at_pace;
  if (!cost) return std::nullopt;
  return *cost * (1 - pace.share());
}

std::optional<double> seconds_left(std::span<const std::optional<double>> running,
                                   std::size_t waiting,
                                   const std::function<std::optional<double>(std::size_t)>& cost_of,
                                   std::size_t at_once) {
  constexpr std::size_t most_sampled = 100;
  double sum = 0, longest = 0;
  const auto add = [&](std::optional<double> seconds, std::size_t runs) {
    sum += static_cast<double>(runs) * seconds.value_or(0);
    longest = std::max(longest, seconds.value_or(0));
    return seconds.has_value();
  };
  for (const std::optional<double>& rest : running) {
    if (!add(rest, 1)) return std::nullopt;
  }
  const std::size_t stride = waiting / most_sampled + 1;
  for (std::size_t i = 0; i < waiting; i += stride) {
    if (!add(cost_of(i), std::min(stride, waiting - i))) return std::nullopt;
  }
  return std::max(sum / static_cast<double>(std::max<std::size_t>(at_once, 1)), longest);
}

}  // namespace skald
