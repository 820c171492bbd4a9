#include "sweep/surroundings.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "store/store.hpp"
#include "sweep/declaration.hpp"
#include "sweep/probe.hpp"
#include "sweep/run_record.hpp"
#include "system/fresh_folder.hpp"

namespace skald {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kMostTries = 200;
constexpr std::chrono::milliseconds kLongestTries{300};

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// Processor time of this process.
double own_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Runs done over and over, and the time around each.
struct Tried {
  std::vector<record::RunRecord> records;
  double around = 0, own = 0;  // seconds a run: all of it, and processor time of this process
};

// Each gets a hash of its own, as if it were another run.
record::RunRecord numbered(record::RunRecord record, std::size_t number) {
  const std::string digits = std::to_string(number);
  record.hash.replace(0, digits.size(), digits);
  record.replicate = static_cast<std::int64_t>(number);
  return record;
}

Tried try_often(const SweepRun& run, const RunRecorder& recorder, Engine& engine) {
  Tried tried;
  const double own = own_seconds();
  const auto begun = Clock::now();
  for (int i = 0; i < kMostTries && Clock::now() - begun < kLongestTries; ++i) {
    auto done = do_short_run(run, engine);
    if (!done) break;
    tried.around += done->seconds - done->answer.outcome.used.wall_seconds;
    record::RunRecord record = recorder.record(run, record::now(), nullptr);
    add_outcome(std::move(done->answer), record);
    tried.records.push_back(numbered(std::move(record), tried.records.size()));
  }
  const auto count = static_cast<double>(std::max<std::size_t>(tried.records.size(), 1));
  tried.around /= count;
  tried.own = (own_seconds() - own) / count;
  return tried;
}

}  // namespace

std::optional<Surroundings> measure_surroundings(const LoadedGrid& loaded,
                                                 const std::vector<SweepRun>& runs, std::size_t run,
                                                 plugin_host::PluginHost& host, Engine& engine) {
  const auto first = do_short_run(runs[run], engine);
  if (!first) return std::nullopt;
  const ScratchFolder folder;
  store::Store store = store::Store::open(folder.path() / "around.db");
  const std::size_t which[] = {run};
  const RunRecorder recorder(declare(loaded, runs, which, store), host);
  Tried tried = try_often(runs[run], recorder, engine);
  if (tried.records.empty()) return std::nullopt;
  const auto begun = Clock::now();
  RunCommitter(store).commit(tried.records);
  const double storing = seconds_since(begun) / static_cast<double>(tried.records.size());
  return Surroundings{
      .start = std::max(first->seconds - first->answer.outcome.used.wall_seconds, 0.0),
      .per_run = tried.around + storing,
      .runner = tried.own + storing};
}

double forecast_seconds(double work, std::size_t runs, std::size_t workers,
                        const Surroundings& around) {
  const auto count = static_cast<double>(runs);
  const double shared = (work + count * around.per_run) / static_cast<double>(workers);
  return around.start + std::max(shared, count * around.runner);
}

}  // namespace skald
