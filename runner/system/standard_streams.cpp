#include "system/standard_streams.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "text/printable.hpp"

namespace skald {
namespace {

void print(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

}  // namespace

void reserve_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // open() returns the lowest free number, which is this one. Reading from it ends at once,
    // writing to it fails.
    ::open("/dev/null", O_RDONLY);
  }
}

void outlive_readers() { ::signal(SIGPIPE, SIG_IGN); }

void print_out(std::string_view text) { print(stdout, text::printable(text)); }

void print_error(std::string_view text) { print(stderr, text::printable(text)); }

void print_data(std::string_view bytes) {
  ::isatty(STDOUT_FILENO) == 1 ? print_out(bytes) : print(stdout, bytes);
}

bool is_error_terminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

void steer_terminal(std::string_view text) { print(stderr, text); }

bool is_output_written() { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

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
