// What workers are told of the runs of a sweep.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "engine/engine.hpp"
#include "engine/messages.hpp"
#include "run/pause_point.hpp"
#include "store/store.hpp"
#include "sweep/run_record.hpp"
#include "sweep/sweep_plan.hpp"
#include "sweep/thread_share.hpp"

namespace skald {

class JobMaker {
 public:
  // All must outlive it.
  JobMaker(const SweepPlan& plan, const store::Store& store, const RunRecorder& recorder)
      : plan_(plan), store_(store), recorder_(recorder) {}

  // The threads of a run of the plan, as far as there are cores.
  RunThreads threads_of(std::size_t run) const;
  JobLimits limits_of(std::size_t run) const;
  // A run that is to be compared with its reference gets what that has left in the store. `pause`
  // is where the run is to wait for the others.
  RunJob make(std::size_t run, std::optional<run::PausePoint> pause);

 private:
  // Cells as text, which replicates of a cell have in common; the last that were used.
  const std::string& text_of(const grid::Cell& cell);

  const SweepPlan& plan_;
  const store::Store& store_;
  const RunRecorder& recorder_;
  std::unordered_map<const grid::Cell*, std::string> texts_;
};

}  // namespace skald
