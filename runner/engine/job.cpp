#include "engine/job.hpp"

#include "grid/canonical.hpp"

namespace skald {

Job job_of(const run::RunRequest& request) {
  Job job;
  job.cell = grid::write_cell(request.cell);
  job.replicate = request.replicate;
  job.is_reference = request.is_reference;
  job.reference = request.reference;
  job.why_no_reference = request.why_no_reference;
  job.pause = request.pause;
  return job;
}

run::RunRequest request_of(const Job& job, const grid::Cell& cell) {
  return {.cell = cell,
          .replicate = job.replicate,
          .is_reference = job.is_reference,
          .reference = job.reference,
          .why_no_reference = job.why_no_reference,
          .checkpoints = {},
          .pause = job.pause,
          .samples = nullptr,
          .after_loading = {}};
}

}  // namespace skald
