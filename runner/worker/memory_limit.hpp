// Limits and measures the memory of a run from inside its process.
#pragma once

#include <cstdint>
#include <optional>

namespace skald {

// While an object of this class lives, allocations fail beyond `bytes` of resident memory: the data
// segment may grow by what is left of them at construction. If `bytes` is empty, there is no limit.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::optional<std::int64_t> bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  std::optional<std::uint64_t> former_;  // the former limit, if it was changed
};

// Has this process keep up to 8 MiB of what a run frees for the next one: short runs would
// otherwise spend much of their time on page faults.
void keep_freed_memory();

// Returns freed memory beyond these 8 MiB to the system and resets the peak.
void reset_peak_memory();
// Returns the most resident bytes since reset_peak_memory(), among them up to 8 MiB that earlier
// runs have freed; 0 if unknown.
std::int64_t peak_memory();

}  // namespace skald
