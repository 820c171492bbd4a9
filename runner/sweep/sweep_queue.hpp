// The runs of a sweep that wait for a worker.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store.hpp"

namespace skald {

class SweepQueue {
 public:
  // `pending` are indices into `runs`, in the order in which they are to be done; `runs` must
  // outlive this object. `finished` are the runs that had ended before the sweep.
  SweepQueue(std::span<const SweepRun> runs, const std::vector<std::size_t>& pending,
             const store::FinishedRuns& finished);

  // Returns the next run whose reference, if it has one, has ended; nothing if no run is ready.
  std::optional<std::size_t> next() const;
  // The same, and takes it out of the queue.
  std::optional<std::size_t> take();
  // Adds runs, to be done after all others, in this order.
  void add(const std::vector<std::size_t>& runs);
  // Puts back a run, to be done again after all others.
  void put_back(std::size_t run);
  // Puts back a run, to be done again before all others.
  void put_first(std::size_t run) { waiting_.push_back(run); }

  void reference_ended(std::size_t run, record::RunStatus status) { references_[run] = status; }
  // Returns how the run's reference ended; nothing if it has none.
  std::optional<record::RunStatus> reference_status(const SweepRun& run) const;

  const std::vector<std::size_t>& waiting() const { return waiting_; }

 private:
  // Of waiting_; its reverse end if no run is ready.
  std::vector<std::size_t>::const_reverse_iterator first_ready() const;
  bool is_ready(std::size_t run) const;

  std::span<const SweepRun> runs_;
  std::vector<std::size_t> waiting_;                     // the next one is at the back
  std::map<std::size_t, record::RunStatus> references_;  // reference runs that have ended, by index
};

}  // namespace skald
