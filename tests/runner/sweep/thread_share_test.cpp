#include "sweep/thread_share.hpp"
#include "run/run_plan.hpp"
#include "test.hpp"
#include "threads/cores.hpp"

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

namespace idle_cores_test {
namespace {

// An engine whose runs are accounts alone: a test plays the workers.
class Accounts final : public Engine {
 public:
  bool has_idle() const override { return true; }
  std::size_t jobs_at_once() const override { return 1; }
  void submit(std::size_t job, const std::string&, const JobLimits&) override { begin(job); }
  void release(std::size_t job, bool) override { loans.erase(job); }
  void abandon(std::size_t job) override { loans.erase(job); }
  void lend(std::size_t job, int cores) override {
    if (loans.contains(job)) loans.at(job)->grant(cores);
  }
  int lent(std::size_t job) const override {
    return loans.contains(job) ? loans.at(job)->outstanding() : 0;
  }
  std::vector<JobEvent> wait(std::chrono::milliseconds) override { return {}; }
  void ask_to_end() override {}
  void kill_all() override { loans.clear(); }

  void begin(std::size_t job) { loans[job] = std::make_unique<threads::CoreLoan>(); }

  std::map<std::size_t, std::unique_ptr<threads::CoreLoan>> loans;
};

// A sweep of runs that begin, use what they are lent, end and are killed in any order.
class Disorder {
 public:
  Disorder(unsigned seed, int cores) : random_(seed), cores_(cores), idle_(cores, accounts_) {}

  void step() {
    switch (draw(0, 5)) {
      case 0:
        return begin({.own = 1, .borrows = true});
      case 1:
        return begin({.own = draw(1, cores_), .borrows = false});
      case 2:
        return end();
      case 3:
        return idle_.divide(draw(0, cores_));
      default:
        return work();
    }
  }
  // The threads that are at work, or may begin to work without asking the runner.
  int threads() const {
    int sum = 0;
    for (const auto& [run, own] : own_) sum += own + accounts_.lent(run);
    return sum;
  }
  bool has_borrower() const { return !borrowers_.empty(); }
  // All runs use what they may, and give back what they should.
  void work_all() {
    for (const std::size_t run : borrowers_) hold(run, accounts_.loans.at(run)->share());
  }
  IdleCores& idle() { return idle_; }

 private:
  int draw(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  template <class Set>
  auto any_of(const Set& set) {
    return *std::next(set.begin(), draw(0, static_cast<int>(set.size()) - 1));
  }
  void begin(RunThreads threads) {
    if (!idle_.has_room(threads.own)) return idle_.divide(threads.own);
    accounts_.begin(++runs_);
    idle_.began(runs_, threads);
    own_[runs_] = static_cast<int>(threads.own);
    if (threads.borrows) borrowers_.insert(runs_);
  }
  // In whatever way: a killed worker ends while it holds cores.
  void end() {
    if (own_.empty()) return;
    const std::size_t run = any_of(own_).first;
    accounts_.abandon(run);
    idle_.ended(run);
    own_.erase(run);
    borrowers_.erase(run);
  }
  void work() {
    if (borrowers_.empty()) return;
    hold(any_of(borrowers_), draw(0, cores_));
  }
  void hold(std::size_t run, int wanted) {
    const int most = accounts_.lent(run);
    CHECK(accounts_.loans.at(run)->hold(wanted) <= most);
  }

  std::mt19937 random_;
  int cores_;
  Accounts accounts_;
  IdleCores idle_;
  std::size_t runs_ = 0;
  std::map<std::size_t, int> own_;
  std::set<std::size_t> borrowers_;
};

}  // namespace

TEST_CASE("runs have no more threads than there are cores, whatever happens in whatever order") {
  for (const int cores : {1, 2, 3, 8}) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
      Disorder sweep(seed, cores);
      for (int step = 0; step < 300; ++step) {
        sweep.step();
        REQUIRE(sweep.threads() <= cores);
      }
    }
  }
}

TEST_CASE("no core is idle that a run could use, once all have given back what they should") {
  for (const int cores : {1, 2, 3, 8}) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
      Disorder sweep(seed, cores);
      for (int step = 0; step < 100; ++step) sweep.step();
      for (int round = 0; round < 2; ++round) {
        sweep.idle().divide(0);
        sweep.work_all();
      }
      CHECK_FALSE(sweep.idle().is_waiting());
      if (sweep.has_borrower()) CHECK(sweep.threads() == cores);
    }
  }
}

TEST_CASE("a run that begins waits until a core has come back") {
  Accounts engine;
  IdleCores idle(2, engine);
  const RunThreads automatic{.own = 1, .borrows = true};
  engine.begin(1);
  idle.began(1, automatic);
  idle.divide(0);
  CHECK(engine.loans.at(1)->hold(1) == 1);
  CHECK_FALSE(idle.has_room(1));
  idle.divide(1);
  CHECK(engine.loans.at(1)->share() == 0);
  CHECK(idle.is_waiting());
  CHECK_FALSE(idle.has_room(1));
  engine.loans.at(1)->hold(0);
  CHECK_FALSE(idle.is_waiting());
  CHECK(idle.has_room(1));
}

TEST_CASE("cores of a run whose worker is killed go to another") {
  Accounts engine;
  IdleCores idle(4, engine);
  for (const std::size_t run : {1U, 2U}) {
    engine.begin(run);
    idle.began(run, {.own = 1, .borrows = true});
  }
  idle.divide(0);
  CHECK(engine.lent(1) == 1);
  CHECK(engine.loans.at(1)->hold(1) == 1);
  engine.abandon(1);
  idle.ended(1);
  idle.divide(0);
  CHECK(engine.lent(2) == 3);
}

TEST_CASE("an account that a plugin has overwritten counts as what was granted") {
  Accounts engine;
  IdleCores idle(3, engine);
  engine.begin(1);
  idle.began(1, {.own = 1, .borrows = true});
  idle.divide(1);
  engine.loans.at(1)->grant(1000);
  CHECK(engine.loans.at(1)->hold(1000) == 1000);
  CHECK(idle.has_room(1));
  CHECK_FALSE(idle.has_room(2));
}

}  // namespace idle_cores_test
