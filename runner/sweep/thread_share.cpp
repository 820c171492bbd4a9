#include "sweep/thread_share.hpp"

#include <algorithm>

#include "options/option_value.hpp"

namespace skald {

std::int64_t threads_of(const grid::Cell& cell) {
  const options::OptionValue* value = cell.find(options::Section::run, "threads");
  const auto* threads = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return threads == nullptr ? 1 : *threads;
}

ThreadShare thread_share(const std::vector<SweepRun>& runs, std::size_t cores) {
  std::int64_t most = 1;
  for (const SweepRun& run : runs) most = std::max(most, threads_of(*run.cell));
  most = std::min(most, static_cast<std::int64_t>(cores));
  return {std::max<std::size_t>(cores / static_cast<std::size_t>(most), 1), most};
}

}  // namespace skald
