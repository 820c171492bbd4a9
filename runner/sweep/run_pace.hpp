// How far a run is, and how long it will go on at its pace.
#pragma once

#include <chrono>
#include <optional>

namespace skald {

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

}  // namespace skald
