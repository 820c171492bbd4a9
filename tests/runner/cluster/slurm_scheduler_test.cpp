#include "cluster/slurm_scheduler.hpp"
#include "test.hpp"

namespace {

TaskArray sample_array() {
  TaskArray array;
  array.name = "skald-1";
  array.command = {"/opt/my skald/bin/skald", "task", "/home/it's me/x.db.tasks/skald-1"};
  array.folder = "/home/it's me/x.db.tasks/skald-1";
  array.first = 1001;
  array.count = 12;
  array.needs.time = std::chrono::minutes(90);
  array.needs.warning = std::chrono::seconds(120);
  return array;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

TEST_CASE("sbatch is told what the tasks need, a word per argument") {
  TaskArray array = sample_array();
  const auto plain = sbatch_arguments(array);
  CHECK(plain.front() == "sbatch");
  for (const char* word :
       {"--parsable", "--array=0-11", "--time=90", "--signal=B:USR1@120", "--requeue",
        "--cpus-per-task=1", "--chdir=/home/it's me/x.db.tasks/skald-1", "--job-name=skald-1"}) {
    INFO(word);
    CHECK(has(plain, word));
  }
  array.needs = {.processors = 4,
                 .memory = (std::int64_t{1} << 30) + 1,
                 .time = std::chrono::minutes(1),
                 .warning = std::chrono::seconds(20),
                 .partition = "low",
                 .tasks_at_once = 3,
                 .further = {"--account=a b"}};
  array.after = "17";
  const auto all = sbatch_arguments(array);
  for (const char* word : {"--array=0-11%3", "--mem=1025M", "--partition=low", "--account=a b",
                           "--dependency=afterany:17", "--cpus-per-task=4"}) {
    INFO(word);
    CHECK(has(all, word));
  }
}

TEST_CASE("the script becomes the task, whose number counts from the array's first") {
  CHECK(batch_script(sample_array()) ==
        "#!/bin/sh\nexec '/opt/my skald/bin/skald' task '/home/it'\\''s me/x.db.tasks/skald-1' "
        "$((1001 + SLURM_ARRAY_TASK_ID))\n");
}

TEST_CASE("values of the configuration are found by their whole names") {
  const std::string config =
      "Configuration data as of 2026-01-31T12:00:00\nMaxArraySizeX         = 7\n"
      "MaxArraySize            = 1001\nPrologFlags             = \n";
  CHECK(config_value(config, "MaxArraySize") == "1001");
  CHECK(config_value(config, "PrologFlags") == "");
  CHECK_FALSE(config_value(config, "MaxArray"));
}

TEST_CASE("the time limit of a partition is found, and of the default one") {
  const std::string sinfo = "low*|1:00:00\nhigh|2-00:00:00\nlong|infinite\nshort|30:00\n";
  CHECK(limit_of("", sinfo) == std::chrono::minutes(60));
  CHECK(limit_of("low", sinfo) == std::chrono::minutes(60));
  CHECK(limit_of("high", sinfo) == std::chrono::minutes(2880));
  CHECK(limit_of("short", sinfo) == std::chrono::minutes(30));
  CHECK_FALSE(limit_of("long", sinfo));
  CHECK_FALSE(limit_of("none", sinfo));
}

TEST_CASE("squeue's lines become states, and other lines are left out") {
  const auto tasks = read_squeue(
      "squeue: warning: something\n"
      "17|0|RUNNING|None|n1|1:02:03|skald-1-0\n"
      "17|1|PENDING|Resources||0:00|skald-1-0\n"
      "17|2|PENDING|PartitionTimeLimit||0:00|skald-1-0\n"
      "17|3|COMPLETING|None|n2|0:09|skald-1-0\n"
      "17|4|COMPLETED|None|n2|2-00:00:01|skald-1-0\n"
      "17|5|CANCELLED|None|n2|0:01|skald-1-0\n"
      "17|6|TIMEOUT|TimeLimit|n2|30:00|skald-1-0\n"
      "17|7|OUT_OF_MEMORY|OutOfMemory|n2|INVALID|skald-1-0\n"
      "17|8|NODE_FAIL|NodeDown|n3|0:30|skald-1-0\n"
      "17|9|PREEMPTED|None|n3|0:30|skald-1-0\n"
      "17|10|FAILED|NonZeroExitCode|n3|0:30|skald-1-0\n"
      "17|11|PENDING|launch failed requeued held||0:00|skald-1-0\n"
      "17|12|RUNNING|None|n1|0:10|of somebody else\n"
      "18|N/A|RUNNING|None|n1|0:10|skald-1-0\n");
  std::vector<QueueState> states;
  for (const QueuedTask& task : tasks) states.push_back(task.state);
  using enum QueueState;
  CHECK(states == std::vector{running, queued, held, running, completed, cancelled, timed_out,
                              out_of_memory, node_lost, preempted, failed, held});
  CHECK(tasks[0].job == "17");
  CHECK(tasks[10].index == 10);
  CHECK(tasks[0].node == "n1");
  CHECK(tasks[0].reason.empty());
  CHECK(tasks[2].reason == "PartitionTimeLimit");
  CHECK(tasks[0].elapsed == std::chrono::seconds(3723));
  CHECK(tasks[4].elapsed == std::chrono::seconds(172801));
  CHECK_FALSE(tasks[7].elapsed);
}

TEST_CASE("what Slurm complains of comes with what helps") {
  const auto refusal = [](const char* complaint) { return slurm_refusal("sbatch", complaint); };
  CHECK(refusal("invalid partition specified: nix; Batch job submission failed: Invalid partition "
                "name specified") ==
        "sbatch: invalid partition specified: nix; Batch job submission failed: Invalid partition "
        "name specified; sinfo lists the partitions; --partition names another");
  CHECK_THAT(refusal("Batch job submission failed: Requested time limit is invalid (missing or "
                     "exceeds some limit)"),
             Catch::EndsWith("--time asks for less; sinfo lists the limits of the partitions"));
  CHECK_THAT(refusal("Batch job submission failed: Job violates accounting/QOS policy (job submit "
                     "limit, user's size and/or time limits)"),
             Catch::Contains("--task-length"));
  CHECK_THAT(refusal("Batch job submission failed: Unable to contact slurm controller (connect "
                     "failure)"),
             Catch::EndsWith("try again later"));
  CHECK(refusal("something new") == "sbatch: something new");
}
