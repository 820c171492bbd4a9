#include "sweep/seconds_left.hpp"

#include <algorithm>

namespace skald {

void RunPace::report(double share, Clock::time_point now) {
  if (share < share_) first_.reset();  // a lost run begins anew
  if (!first_ && share > 0) first_ = Report{share, now};
  last_ = Report{share, now};
  share_ = share;
}

std::optional<double> RunPace::seconds_left(Clock::time_point now) const {
  constexpr double least_seconds = 1, least_share = 0.01;
  if (!first_) return std::nullopt;
  const double gained = last_->share - first_->share;
  const double took = std::chrono::duration<double>(last_->at - first_->at).count();
  if (took < least_seconds || gained < least_share) return std::nullopt;
  const double since = std::chrono::duration<double>(now - last_->at).count();
  return std::max((1 - share_) * took / gained - since, 0.0);
}

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
