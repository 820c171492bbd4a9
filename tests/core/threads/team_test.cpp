#include "threads/team.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cfenv>
#include <mutex>

#include "test.hpp"
#include "threads/section.hpp"

using namespace skald::threads;

namespace {

// A team whose sections have all of its threads, however short they are.
struct Insisting {
  explicit Insisting(int threads) : cores(threads - 1), team(cores) { team.take_every_slot(); }
  FixedCores cores;
  Team team;
};

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Waits until `flag` is true, for ten seconds at most.
bool becomes(const std::atomic<bool>& flag) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!flag && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return flag;
}

// Cores that may be taken away at any time.
class LentCores final : public Cores {
 public:
  int most() const override { return 3; }
  int share() override { return now; }
  int hold(int wanted) override {
    most_held = std::max<int>(most_held, wanted);
    return held = std::min<int>(wanted, now > held ? now : held);
  }
  std::atomic<int> now{3};
  std::atomic<int> held{0}, most_held{0};
};

}  // namespace

TEST_CASE("a section calls its function once for each index") {
  for (const int threads : {1, 2, 3, 5}) {
    Insisting pool(threads);
    for (const Index n : {0, 1, 2, 7, 100}) {
      std::vector<std::atomic<int>> calls(at(n));
      pool.team.parallel(n, [&](Index i, Index) { ++calls[at(i)]; });
      for (const auto& count : calls) CHECK(count == 1);
    }
  }
}

TEST_CASE("calls run side by side") {
  Insisting pool(2);
  std::atomic<bool> has_second{false};
  bool has_seen = false;
  pool.team.parallel(2, [&](Index i, Index) {
    if (i == 1) has_second = true;
    if (i == 0) has_seen = becomes(has_second);
  });
  CHECK(has_seen);
  CHECK(pool.team.most_used() == 2);
}

