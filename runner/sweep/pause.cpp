#include "sweep/pause.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "sweep/screen.hpp"

namespace skald {
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
