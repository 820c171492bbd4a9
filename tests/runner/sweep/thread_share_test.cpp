#include "sweep/thread_share.hpp"

#include "run/run_plan.hpp"
#include "test.hpp"

namespace {

grid::Cell with_threads(std::int64_t threads) {
  grid::Cell cell;
  cell.run.emplace_back("threads", threads);
  return cell;
}

ThreadShare share_of(const std::vector<grid::Cell>& cells, std::size_t cores) {
  std::vector<SweepRun> runs(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) runs[i].cell = &cells[i];
  return thread_share(runs, cores);
}

}  // namespace

TEST_CASE("a run has the threads that its cell states") {
  CHECK(threads_of(with_threads(3)).own == 3);
  CHECK_FALSE(threads_of(with_threads(3)).borrows);
  CHECK(threads_of(grid::Cell()).own == 1);
  CHECK(threads_of(with_threads(run::kAnyThreads)).own == 1);
  CHECK(threads_of(with_threads(run::kAnyThreads)).borrows);
}

TEST_CASE("runs that use idle cores leave room for as many runs as there are cores") {
  const ThreadShare share = share_of({with_threads(run::kAnyThreads), with_threads(1)}, 4);
  CHECK(share.workers == 4);
  CHECK(share.threads == 1);
  CHECK(share.borrows);
  const ThreadShare mixed = share_of({with_threads(run::kAnyThreads), with_threads(2)}, 4);
  CHECK(mixed.workers == 2);
  CHECK(mixed.threads == 2);
}

TEST_CASE("all runs at a time have at most one thread per core") {
  for (const std::size_t cores : {1U, 2U, 3U, 8U}) {
    for (const std::int64_t threads : {1, 2, 3, 5, 100}) {
      const ThreadShare share = share_of({with_threads(1), with_threads(threads)}, cores);
      CHECK(share.workers >= 1);
      CHECK(share.workers * static_cast<std::size_t>(share.threads) <= cores);
      CHECK(share.threads == std::min<std::int64_t>(threads, static_cast<std::int64_t>(cores)));
    }
  }
  CHECK(share_of({with_threads(1)}, 8).workers == 8);
  CHECK(share_of({with_threads(4)}, 8).workers == 2);
  CHECK(share_of({}, 8).workers == 8);
}
