// Shows a sweep to people, on stderr: a status line that is updated in place on a terminal, or a
// line every ten seconds elsewhere; failures as they occur.
#pragma once

#include <chrono>
#include <set>
#include <string>

#include "sweep/sweep_view.hpp"

namespace skald {

class Screen final : public SweepView {
 public:
  Screen();
  ~Screen() override;  // leaves the cursor on a line of its own

  void start(std::size_t total, std::size_t cached) override;
  void more(std::size_t runs) override { total_ += runs; }
  void fewer(std::size_t runs) override { total_ -= runs; }
  void run_started(std::string_view, const std::string&) override {}
  void printed(std::string_view hash, std::string_view lines) override;
  void run_ended(const EndedRun& run) override;
  void say(std::string_view line) override;
  void progress(const SweepProgress& progress) override;
  void end(bool complete, const std::string& database, const std::string& next) override;

 private:
  using Clock = std::chrono::steady_clock;
  std::string status_line() const;
  void show_in_place();
  void erase();

  bool terminal_;
  bool color_;
  bool line_shown_ = false;
  std::size_t total_ = 0, cached_ = 0;
  SweepCounts counts_;
  SweepProgress progress_;
  std::set<std::string, std::less<>> told_;  // messages of failures that were shown
  int shown_prints_ = 0;
  Clock::time_point started_, last_shown_;
};

// Formats a duration: "6.2s", "4m05s", "2h13m", or "?" if it is not finite.
std::string duration(double seconds);

}  // namespace skald
