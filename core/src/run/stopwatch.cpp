#include "run/stopwatch.hpp"

#include <sys/time.h>

#include "threads/running_time.hpp"

namespace skald::run {
namespace {

double cpu_seconds(const rusage& usage) {
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

Stopwatch::Stopwatch() : begin_(threads::running_time()) { ::getrusage(RUSAGE_SELF, &usage_); }

record::MachineUse Stopwatch::elapsed() const {
  const std::chrono::duration<double> wall = threads::running_time() - begin_;
  rusage now{};
  ::getrusage(RUSAGE_SELF, &now);
  return {.wall_seconds = wall.count(),
          .cpu_seconds = cpu_seconds(now) - cpu_seconds(usage_),
          .metric_seconds = 0};
}

}  // namespace skald::run
