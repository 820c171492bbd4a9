#include "sweep/journal_notice.hpp"

#include <fmt/core.h>

#include <utility>

namespace skald {

JournalNotice::JournalNotice(std::string database, std::uintmax_t large)
    : database_(std::move(database)), large_(large) {}

std::optional<std::string> JournalNotice::of(std::uintmax_t bytes) {
  if (bytes <= large_) {
    if (std::exchange(told_, 0) == 0) return std::nullopt;
    return fmt::format("{}-wal is small again: what it held is in {}", database_, database_);
  }
  if (told_ > 0 && bytes < 2 * told_) return std::nullopt;
  told_ = bytes;
  return fmt::format(
      "{}-wal has grown to {} MiB, since another program reads {} in one long transaction (a shell "
      "that was left open?); it grows until that ends",
      database_, bytes >> 20, database_);
}

}  // namespace skald
