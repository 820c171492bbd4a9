#include "engines/worker_process.hpp"

#include "engines/fake_worker.hpp"
#include "interrupted_calls.hpp"
#include "test.hpp"

namespace worker_process_test {

TEST_CASE("a signal to the runner while it waits for a worker's end does not kill the worker") {
  WorkerProcess process(fake_worker("seven", ""));
  for (std::string printed; printed != "begun"; printed = process.take_output()) {
    REQUIRE_FALSE(process.has_ended());
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const InterruptedCalls calls(1);
  const ProcessEnd end = process.wait_or_kill();
  CHECK_FALSE(end.signal);
  CHECK(end.exit_code == 7);
}

}  // namespace worker_process_test
