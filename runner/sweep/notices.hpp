// What a sweep tells of besides its runs: a journal that cannot shrink, large tables in the making.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace skald {

// Of the journal (-wal) of a database.
class JournalNotice {
 public:
  static constexpr std::uintmax_t kLarge = std::uintmax_t{64} << 20;

  // `database` is the name to print. A journal of up to kLarge bytes is not mentioned.
  explicit JournalNotice(std::string database) : database_(std::move(database)) {}

  // Returns what to say of a journal that still has `bytes` bytes after an attempt to empty it:
  // something when it is large for the first time, whenever it has doubled since the last notice,
  // and when it is small again.
  std::optional<std::string> of(std::uintmax_t bytes);

 private:
  std::string database_;
  std::uintmax_t told_ = 0;  // size at the last notice, in bytes; 0 if the journal was small
};

// Of large tables that runs are putting into the cache.
class LargeTables {
 public:
  using Clock = std::chrono::steady_clock;
  // Returns a sentence for each table of more than data::kLargeFile bytes that some process has
  // begun to make and that was not told of before. Looks once in a while.
  std::vector<std::string> news(Clock::time_point now);

 private:
  std::set<std::string> told_;
  Clock::time_point next_look_{};
};

}  // namespace skald