TEST_CASE("a slot belongs to one call at a time, until `then` has returned") {
  Insisting pool(3);
  REQUIRE(pool.team.slots() == 6);
  std::vector<std::atomic<int>> users(at(pool.team.slots()));
  std::atomic<bool> is_shared{false};
  std::vector<Index> order;
  pool.team.parallel(
      500,
      [&](Index i, Index slot) {
        is_shared = is_shared || users[at(slot)]++ != 0;
        if (i % 7 == 0) std::this_thread::yield();
      },
      [&](Index i, Index slot) {
        order.push_back(i);
        is_shared = is_shared || --users[at(slot)] != 0;
      });
  CHECK_FALSE(is_shared);
  REQUIRE(order.size() == 500);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE("the calls that follow a slow one are made before it ends, as far as there are slots") {
  FixedCores cores(1);
  Team team(cores);
  std::atomic<bool> has_third{false};
  std::atomic<Index> furthest{0};
  bool rehearses = true, has_seen = false;
  std::vector<Index> order;
  const auto work = [&](Index i, Index) {
    if (rehearses) return std::this_thread::sleep_for(std::chrono::microseconds(100));
    furthest = std::max<Index>(furthest, i);
    if (i == 3) has_third = true;
    if (i != 0) return;
    has_seen = becomes(has_third);
    CHECK(furthest < team.slots());
  };
  const auto take = [&](Index i, Index) { order.push_back(i); };
  team.parallel(20, work, take);  // shows that the section is worth two threads
  rehearses = false;
  team.parallel(20, work, take);
  CHECK(has_seen);
  CHECK(order.size() == 40);
}

TEST_CASE("sums in the order of the calls are the same for any number of threads") {
  const auto sum_on = [](int threads) {
    Insisting pool(threads);
    std::vector<double> result(at(pool.team.slots()));
    double sum = 0;
    pool.team.parallel(
        1000, [&](Index i, Index slot) { result[at(slot)] = std::sin(static_cast<double>(i)) / 3; },
        [&](Index, Index slot) { sum += result[at(slot)]; });
    return sum;
  };
  const double alone = sum_on(1);
  for (const int threads : {2, 3, 8}) CHECK(sum_on(threads) == alone);
}

TEST_CASE("without `then`, a thread has its own share of the calls, and helps with the others'") {
  FixedCores cores(1);
  Team team(cores);
  const auto caller = std::this_thread::get_id();
  std::vector<char> is_own(20);
  std::atomic<bool> has_tenth{false};
  bool rehearses = true;
  const auto work = [&](Index i, Index) {
    if (rehearses) return std::this_thread::sleep_for(std::chrono::microseconds(100));
    is_own[at(i)] = std::this_thread::get_id() == caller ? 1 : 0;
    if (i == 9) has_tenth = true;
    if (i == 0) becomes(has_tenth);
  };
  team.parallel(20, work);  // shows that the section is worth two threads
  rehearses = false;
  team.parallel(20, work);
  CHECK(is_own[0] == 1);
  for (Index i = 9; i < 20; ++i) CHECK(is_own[at(i)] == 0);
}

TEST_CASE("the exception of the lowest index is thrown, and no call above it begins") {
  for (const int threads : {1, 2, 4}) {
    Insisting pool(threads);
    std::atomic<Index> furthest{0};
    const auto fail = [&](Index i, Index) {
      furthest = std::max<Index>(furthest, i);
      if (i == 5) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      if (i >= 5) throw std::runtime_error(std::to_string(i));
    };
    CHECK_THROWS_WITH(pool.team.parallel(1000, fail), "5");
    CHECK(furthest <= 5 + threads);
    FixedCores cores(threads - 1);
    Team shares(cores);  // its threads begin at different indices
    for (int section = 0; section < 3; ++section) {
      CHECK_THROWS_WITH(
          shares.parallel(40,
                          [&](Index i, Index) {
                            std::this_thread::sleep_for(std::chrono::microseconds(100));
                            if (i % 10 >= 5) throw std::runtime_error(std::to_string(i));
                          }),
          "5");
    }
    std::vector<Index> taken;
    CHECK_THROWS_WITH(pool.team.parallel(1000, fail, [&](Index i, Index) { taken.push_back(i); }),
                      "5");
    CHECK(taken == std::vector<Index>{0, 1, 2, 3, 4});
    CHECK_THROWS_WITH(pool.team.parallel(
                          1000, [](Index, Index) {},
                          [&](Index i, Index) {
                            if (i == 3) throw std::runtime_error("then");
                          }),
                      "then");
    int calls = 0;  // and the team is as good as new
    pool.team.parallel(
        10, [](Index, Index) {}, [&](Index, Index) { ++calls; });
    CHECK(calls == 10);
  }
}

TEST_CASE("a section within a section is a loop in the slot of its call") {
  for (const int threads : {1, 3}) {
    Insisting pool(threads);
    std::atomic<int> strays{0}, calls{0};
    pool.team.parallel(20, [&](Index, Index outer) {
      const auto thread = std::this_thread::get_id();
      pool.team.parallel(4, [&](Index, Index inner) {
        ++calls;
        if (inner != outer || std::this_thread::get_id() != thread) ++strays;
      });
    });
    CHECK(calls == 80);
    CHECK(strays == 0);
  }
}

TEST_CASE("totals of whole numbers do not depend on threads") {
  for (const int threads : {1, 2, 4}) {
    Insisting pool(threads);
    double total = 1;
    pool.team.parallel(2000, [&](Index i, Index) { add_to(total, static_cast<double>(i)); });
    CHECK(total == 1 + 2000 * 1999 / 2.0);
    CHECK_FALSE(in_section());
  }
}

TEST_CASE("short sections stay on the caller's thread, long ones do not") {
  FixedCores cores(1);
  Team team(cores);
  for (int section = 0; section < 200; ++section) team.parallel(10, [](Index, Index) {});
  CHECK(team.most_used() == 1);
  for (int section = 0; section < 3; ++section) {
    team.parallel(
        10, [](Index, Index) { std::this_thread::sleep_for(std::chrono::microseconds(100)); });
  }
  CHECK(team.most_used() == 2);
}

TEST_CASE("helpers come and go with the cores that are lent") {
  LentCores cores;
  {
    Team team(cores);
    team.take_every_slot();
    const auto threads_of_section = [&] {
      std::set<std::thread::id> ids;
      std::mutex mutex;
      team.parallel(40, [&](Index, Index) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        const std::lock_guard held(mutex);
        ids.insert(std::this_thread::get_id());
      });
      return ids.size();
    };
    CHECK(threads_of_section() <= 4);
    CHECK(cores.held == 3);
    cores.now = 0;
    CHECK(threads_of_section() == 1);
    CHECK(cores.held == 0);
    cores.now = 1;
    CHECK(threads_of_section() <= 2);
    CHECK(cores.held == 1);
    team.rest();
    CHECK(cores.held == 0);
    cores.now = 3;
    team.parallel(40, [&](Index i, Index) {  // asked back in the middle of a section
      if (i == 5) cores.now = 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    CHECK(cores.held == 0);
    cores.now = 2;
    threads_of_section();
  }
  CHECK(cores.held == 0);
  CHECK(cores.most_held <= 3);
}

TEST_CASE("helpers compute in the caller's mode, and tell it of a change") {
  Insisting pool(2);
  std::atomic<int> others{0};
  std::fesetround(FE_UPWARD);
  pool.team.parallel(50, [&](Index, Index) {
    if (std::fegetround() != FE_UPWARD) ++others;
    std::this_thread::yield();
  });
  CHECK(others == 0);
  std::fesetround(FE_TONEAREST);
  std::atomic<bool> has_changed{false};
  const auto caller = std::this_thread::get_id();
  pool.team.parallel(2, [&](Index, Index) {
    if (std::this_thread::get_id() == caller) {
      becomes(has_changed);
    } else {
      std::fesetround(FE_DOWNWARD);
      has_changed = true;
    }
  });
  CHECK(std::fegetround() == FE_DOWNWARD);
  std::fesetround(FE_TONEAREST);
}

TEST_CASE("a fork of the process performs sections by itself") {
  Insisting pool(2);
  pool.team.parallel(10, [](Index, Index) { std::this_thread::yield(); });
  const pid_t child = ::fork();
  if (child == 0) {
    int calls = 0;
    pool.team.parallel(10, [&](Index, Index) { ++calls; });
    ::_exit(calls);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 10);
}

TEST_CASE("working memory is made where it is first used, as copies of the first") {
  PerSlot<std::vector<int>> memory(std::vector<int>{1, 2});
  memory.start(4);
  memory[2].push_back(3);
  CHECK(memory[2] == std::vector<int>{1, 2, 3});
  CHECK(memory[0] == std::vector<int>{1, 2});
  memory.start(4);
  CHECK(memory[2] == std::vector<int>{1, 2});
}
