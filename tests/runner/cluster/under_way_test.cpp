#include "cluster/under_way.hpp"

#include <signal.h>

#include "system/exit_code.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

QueuedTask in_queue(QueueState state, const std::string& reason = "") {
  return {.job = "17", .index = 0, .state = state, .reason = reason, .node = "n1", .elapsed = {}};
}

TaskState begun() { return {.life = 2, .node = "n2", .last_line = {}}; }

TaskState ended(int code, int told_by = 0) {
  TaskState state = begun();
  state.has_ended = true;
  state.exit_code = code;
  state.told_by = told_by;
  state.last_line = "the last line";
  return state;
}

TaskStage stage(const std::optional<QueuedTask>& queue, const std::optional<TaskState>& state,
                bool is_cancelled = false) {
  return progress_of(3, queue, state, is_cancelled, 60).stage;
}

}  // namespace

TEST_CASE("as long as the scheduler has a task, what an earlier life has left does not matter") {
  for (const auto& state : {std::optional<TaskState>(), std::optional(begun()),
                            std::optional(ended(kInterrupted, SIGUSR1))}) {
    CHECK(stage(in_queue(QueueState::queued), state) == TaskStage::queued);
    CHECK(stage(in_queue(QueueState::held), state) == TaskStage::held);
    CHECK(stage(in_queue(QueueState::running), state) == TaskStage::running);
  }
  CHECK(progress_of(3, in_queue(QueueState::queued, "BeginTime"), begun(), false, 60).why ==
        "begins again after life 2 (BeginTime)");
}

TEST_CASE("what a task says of its end counts, whether or not the scheduler remembers it") {
  for (const auto& queue : {std::optional<QueuedTask>(),
                            std::optional(in_queue(QueueState::failed, "NonZeroExitCode"))}) {
    CHECK(stage(queue, ended(kOk)) == TaskStage::ended);
    CHECK(stage(queue, ended(kSomeRunsFailed)) == TaskStage::some_failed);
    CHECK(stage(queue, ended(kUsage)) == TaskStage::refused);
    CHECK(stage(queue, ended(kEnvironment)) == TaskStage::refused);
    CHECK(stage(queue, ended(128 + SIGKILL)) == TaskStage::killed);
    CHECK(stage(queue, ended(kInterrupted, SIGUSR1)) == TaskStage::timed_out);
    CHECK(stage(queue, ended(kInterrupted, SIGTERM)) == TaskStage::saved);
    CHECK(stage(queue, ended(kInterrupted, SIGTERM), true) == TaskStage::cancelled);
  }
  CHECK(stage(in_queue(QueueState::preempted), ended(kInterrupted, SIGTERM)) ==
        TaskStage::preempted);
  CHECK(stage(in_queue(QueueState::cancelled), ended(kInterrupted, SIGTERM)) ==
        TaskStage::cancelled);
  const TaskProgress early =
      progress_of(3, in_queue(QueueState::cancelled, "Resources"), ended(128 + SIGTERM), true, 60);
  CHECK(early.stage == TaskStage::cancelled);
  CHECK(early.why.empty());
  CHECK(stage(std::nullopt, ended(128 + SIGTERM)) == TaskStage::killed);
  CHECK(stage(in_queue(QueueState::cancelled), ended(128 + SIGKILL), true) == TaskStage::killed);
  const TaskProgress refused = progress_of(3, std::nullopt, ended(kUsage), false, 60);
  CHECK(refused.why == "the last line");
  CHECK(refused.node == "n2");
}

