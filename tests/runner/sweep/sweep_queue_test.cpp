#include "sweep/sweep_queue.hpp"

#include "test.hpp"

namespace {

// A reference, two runs that need it, and one that does not.
std::vector<SweepRun> sample() {
  std::vector<SweepRun> runs(4);
  runs[0].hash = text::Digest::of("reference");
  runs[0].is_reference = true;
  runs[1].reference = runs[2].reference = 0;
  return runs;
}

}  // namespace

TEST_CASE("runs wait for their reference and let others pass") {
  const std::vector<SweepRun> runs = sample();
  SweepQueue queue(runs, {0, 1, 2, 3}, {});
  CHECK(queue.take() == 0U);
  CHECK(queue.take() == 3U);
  CHECK_FALSE(queue.take());
  queue.reference_ended(0, record::RunStatus::crashed);
  CHECK(queue.reference_status(runs[1]) == record::RunStatus::crashed);
  CHECK_FALSE(queue.reference_status(runs[3]));
  CHECK(queue.take() == 1U);
  queue.put_back(1);
  CHECK(queue.take() == 2U);
  CHECK(queue.take() == 1U);
  CHECK_FALSE(queue.take());
  CHECK(queue.waiting().empty());
}

TEST_CASE("a reference of an earlier sweep counts unless it is done again") {
  const std::vector<SweepRun> runs = sample();
  const store::FinishedRuns finished{{text::sha256("reference"), record::RunStatus::ok}};
  CHECK(SweepQueue(runs, {1}, finished).take() == 1U);
  SweepQueue again(runs, {0, 1}, finished);
  CHECK(again.take() == 0U);
  CHECK_FALSE(again.take());
}
