// Lends the cores that no run of a sweep needs to runs that can use them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "engine/engine.hpp"
#include "sweep/thread_share.hpp"

namespace skald {

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
