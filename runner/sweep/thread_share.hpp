// How many runs with how many threads the cores of a sweep are for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "engine/engine.hpp"
#include "grids/sweep_runs.hpp"

namespace skald {

// The option run.threads of a cell.
struct RunThreads {
  std::int64_t own = 1;  // that the run has from its beginning to its end
  bool borrows = false;  // "auto": it also uses cores that are idle
};

RunThreads threads_of(const grid::Cell& cell);

struct ThreadShare {
  std::size_t workers = 1;   // runs at a time
  std::int64_t threads = 1;  // the most that a run has of its own
  bool borrows = false;      // whether some run also uses idle cores
  std::int64_t cores = 1;    // of all runs together
};

// Shares `cores` so that no choice of these runs at a time has more threads than there are cores: a
// run has as many of its own as its cell states, or all cores if these are fewer, and as many runs
// at a time as there is room for if all had the most of any.
ThreadShare thread_share(std::span<const SweepRun> runs, std::size_t cores);

// Lends the cores that no run of a sweep needs to runs that can use them.

// At every moment, the threads that runs have of their own and the cores lent and not yet given
// back are together no more than the cores of the sweep, as long as no run begins without
// has_room().
class IdleCores {
 public:
  // Borrows the engine, which does the runs by the numbers given here.
  IdleCores(std::int64_t cores, Engine& engine) : cores_(cores), engine_(engine) {}

  void began(std::size_t run, RunThreads threads) { runs_[run] = {threads}; }
  void ended(std::size_t run) { runs_.erase(run); }

  // Whether a run with that many threads of its own may begin. If not, divide() must have reserved
  // them first, and the runs that hold them must have given them back.
  bool has_room(std::int64_t own) const { return own_ones() + lent() + own <= cores_; }
  // Lends all idle cores but `reserved` ones, in equal parts; what remains goes to the runs with
  // the lowest numbers.
  void divide(std::int64_t reserved);
  // Whether cores are to come back.
  bool is_waiting() const;

 private:
  struct Running {
    RunThreads threads;
    int granted = 0;
    int most_granted = 0;  // since nothing was lent
  };

  std::int64_t own_ones() const;
  std::int64_t lent() const;
  // What the run's account says, which a plugin may have overwritten, but no more than it was ever
  // granted.
  int lent(std::size_t run, const Running& running) const;
  void grant(std::size_t run, Running& running, int cores);

  std::int64_t cores_;
  Engine& engine_;
  std::map<std::size_t, Running> runs_;
};

}  // namespace skald
