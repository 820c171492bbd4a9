#include "sweep/thread_share.hpp"

#include <algorithm>

#include "options/option_value.hpp"
#include "run/run_plan.hpp"

namespace skald {

RunThreads threads_of(const grid::Cell& cell) {
  const options::OptionValue* value = cell.find(options::Section::run, "threads");
  const auto* threads = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  if (threads == nullptr) return {};
  if (*threads == run::kAnyThreads) return {.own = 1, .borrows = true};
  return {.own = *threads, .borrows = false};
}

ThreadShare thread_share(std::span<const SweepRun> runs, std::size_t cores) {
  ThreadShare share{.cores = static_cast<std::int64_t>(cores)};
  for (const SweepRun& run : runs) {
    const RunThreads threads = threads_of(*run.cell);
    share.threads = std::max(share.threads, threads.own);
    share.borrows |= threads.borrows;
  }
  share.threads = std::min(share.threads, share.cores);
  share.workers = std::max<std::size_t>(cores / static_cast<std::size_t>(share.threads), 1);
  return share;
}

}  // namespace skald
