// Something that a sweep needs and cannot have for a while.
#pragma once

#include <chrono>
#include <string>

#include "sweep/sweep_view.hpp"

namespace skald {

// Begins with the first trouble and ends when things work again; the view is told of both, and
// meanwhile at growing intervals. Says when to try again: after a second, then ever later, up to
// ten seconds.
class Pause {
 public:
  using Clock = std::chrono::steady_clock;
  // `what` waits ("storing results"); the view outlives this.
  Pause(std::string what, SweepView& view);

  // An attempt begins.
  void attempted(Clock::time_point now);
  // It has failed. `trouble` says why, `state` what waits meanwhile.
  void failed(const std::string& trouble, const std::string& state, Clock::time_point now);
  // It has succeeded.
  void succeeded(Clock::time_point now);
  bool is_on() const { return is_on_; }
  // Whether it is time for an attempt; always while the pause is not on.
  bool is_due(Clock::time_point now) const { return !is_on_ || now >= next_attempt_; }
  // Why it is on.
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
