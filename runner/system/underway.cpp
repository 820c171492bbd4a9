#include "system/underway.hpp"

#include <algorithm>
#include <utility>

#include "system/standard_streams.hpp"

namespace skald {

Underway::Underway(std::string doing, std::size_t of, Seconds quiet)
    : doing_(std::move(doing)), of_(of), on_terminal_(is_error_terminal()), begun_(Clock::now()) {
  interval_ = std::chrono::duration_cast<Clock::duration>(on_terminal_ ? std::min(quiet, Seconds(1))
                                                                       : quiet);
  next_ = begun_ + (on_terminal_ ? 2 * interval_ : interval_);
}

Underway::~Underway() {
  if (is_shown_) steer_terminal("\r\x1b[K");
}

void Underway::at(std::size_t done) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + interval_;
  const std::string all = of_ > 0 ? fmt::format(" of {}", of_) : "";
  const std::string line =
      fmt::format("{}: {}{}, {:.0f} s", doing_, done, all, Seconds(now - begun_).count());
  if (!on_terminal_) return print_error("{}\n", line);
  steer_terminal("\r" + line + "\x1b[K");
  is_shown_ = true;
}

}  // namespace skald
