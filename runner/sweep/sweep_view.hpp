// The interface through which a sweep shows its progress.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

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

}  // namespace skald
