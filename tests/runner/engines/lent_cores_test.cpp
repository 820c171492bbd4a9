// Cores that workers are lent, and what becomes of them when a worker dies.
#include <signal.h>

#include "engine/messages.hpp"
#include "engines/fake_worker.hpp"
#include "engines/local_engine.hpp"
#include "system/program.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace lent_cores_test {

namespace {

constexpr std::size_t kJob = 5;

LocalEngine borrowing_engine(const TemporaryFolder& folder) {
  return LocalEngine({.plugins = {}, .jobs = 1, .memory = {}},
                     fake_worker("borrower", folder.path().string()));
}

void begin(LocalEngine& engine) {
  engine.submit(kJob, encode(RunJob{}), {});
  while (engine.wait(std::chrono::milliseconds(50)).empty()) {
  }
}

void await_loan(const LocalEngine& engine, int cores) {
  for (int patience = 10000; engine.lent(kJob) != cores && patience > 0; --patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Lends the job that many cores, and returns once its worker holds them: when they are asked back,
// they are still out.
void lend_and_await(LocalEngine& engine, int cores) {
  for (int lent = 0; lent != cores;) {
    engine.lend(kJob, cores);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    engine.lend(kJob, 0);
    lent = engine.lent(kJob);
    engine.lend(kJob, cores);
  }
}

}  // namespace

TEST_CASE("a worker holds the cores that it is lent, and gives them back when asked") {
  const TemporaryFolder folder;
  LocalEngine engine = borrowing_engine(folder);
  begin(engine);
  CHECK(engine.lent(kJob) == 0);
  lend_and_await(engine, 2);
  CHECK(engine.lent(kJob) == 2);
  CHECK(engine.lent(kJob + 1) == 0);
  engine.lend(kJob, 1);
  await_loan(engine, 1);
  CHECK(engine.lent(kJob) == 1);
  engine.lend(kJob, 0);
  await_loan(engine, 0);
  CHECK(engine.lent(kJob) == 0);
}

TEST_CASE("what was lent to a worker that is killed is free, and the next one has nothing") {
  const TemporaryFolder folder;
  LocalEngine engine = borrowing_engine(folder);
  begin(engine);
  lend_and_await(engine, 2);
  REQUIRE(children().size() == 1);
  ::kill(children().front(), SIGKILL);
  for (bool has_ended = false; !has_ended;) {
    for (const JobEvent& event : engine.wait(std::chrono::milliseconds(50))) {
      has_ended |= event.kind == JobEvent::Kind::ended;
    }
  }
  CHECK(engine.lent(kJob) == 0);
  begin(engine);
  CHECK(engine.lent(kJob) == 0);
}

}  // namespace lent_cores_test
