#include "worker/memory_limit.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace skald {
namespace {

constexpr int kKept = 8 << 20;  // bytes of freed memory that stay with the process between runs

// Returns an entry of /proc/self/status in bytes; 0 if unknown. Read at once, as every run asks.
std::int64_t status_entry(const std::string& name) {
  std::string text(1 << 13, '\0');
  std::ifstream status("/proc/self/status");
  status.read(text.data(), std::ssize(text));
  const std::string key = "\n" + name + ":";
  const std::size_t found = text.find(key);
  return found == text.npos ? 0 : std::atoll(text.c_str() + found + key.size()) * 1024;
}

rlimit data_limit() {
  rlimit limit{};
  ::getrlimit(RLIMIT_DATA, &limit);
  return limit;
}

void set_data_limit(rlim_t bytes) {
  rlimit limit = data_limit();
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  ::setrlimit(RLIMIT_DATA, &limit);
}

}  // namespace

MemoryLimit::MemoryLimit(std::optional<std::int64_t> bytes) {
  if (!bytes) return;
  ::malloc_trim(0);  // so that what earlier runs left does not count
  const std::int64_t data = status_entry("VmData");
  if (data == 0) return;
  const std::int64_t left = std::max<std::int64_t>(*bytes - status_entry("VmRSS"), 0);
  former_ = data_limit().rlim_cur;
  set_data_limit(static_cast<rlim_t>(data + left));
}

MemoryLimit::~MemoryLimit() {
  if (former_) set_data_limit(*former_);
}

void keep_freed_memory() {
  // Setting either switches off the C library's own adjustment of both; 32 MiB is as far as that
  // raises the second.
  ::mallopt(M_TRIM_THRESHOLD, kKept);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

void reset_peak_memory() {
  // A trim takes all free pages from the next run, and it is to have those again.
  if (::mallinfo2().fordblks > kKept) ::malloc_trim(kKept);
  std::ofstream("/proc/self/clear_refs") << "5";
}

std::int64_t peak_memory() { return status_entry("VmHWM"); }

}  // namespace skald
