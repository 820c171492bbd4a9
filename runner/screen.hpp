// What a person sees of a sweep, on stderr.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "store/records.hpp"

namespace skald {

// One status line in place on a terminal; elsewhere a line every ten seconds.
class Screen {
 public:
  explicit Screen(std::size_t workers);

  void start(std::size_t total, std::size_t cached);
  void run_started() { ++running_; }
  // `share` in [0, 1]: how much of all running jobs is done, added up.
  void progress(double share) { share_ = share; }
  void run_ended(RunStatus status, double wall_seconds);
  // A line that stays, above the status line.
  void say(std::string_view line);
  void tick();
  void end();

  std::size_t ok() const { return ok_; }
  std::size_t diverged() const { return diverged_; }
  std::size_t failed() const { return failed_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::string status_line() const;
  double seconds_left() const;
  void erase();

  bool terminal_;
  bool color_;
  bool line_shown_ = false;
  std::size_t workers_;
  std::size_t total_ = 0, cached_ = 0, running_ = 0, ok_ = 0, diverged_ = 0, failed_ = 0;
  double share_ = 0;
  double wall_of_ended_ = 0;
  Clock::time_point started_, last_shown_;
};

// "6.2s", "4m05s", "2h13m".
std::string duration(double seconds);

}  // namespace skald
