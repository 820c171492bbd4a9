#include "sweep/job_maker.hpp"

#include <algorithm>

#include "database/reference_artifacts.hpp"
#include "engine/checkpoint_file.hpp"
#include "engine/sample_file.hpp"
#include "grid/canonical.hpp"
#include "run/run_plan.hpp"

namespace skald {
namespace {

constexpr std::size_t kMostTexts = 1000;

bool keeps_samples(const grid::Cell& cell) {
  const options::OptionValue* value = cell.find(options::Section::run, "keep_samples");
  return value != nullptr && *value == options::OptionValue(true);
}

}  // namespace

RunThreads JobMaker::threads_of(std::size_t run) const {
  RunThreads threads = skald::threads_of(*plan_.runs[run].cell);
  threads.own = std::min(threads.own, plan_.threads.threads);
  return threads;
}

JobLimits JobMaker::limits_of(std::size_t run) const {
  const grid::Cell& cell = *plan_.runs[run].cell;
  JobLimits limits{.seconds = cell.number(options::Section::run, "limits.seconds"),
                   .memory = std::nullopt};
  if (const auto bytes = cell.number(options::Section::run, "limits.memory")) {
    limits.memory = static_cast<std::int64_t>(*bytes);
  }
  return limits;
}

RunJob JobMaker::make(std::size_t index, std::optional<run::PausePoint> pause) {
  const SweepRun& run = plan_.runs[index];
  RunJob job;
  job.pause = pause;
  job.run = run.hash.text();
  job.cell = text_of(*run.cell);
  job.replicate = static_cast<std::uint64_t>(run.replicate);
  job.is_reference = run.is_reference;
  job.memory = limits_of(index).memory;
  const RunThreads threads = threads_of(index);
  job.borrows = threads.borrows;
  job.threads = threads.borrows ? std::min(plan_.threads.cores, run::kAnyThreads) : threads.own;
  recorder_.declare_inputs(run, job);
  job.checkpoint = {
      .file = (checkpoint_folder(store_.file()) / run.hash.text()).string(),
      .identity = recorder_.checkpoint_identity(run),
      .seconds = run.cell->number(options::Section::run, "checkpoint_seconds").value_or(0)};
  if (keeps_samples(*run.cell)) job.samples = sample_file(store_.file(), run.hash.text()).string();
  if (run.reference && needs_reference(*run.cell)) {
    const SweepRun& reference = plan_.runs[*run.reference];
    job.reference = read_reference(
        [&](const std::string& name) { return store_.artifact(reference.hash.text(), name); });
    job.why_no_reference = "the reference run " + reference.hash.text().substr(0, 12) +
                           " left none, as one of an earlier version: --force makes it anew";
  }
  return job;
}

const std::string& JobMaker::text_of(const grid::Cell& cell) {
  if (texts_.size() == kMostTexts && !texts_.contains(&cell)) texts_.clear();
  std::string& text = texts_[&cell];
  if (text.empty()) text = grid::write_cell(cell);
  return text;
}

}  // namespace skald
