#include "screen.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace skald {
namespace {

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds < 60) return fmt::format("{:.1f}s", seconds);
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 3600) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}h{:02}m", whole / 3600, whole % 3600 / 60);
}

Screen::Screen(std::size_t workers)
    : terminal_(::isatty(STDERR_FILENO) == 1),
      color_(terminal_ && std::getenv("NO_COLOR") == nullptr),
      workers_(workers) {}

void Screen::start(std::size_t total, std::size_t cached) {
  total_ = total;
  cached_ = cached;
  started_ = last_shown_ = Clock::now();
}

void Screen::run_ended(RunStatus status, double wall_seconds) {
  --running_;
  wall_of_ended_ += wall_seconds;
  if (status == RunStatus::ok) {
    ++ok_;
  } else if (status == RunStatus::diverged) {
    ++diverged_;
  } else {
    ++failed_;
  }
}

double Screen::seconds_left() const {
  const std::size_t ended = ok_ + diverged_ + failed_;
  const std::size_t left = total_ - cached_ - ended;
  const double elapsed = std::chrono::duration<double>(Clock::now() - started_).count();
  const double done = static_cast<double>(ended) + share_;
  if (done <= 0) return std::nan("");
  // The mean cost of a run: of those that ended, else judged by the share of the running ones.
  const double cost = ended > 0 ? wall_of_ended_ / static_cast<double>(ended)
                                : elapsed * static_cast<double>(running_) / done;
  const double parallel =
      static_cast<double>(std::clamp<std::size_t>(left, 1, std::max<std::size_t>(workers_, 1)));
  return std::max(0.0, static_cast<double>(left) - share_) * cost / parallel;
}

std::string Screen::status_line() const {
  const std::size_t ended = ok_ + diverged_ + failed_;
  const std::size_t wanted = total_ - cached_;
  const double elapsed = std::chrono::duration<double>(Clock::now() - started_).count();
  std::string line = fmt::format("[{}/{}] {} running, {} ok", ended, wanted, running_, ok_);
  if (failed_ > 0) line += fmt::format(", {} failed", failed_);
  if (diverged_ > 0) line += fmt::format(", {} diverged", diverged_);
  if (cached_ > 0) line += fmt::format(", {} cached", cached_);
  line += fmt::format(", {} elapsed", duration(elapsed));
  if (ended < wanted) line += fmt::format(", ETA {}", duration(seconds_left()));
  return line;
}

void Screen::erase() {
  if (line_shown_) fmt::print(stderr, "\r\x1b[K");
  line_shown_ = false;
}

void Screen::say(std::string_view line) {
  erase();
  fmt::print(stderr, "{}\n", line);
}

void Screen::tick() {
  const auto now = Clock::now();
  const std::chrono::milliseconds interval(terminal_ ? 100 : 10'000);
  if (now - last_shown_ < interval) return;
  last_shown_ = now;
  if (!terminal_) {
    fmt::print(stderr, "{}\n", status_line());
    return;
  }
  const std::string line = status_line().substr(0, terminal_width() - 1);
  const bool alarm = color_ && failed_ > 0;
  fmt::print(stderr, "\r{}{}{}\x1b[K", alarm ? "\x1b[31m" : "", line, alarm ? "\x1b[0m" : "");
  line_shown_ = true;
}

void Screen::end() {
  erase();
  fmt::print(stderr, "{}\n", status_line());
}

}  // namespace skald
