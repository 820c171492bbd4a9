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

// A wait for something that a sweep needs and cannot have for a while.

// A pause begins with the first failed attempt and ends with the next one that succeeds. The view
// is told of both and, at growing intervals, that the pause lasts. Between attempts there is a wait
// of one second at first, then longer ones, up to ten seconds.
class Pause {
 public:
  using Clock = std::chrono::steady_clock;
  // `what` names the activity that is paused ("storing results"). The view must outlive this.
  Pause(std::string what, SweepView& view);

  // To be called when an attempt begins.
  void attempted(Clock::time_point now);
  // To be called when the attempt has failed. `trouble` says why, `state` what waits meanwhile.
  void failed(const std::string& trouble, const std::string& state, Clock::time_point now);
  // To be called when the attempt has succeeded.
  void succeeded(Clock::time_point now);
  bool is_on() const { return is_on_; }
  // Whether it is time for an attempt; always true while there is no pause.
  bool is_due(Clock::time_point now) const { return !is_on_ || now >= next_attempt_; }
  // Why the last attempt failed.
  const std::string& trouble() const { return trouble_; }

 private:
  std::string what_;
  SweepView& view_;
  bool is_on_ = false;
  std::string trouble_;
  Clock::time_point begun_, next_attempt_, next_word_;
  Clock::duration between_attempts_{}, between_words_{};
};

}  // namespace skald