TEST_CASE("the scheduler tells apart what has ended tasks without a word") {
  const auto silent = [](QueueState state) { return stage(in_queue(state), begun()); };
  CHECK(silent(QueueState::timed_out) == TaskStage::timed_out);
  CHECK(silent(QueueState::out_of_memory) == TaskStage::out_of_memory);
  CHECK(silent(QueueState::preempted) == TaskStage::preempted);
  CHECK(silent(QueueState::node_lost) == TaskStage::node_lost);
  CHECK(silent(QueueState::cancelled) == TaskStage::cancelled);
  CHECK(silent(QueueState::failed) == TaskStage::killed);
  CHECK(silent(QueueState::completed) == TaskStage::lost);
  CHECK(stage(std::nullopt, begun()) == TaskStage::lost);
  CHECK(stage(std::nullopt, std::nullopt) == TaskStage::lost);
  CHECK(stage(std::nullopt, std::nullopt, true) == TaskStage::cancelled);
}

TEST_CASE("only tasks that have done everything leave no runs") {
  CHECK_FALSE(leaves_runs(TaskStage::ended));
  CHECK_FALSE(leaves_runs(TaskStage::some_failed));
  for (const TaskStage stage : {TaskStage::queued, TaskStage::held, TaskStage::running}) {
    CHECK(is_under_way(stage));
    CHECK_FALSE(leaves_runs(stage));
  }
  for (const TaskStage stage :
       {TaskStage::saved, TaskStage::timed_out, TaskStage::cancelled, TaskStage::preempted,
        TaskStage::out_of_memory, TaskStage::node_lost, TaskStage::killed, TaskStage::refused,
        TaskStage::lost}) {
    INFO(name_of(stage));
    CHECK_FALSE(is_under_way(stage));
    CHECK(leaves_runs(stage));
  }
}

TEST_CASE("the time left is that of as many tasks at a time as run now") {
  const auto task = [](TaskStage stage, std::optional<double> left) {
    TaskProgress progress;
    progress.stage = stage;
    progress.seconds_left = left;
    return progress;
  };
  CHECK_FALSE(seconds_left({task(TaskStage::ended, std::nullopt)}));
  CHECK(seconds_left({task(TaskStage::queued, 60), task(TaskStage::queued, 60)}) == 120);
  CHECK(seconds_left({task(TaskStage::running, 20), task(TaskStage::running, 60),
                      task(TaskStage::queued, 60)}) == 70);
  CHECK(seconds_left({task(TaskStage::running, 0), task(TaskStage::running, 60)}) == 60);
  QueuedTask running = in_queue(QueueState::running);
  running.elapsed = std::chrono::seconds(45);
  CHECK(progress_of(0, running, begun(), false, 60).seconds_left == 15);
  running.elapsed = std::chrono::seconds(100);
  CHECK(progress_of(0, running, begun(), false, 60).seconds_left == 0);
}

TEST_CASE("states and settings are read as they were written, and a half state is none") {
  const TemporaryFolder folder;
  TaskState state = ended(kInterrupted, SIGUSR1);
  state.last_line = "with \"quotes\" and \n lines";
  REQUIRE(write_state(folder.path(), 7, state));
  const auto found = read_state(folder.path(), 7);
  REQUIRE(found);
  CHECK(found->life == 2);
  CHECK(found->node == "n2");
  CHECK(found->has_ended);
  CHECK(found->exit_code == kInterrupted);
  CHECK(found->told_by == SIGUSR1);
  CHECK(found->last_line == state.last_line);
  CHECK_FALSE(read_state(folder.path(), 8));
  std::ofstream(folder / "task-7.json") << "{\"life\": 2";
  CHECK_FALSE(read_state(folder.path(), 7));

  const TaskSetting setting{.grid = "/a b/g.json",
                            .database = "/a b/x.db",
                            .scheduler = "slurm",
                            .processors = 4,
                            .options = {"--plugin-path", "it's"},
                            .seconds = {0.1, 1e9}};
  write_setting(folder.path(), setting);
  const TaskSetting same = read_setting(folder.path());
  CHECK(same.grid == setting.grid);
  CHECK(same.database == setting.database);
  CHECK(same.scheduler == setting.scheduler);
  CHECK(same.processors == 4);
  CHECK(same.options == setting.options);
  CHECK(same.seconds == setting.seconds);
  CHECK_FALSE(write_state(folder / "none", 0, state));
}
