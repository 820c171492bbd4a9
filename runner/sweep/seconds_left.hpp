// How long a sweep will go on, by the pace of its runs.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace skald {

// How far a run is, and how long it will go on at its pace.

// The pace of one run under way, from what it reports: 0 when it begins to load, then what it has
// done. A run that continues from a checkpoint had done some of that before, so its pace is that
// from the first report above 0 on.
class RunPace {
 public:
  using Clock = std::chrono::steady_clock;

  // The run has done this share of its work, 0 to 1.
  void report(double share, Clock::time_point now);
  double share() const { return share_; }
  // Returns the seconds until its end, at least 0, if the reports tell its pace: those
  // above 0 have to be a second and a hundredth of the run apart.
  std::optional<double> seconds_left(Clock::time_point now) const;

 private:
  struct Report {
    double share = 0;
    Clock::time_point at;
  };
  std::optional<Report> first_, last_;
  double share_ = 0;
};

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
