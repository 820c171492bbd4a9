// Tells of large tables that runs are putting into the cache.
#pragma once

#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace skald {

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
