// How a sweep shows its progress, and what it tells beside it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/records.hpp"

namespace skald {

struct EndedRun {
  std::string_view hash;
  std::string label;  // place in the grid, for people
  record::RunStatus status = record::RunStatus::ok;
  double wall_seconds = 0;
  std::string_view message;
  std::string alone;  // the command that does only this run
};

struct SweepProgress {
  std::size_t running = 0;
  double share = 0;         // the sum of the shares that the running runs have done
  double seconds_left = 0;  // NaN if not known yet
};

struct SweepCounts {
  std::size_t ok = 0, diverged = 0, failed = 0;

  std::size_t ended() const { return ok + diverged + failed; }
  void add(record::RunStatus status) {
    ++(status == record::RunStatus::ok         ? ok
       : status == record::RunStatus::diverged ? diverged
                                               : failed);
  }
};

class SweepView {
 public:
  virtual ~SweepView() = default;

  // `total` counts all runs of the sweep, `cached` those of them that had ended before.
  virtual void start(std::size_t total, std::size_t cached) = 0;
  // `runs` further runs were added to those that start() counted.
  virtual void more(std::size_t runs) = 0;
  // So many of them were stopped at a rung of a race, and do not end.
  virtual void fewer(std::size_t runs) = 0;
  virtual void run_started(std::string_view hash, const std::string& label) = 0;
  // The last lines that plugins have printed during a run; called before run_ended().
  virtual void printed(std::string_view hash, std::string_view lines) = 0;
  // Called when the run is in the store; if it could not be stored, its message says why.
  virtual void run_ended(const EndedRun& run) = 0;
  // Shows something that the user should know.
  virtual void say(std::string_view line) = 0;
  // Called many times a second.
  virtual void progress(const SweepProgress& progress) = 0;
  // `next`: what to do with the database, as a command line.
  virtual void end(bool complete, const std::string& database, const std::string& next) = 0;
};

// What a sweep tells of besides its runs: a journal that cannot shrink, large tables in the making.

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

// Reports a sweep to programs: one JSON object per line on stdout.

// Prints the objects of schemas/events.schema.json; progress at most once a second.
class SweepEvents final : public SweepView {
 public:
  void start(std::size_t total, std::size_t cached) override;
  void more(std::size_t runs) override;
  void fewer(std::size_t runs) override;
  void run_started(std::string_view hash, const std::string& label) override;
  void printed(std::string_view hash, std::string_view lines) override;
  void run_ended(const EndedRun& run) override;
  void say(std::string_view line) override;
  void progress(const SweepProgress& progress) override;
  void end(bool complete, const std::string& database, const std::string& next) override;

 private:
  SweepCounts counts_;
  std::chrono::steady_clock::time_point last_progress_;
};

}  // namespace skald
