// A library to be preloaded into skald, before the C library. It simulates a slow or failing disk
// and a clock that jumps. SKALD_FAULTY_SYSTEM="seed=1 slow=20000 fail=50 clock=1" selects the
// faults. Each process makes its own decisions, determined by the seed and the order of its calls.
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

long setting(const char* name) {
  const char* text = std::getenv("SKALD_FAULTY_SYSTEM");
  const char* found = text == nullptr ? nullptr : std::strstr(text, name);
  return found == nullptr ? 0 : std::atol(found + std::strlen(name));
}

struct Settings {
  std::uint64_t seed = static_cast<std::uint64_t>(setting("seed="));
  std::uint64_t slow = static_cast<std::uint64_t>(setting("slow="));  // longest wait, microseconds
  std::uint64_t fail = static_cast<std::uint64_t>(setting("fail="));  // one call in this many fails
  bool clock = setting("clock=") != 0;
};

const Settings& settings() {
  static const Settings read;
  return read;
}

// SplitMix64 (Steele, Lea and Flood, 2014): the next number of the sequence.
std::uint64_t draw() {
  static std::atomic<std::uint64_t> calls{0};
  std::uint64_t z = settings().seed + 0x9e3779b97f4a7c15U * ++calls;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

template <class F>
F* original(const char* name) {
  return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

void take_time() {
  if (settings().slow > 0) ::usleep(static_cast<useconds_t>(draw() % settings().slow));
}

// Whether this call is to fail; if so, sets errno.
bool fails() {
  if (settings().fail == 0 || draw() % settings().fail != 0) return false;
  errno = draw() % 2 == 0 ? EIO : ENOSPC;
  return true;
}

// Whether the descriptor is a file of a file system, not memory.
bool is_file(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 0;
}

// Some seconds or some years, a different number every few calls.
time_t seconds_off() {
  static std::atomic<time_t> off{0};
  if (draw() % 8 == 0) {
    const std::uint64_t most = draw() % 2 == 0 ? 20 : 600'000'000;
    off = static_cast<time_t>(draw() % most) - static_cast<time_t>(most / 2);
  }
  return off;
}

bool is_of_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

}  // namespace

extern "C" {

int fsync(int descriptor) {
  static auto* const call = original<int(int)>("fsync");
  take_time();
  return fails() ? -1 : call(descriptor);
}

int fdatasync(int descriptor) {
  static auto* const call = original<int(int)>("fdatasync");
  take_time();
  return fails() ? -1 : call(descriptor);
}

int rename(const char* from, const char* to) noexcept {
  static auto* const call = original<int(const char*, const char*)>("rename");
  take_time();
  return fails() ? -1 : call(from, to);
}

int unlink(const char* file) noexcept {
  static auto* const call = original<int(const char*)>("unlink");
  take_time();
  return call(file);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  static auto* const call = original<ssize_t(int, const void*, size_t)>("write");
  return is_file(descriptor) && fails() ? -1 : call(descriptor, bytes, count);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t count, off64_t place) {
  static auto* const call = original<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
  return fails() ? -1 : call(descriptor, bytes, count, place);
}

int clock_gettime(clockid_t clock, timespec* now) noexcept {
  static auto* const call = original<int(clockid_t, timespec*)>("clock_gettime");
  const int result = call(clock, now);
  if (result == 0 && settings().clock && is_of_day(clock)) now->tv_sec += seconds_off();
  return result;
}

int gettimeofday(timeval* now, void* zone) noexcept {
  static auto* const call = original<int(timeval*, void*)>("gettimeofday");
  const int result = call(now, zone);
  if (result == 0 && settings().clock) now->tv_sec += seconds_off();
  return result;
}

time_t time(time_t* place) noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  if (place != nullptr) *place = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"
