#include "sweep/notices.hpp"

#include <fmt/core.h>

#include <utility>

#include "data/file_cache.hpp"

namespace skald {
namespace {

constexpr std::chrono::seconds kBetweenTableLooks{1};

}  // namespace

std::optional<std::string> JournalNotice::of(std::uintmax_t bytes) {
  if (bytes <= kLarge) {
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

std::vector<std::string> LargeTables::news(Clock::time_point now) {
  std::vector<std::string> lines;
  if (now < next_look_) return lines;
  next_look_ = now + kBetweenTableLooks;
  for (const data::FileInMaking& file : data::files_in_making()) {
    if (!told_.insert(file.name).second) continue;
    lines.push_back(fmt::format(
        "a table is being made, once for all runs that read it: {}; skald data cache lists what is "
        "there, and empties it",
        data::place_of_bytes(file.size)));
  }
  return lines;
}

}  // namespace skald
