// A wait for something that a sweep needs and cannot have for a while.
#pragma once

#include <chrono>
#include <string>

#include "sweep/sweep_view.hpp"

namespace skald {

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
