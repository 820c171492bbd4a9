// The runs of a sweep that wait for a worker.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "grids/sweep_runs.hpp"
#include "store/store.hpp"

namespace skald {

class SweepQueue {
 public:
  // `pending`: indices into `runs`, which outlive this, in the order in which they are to be done.
  // `finished`: what had ended before.
  SweepQueue(const std::vector<SweepRun>& runs, const std::vector<std::size_t>& pending,
             const store::FinishedRuns& finished);

  // The next run; one whose reference has not ended yet lets others pass. None where all wait.
  std::optional<std::size_t> take();
  // The run is to be done again, after all others.
  void put_back(std::size_t run);

  void reference_ended(std::size_t run, record::RunStatus status) { references_[run] = status; }
  // How the run's reference ended; none where it names none.
  std::optional<record::RunStatus> reference_status(const SweepRun& run) const;

  const std::vector<std::size_t>& waiting() const { return waiting_; }

 private:
  bool is_ready(std::size_t run) const;

  const std::vector<SweepRun>& runs_;
  std::vector<std::size_t> waiting_;                     // the next one at the back
  std::map<std::size_t, record::RunStatus> references_;  // that have ended
};

}  // namespace skald
