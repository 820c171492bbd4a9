#include "sweep/screen.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kMostToldFailures = 1000;

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool wants_color() {
  const char* no_color = std::getenv("NO_COLOR");
  return no_color == nullptr || *no_color == '\0';
}

}  // namespace

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return "?";
  if (seconds < 59.95) return fmt::format("{:.1f}s", seconds);
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 3600) return fmt::format("{}m{:02}s", whole / 60, whole % 60);
  return fmt::format("{}h{:02}m", whole / 3600, whole % 3600 / 60);
}

Screen::Screen() : terminal_(is_error_terminal()), color_(terminal_ && wants_color()) {}

Screen::~Screen() {
  if (line_shown_) print_error("\n");
}

void Screen::start(std::size_t total, std::size_t cached) {
  total_ = total;
  cached_ = cached;
  progress_.seconds_left = std::nan("");
  started_ = last_shown_ = Clock::now();
}

// The first few are enough to see what a plugin says; programs are told all (--json).
void Screen::printed(std::string_view hash, std::string_view lines) {
  constexpr int kMost = 5;
  if (++shown_prints_ > kMost) return;
  say(fmt::format("     {}  printed:\n    {}", hash.substr(0, 12), text::printable(lines, "    ")));
}

void Screen::run_ended(const EndedRun& run) {
  counts_.add(run.status);
  if (record::is_result(run.status)) return;
  const std::string hash(run.hash.substr(0, 12));
  say(fmt::format("FAIL {}  {}: {}", hash, run.label, name_of(run.status)));
  // A failure that repeats word for word is shown in full only once.
  if (told_.contains(run.message)) return say("    as above; alone: " + run.alone);
  if (told_.size() < kMostToldFailures) told_.emplace(run.message);
  say(fmt::format("    {}\n    alone: {}", text::printable(run.message, "    "), run.alone));
}

std::string Screen::status_line() const {
  const std::size_t ended = counts_.ended(), wanted = total_ - cached_;
  const double elapsed = std::chrono::duration<double>(Clock::now() - started_).count();
  std::string line = fmt::format("[{}/{}]", ended, wanted);
  if (ended < wanted) {
    const double share =
        (static_cast<double>(ended) + progress_.share) / static_cast<double>(wanted);
    line += fmt::format(" {:.0f}%  {} running", std::floor(100 * share), progress_.running);
  }
  line += fmt::format("  ok {}", counts_.ok);
  if (counts_.failed > 0) line += fmt::format("  failed {}", counts_.failed);
  if (counts_.diverged > 0) line += fmt::format("  diverged {}", counts_.diverged);
  if (cached_ > 0) line += fmt::format("  cached {}", cached_);
  if (ended > 0) line += fmt::format("  {:.3g} runs/s", static_cast<double>(ended) / elapsed);
  line += fmt::format("  {} elapsed", duration(elapsed));
  if (ended < wanted) line += fmt::format("  ETA {}", duration(progress_.seconds_left));
  return line;
}

void Screen::erase() {
  if (line_shown_) steer_terminal("\r\x1b[K");
  line_shown_ = false;
}

void Screen::say(std::string_view line) {
  erase();
  print_error("{}\n", line);
}

void Screen::progress(const SweepProgress& progress) {
  progress_ = progress;
  const auto now = Clock::now();
  const std::chrono::milliseconds interval(terminal_ ? 100 : 10'000);
  if (now - last_shown_ < interval) return;
  last_shown_ = now;
  if (terminal_) return show_in_place();
  print_error(status_line() + "\n");
}

void Screen::show_in_place() {
  const std::string line = status_line().substr(0, terminal_width() - 1);
  const bool alarm = color_ && counts_.failed > 0;
  steer_terminal(
      fmt::format("\r{}{}{}\x1b[K", alarm ? "\x1b[31m" : "", line, alarm ? "\x1b[0m" : ""));
  line_shown_ = true;
}

void Screen::end(bool complete, const std::string& database, const std::string& next) {
  progress_.running = 0;
  say(status_line());
  say("results: " + database);
  if (counts_.failed > 0) say("failed:  skald query " + shell_word(database) + " failures");
  say("next:    " + next);
  if (!complete) say("not all runs are done; the same command goes on from here");
}

namespace {

constexpr std::chrono::seconds kFirstAttempt{1}, kLongestBetweenAttempts{10};
constexpr std::chrono::seconds kFirstWord{30};
constexpr std::chrono::minutes kLongestBetweenWords{10};

}  // namespace

Pause::Pause(std::string what, SweepView& view) : what_(std::move(what)), view_(view) {}

void Pause::attempted(Clock::time_point now) {
  if (!is_on_) return;
  between_attempts_ = std::min<Clock::duration>(2 * between_attempts_, kLongestBetweenAttempts);
  next_attempt_ = now + between_attempts_;
}

void Pause::failed(const std::string& trouble, const std::string& state, Clock::time_point now) {
  if (!is_on_) {
    is_on_ = true;
    begun_ = next_word_ = now;
    between_attempts_ = kFirstAttempt;
    next_attempt_ = now + between_attempts_;
    between_words_ = kFirstWord;
  }
  trouble_ = trouble;
  if (now < next_word_) return;
  const std::chrono::duration<double> elapsed = now - begun_;
  const std::string since = now > begun_ ? " for " + duration(elapsed.count()) : "";
  view_.say(fmt::format("{} is paused{}: {}; {}; it is tried again and again", what_, since,
                        trouble, state));
  next_word_ = now + between_words_;
  between_words_ = std::min<Clock::duration>(2 * between_words_, kLongestBetweenWords);
}

void Pause::succeeded(Clock::time_point now) {
  if (!is_on_) return;
  is_on_ = false;
  const std::chrono::duration<double> elapsed = now - begun_;
  view_.say(fmt::format("{} goes on after a pause of {}", what_, duration(elapsed.count())));
}

}  // namespace skald
