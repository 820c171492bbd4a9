// How much memory a run may have and has had, from inside its process.
#pragma once

#include <cstdint>
#include <optional>

namespace skald {

// As long as it lives, allocations fail beyond `bytes` of resident memory (no limit where nothing
// is given): the data segment may grow by what is left of them now.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::optional<std::int64_t> bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  std::optional<std::uint64_t> former_;  // what the limit was, where it was changed
};

// Gives freed memory back to the system and starts the peak anew.
void reset_peak_memory();
// Most resident bytes since then; 0 where unknown.
std::int64_t peak_memory();

}  // namespace skald
