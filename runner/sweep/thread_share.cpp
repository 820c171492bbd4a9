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

std::int64_t IdleCores::own_ones() const {
  std::int64_t sum = 0;
  for (const auto& [run, running] : runs_) sum += running.threads.own;
  return sum;
}

std::int64_t IdleCores::lent() const {
  std::int64_t sum = 0;
  for (const auto& [run, running] : runs_) sum += lent(run, running);
  return sum;
}

int IdleCores::lent(std::size_t run, const Running& running) const {
  if (!running.threads.borrows) return 0;
  return std::clamp(engine_.lent(run), running.granted, running.most_granted);
}

void IdleCores::grant(std::size_t run, Running& running, int cores) {
  if (engine_.lent(run) == 0) running.most_granted = 0;
  running.granted = cores;
  running.most_granted = std::max(running.most_granted, cores);
  engine_.lend(run, cores);
}

void IdleCores::divide(std::int64_t reserved) {
  const auto borrowers = std::count_if(
      runs_.begin(), runs_.end(), [](const auto& entry) { return entry.second.threads.borrows; });
  if (borrowers == 0) return;
  const std::int64_t idle = std::max<std::int64_t>(cores_ - own_ones() - reserved, 0);
  std::map<std::size_t, std::int64_t> shares;
  for (const auto& [run, running] : runs_) {
    if (!running.threads.borrows) continue;
    const auto place = static_cast<std::int64_t>(shares.size());
    shares[run] = idle / borrowers + (place < idle % borrowers ? 1 : 0);
  }
  for (const auto& [run, share] : shares) {
    Running& running = runs_.at(run);
    if (share < running.granted) grant(run, running, static_cast<int>(share));
  }
  for (const auto& [run, share] : shares) {
    Running& running = runs_.at(run);
    const std::int64_t more = std::min(share - lent(run, running), idle - lent());
    if (more > 0) grant(run, running, lent(run, running) + static_cast<int>(more));
  }
}

bool IdleCores::is_waiting() const {
  return std::any_of(runs_.begin(), runs_.end(), [this](const auto& entry) {
    return lent(entry.first, entry.second) > entry.second.granted;
  });
}

}  // namespace skald
