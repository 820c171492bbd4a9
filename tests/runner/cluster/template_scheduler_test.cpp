// A template, with small scripts in the place of a scheduler's programs.
#include "cluster/template_scheduler.hpp"

#include "cluster/scheduler.hpp"
#include "files/regular_file.hpp"
#include "system/exit_code.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace {

void write(const fs::path& file, const std::string& text, bool is_program = false) {
  std::ofstream(file, std::ios::binary) << text;
  if (is_program) fs::permissions(file, fs::perms::owner_all);
}

std::string read(const fs::path& file) { return files::read_regular_file(file); }

const std::string kTemplate =
    R"({"submit": ["a"], "list": ["b"], "cancel": ["c"], "job": ".", "line": "."})";

// A scheduler of three scripts in `folder`, which note their arguments, one per line.
SchedulerTemplate sample_template(const fs::path& folder) {
  const std::string note =
      "#!/bin/sh\nprintf '%s\\n' \"$@\" >" + (folder / "noted").string() + "\n";
  write(folder / "put", note + "echo 'your job 71.server is queued'\n", true);
  write(folder / "look",
        note +
            "echo 'id  state'; echo '71.server  R'; echo '72.server Q'; "
            "echo '8.server Q'\n",
        true);
  write(folder / "drop", note, true);
  return {.submit = {(folder / "put").string(), "-N", "{name}", "-l", "cpus={processors}", "-l",
                     "{minutes} min, {walltime}, {megabytes} MB on {partition}", "{further}",
                     "{script}"},
          .list = {(folder / "look").string(), "{jobs}"},
          .cancel = {(folder / "drop").string(), "{jobs}"},
          .job = "your job (\\S+)",
          .line = "^(\\S+) +([A-Z])$",
          .states = {{"Q", QueueState::queued}},
          .hosts = {},
          .ended = {}};
}

TaskArray sample_task(const fs::path& folder) {
  TaskArray task;
  task.name = "skald-1";
  task.command = {"/bin/echo", "it's me"};
  task.folder = folder;
  task.first = 4;
  task.count = 1;
  task.needs = {.processors = 2,
                .memory = std::int64_t{3} << 20,
                .time = std::chrono::minutes(95),
                .warning = {},
                .partition = "long one",
                .tasks_at_once = {},
                .further = {"-A", "an account"}};
  return task;
}

}  // namespace

TEST_CASE("a template's programs get their arguments, and their answers are read") {
  const TemporaryFolder folder;
  TemplateScheduler scheduler(folder / "t.json", sample_template(folder.path()));
  CHECK(scheduler.submit(sample_task(folder.path())) == "71.server");
  CHECK(read(folder / "noted") ==
        "-N\nskald-1\n-l\ncpus=2\n-l\n95 min, 01:35:00, 3 MB on long one\n-A\n"
        "an account\n" +
            (folder / "skald-1.sh").string() + "\n");
  CHECK(read(folder / "skald-1.sh") ==
        "#!/bin/sh\ncd " + folder.path().string() + " || exit 3\nexec /bin/echo 'it'\\''s me' 4\n");

  const std::vector<std::string> jobs{"71.server", "72.server"};
  const auto tasks = scheduler.list(jobs);
  CHECK(read(folder / "noted") == "71.server\n72.server\n");
  REQUIRE(tasks.size() == 2);  // 8.server is somebody else's
  CHECK(tasks[0].job == "71.server");
  CHECK(tasks[0].state == QueueState::running);
  CHECK(tasks[1].state == QueueState::queued);

  scheduler.cancel(jobs);
  CHECK(read(folder / "noted") == "71.server\n72.server\n");
}

TEST_CASE("hosts have one task each, and jobs are asked for one by one") {
  const TemporaryFolder folder;
  SchedulerTemplate how = sample_template(folder.path());
  write(folder / "put", "#!/bin/sh\necho \"$1\" >>'" + (folder / "put to").string() + "'; echo 5\n",
        true);
  write(folder / "look", "#!/bin/sh\n[ \"$1 $2\" = 'b 5' ] || exit 1; echo running\n", true);
  how.submit = {(folder / "put").string(), "{host}"};
  how.list = {(folder / "look").string(), "{host}", "{job}"};
  how.job = "^[0-9]+";
  how.line = "running";
  how.hosts = {"a", "b"};
  TemplateScheduler scheduler(folder / "t.json", how);
  CHECK(scheduler.task_limit() == 2);
  TaskArray task = sample_task(folder.path());
  CHECK(scheduler.submit(task) == "5@a");
  task.first = 5;
  CHECK(scheduler.submit(task) == "5@b");
  CHECK(read(folder / "put to") == "a\nb\n");
  const std::vector<std::string> jobs{"5@a", "5@b"};
  CHECK_THROWS_WITH(scheduler.list(jobs), Catch::Contains("exit code 1"));

  write(folder / "look",
        "#!/bin/sh\n[ \"$1 $2\" = 'b 5' ] || { echo unknown job >&2; exit 1; }; echo running\n",
        true);
  how.ended = "^unknown job";
  const auto tasks = TemplateScheduler(folder / "t.json", how).list(jobs);
  REQUIRE(tasks.size() == 1);
  CHECK(tasks[0].job == "5@b");
  CHECK(tasks[0].node == "b");
}

TEST_CASE("a list that fails says that jobs have ended only where it says so of jobs") {
  const TemporaryFolder folder;
  SchedulerTemplate how = sample_template(folder.path());
  how.ended = "Unknown Job Id";
  const std::vector<std::string> jobs{"71.server"};
  const auto fails_with = [&](const std::string& printed) {
    write(folder / "look", "#!/bin/sh\n" + printed + "\nexit 153\n", true);
    TemplateScheduler(folder / "t.json", how).list(jobs);
  };
  CHECK_NOTHROW(fails_with("echo 'qstat: Unknown Job Id 71.server' >&2"));
  CHECK_THROWS_WITH(fails_with("echo 'qstat: cannot connect to server pbs (errno=15010)' >&2"),
                    Catch::Contains("exit code 153 (qstat: cannot connect"));
  CHECK_THROWS_WITH(fails_with("echo 'qstat: Unknown Job Id 71.server' >&2; echo 'pbs_iff: error "
                               "returned: 15031' >&2"),
                    Catch::Contains("exit code 153"));
  CHECK_THROWS_WITH(fails_with(":"), Catch::Contains("exit code 153"));  // without a word
  how.ended = "";
  CHECK_THROWS_WITH(fails_with("echo 'qstat: Unknown Job Id 71.server' >&2"),
                    Catch::Contains("exit code 153"));
}

TEST_CASE("answers and failures that a template does not describe are told with its name") {
  const TemporaryFolder folder;
  SchedulerTemplate how = sample_template(folder.path());
  write(folder / "put", "#!/bin/sh\necho no\n", true);
  const TaskArray task = sample_task(folder.path());
  CHECK_THROWS_AS(TemplateScheduler(folder / "t.json", how).submit(task), SchedulerSilent);
  write(folder / "put", "#!/bin/sh\necho over quota >&2; exit 3\n", true);
  CHECK_THROWS_WITH(TemplateScheduler(folder / "t.json", how).submit(task),
                    Catch::Contains("exit code 3 (over quota)") && Catch::Contains("t.json"));
  how.submit = {"no-such-program"};
  CHECK_THROWS_WITH(TemplateScheduler(folder / "t.json", how).submit(task),
                    Catch::Contains("no-such-program") && Catch::Contains("t.json"));
}

TEST_CASE("a template may know jobs by their numbers, where the list cuts ids short") {
  const TemporaryFolder folder;
  SchedulerTemplate how = sample_template(folder.path());
  how.job = "^[0-9]+";
  how.line = "^([0-9]+)\\S* +\\S+ +\\S+ +\\S+ +([A-Z]) ";
  how.states = {{"R", QueueState::running}};
  how.ended = "Unknown Job Id|[Jj]ob has finished";
  const auto answers = [&](const char* program, const std::string& text) {
    write(folder / program, "#!/bin/sh\n" + text + "\n", true);
    return (folder / program).string();
  };
  how.submit = {answers("qsub", "echo 1234567.pbs-master.cluster")};
  how.list = {answers("qstat", "echo '1234567.pbs-mast* skald-1  me  00:00:01 R workq'"), "{jobs}"};
  how.cancel = {answers("qdel", "echo 'Job has finished' >&2; exit 35"), "{jobs}"};
  TemplateScheduler scheduler(folder / "pbs.json", how);
  const std::vector<std::string> jobs{scheduler.submit(sample_task(folder.path()))};
  const auto tasks = scheduler.list(jobs);
  REQUIRE(tasks.size() == 1);
  CHECK(tasks[0].state == QueueState::running);
  CHECK_NOTHROW(scheduler.cancel(jobs));  // jobs that have ended do no harm
  answers("qdel", "echo 'qdel: cannot connect to server pbs (errno=15010)' >&2; exit 255");
  CHECK_THROWS_AS(scheduler.cancel(jobs), SchedulerError);
}

TEST_CASE("a template is refused with the place of its fault") {
  const TemporaryFolder folder;
  const fs::path file = folder / "t.json";
  write(file, kTemplate);
  CHECK(read_scheduler_template(file).submit == std::vector<std::string>{"a"});
  const auto refusal = [&](const std::string& text) {
    write(file, text);
    try {
      read_scheduler_template(file);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const auto with_member = [&](const std::string& member) {
    return refusal(kTemplate.substr(0, kTemplate.size() - 1) + ", " + member + "}");
  };
  const std::string start = file.string() + ": ";
  CHECK_THAT(refusal(R"({"submit": []})"), Catch::StartsWith(start + "\"submit\" must begin with"));
  CHECK_THAT(with_member(R"("states": {"Q": "waiting"})"),
             Catch::Contains("must be one of queued, held") && Catch::Contains("\"waiting\""));
  CHECK_THAT(with_member(R"("hots": [])"), Catch::Contains("\"hots\" is no member"));
  CHECK_THAT(
      refusal(R"({"submit": ["a"], "list": ["b"], "cancel": ["c"], "job": "(", "line": "."})"),
      Catch::Contains("must be a regular expression"));
  const auto with_ended = [&](const std::string& value) {
    return with_member("\"list_fails_when_ended\": " + value);
  };
  CHECK(with_ended(R"("Unknown Job Id")").empty());
  CHECK_THAT(with_ended("true"), Catch::Contains("must be a regular expression for what"));
  CHECK_THAT(with_ended(R"(".*")"), Catch::Contains("a server that does not answer"));
  CHECK_THAT(refusal("{"), Catch::StartsWith(start));
  CHECK_THROWS_WITH(make_scheduler((folder / "none").string()),
                    Catch::Contains("is neither slurm"));
}

TEST_CASE("ids of jobs that no scheduler gives reach no program") {
  const TemporaryFolder folder;
  SchedulerTemplate how = sample_template(folder.path());
  how.list = {(folder / "look").string(), "{host}", "{job}"};
  how.cancel = {(folder / "drop").string(), "{host}", "{job}"};
  how.hosts = {"a", "b"};
  TemplateScheduler scheduler(folder / "t.json", how);
  for (const char* job : {"1; id > F; true@a", "5@c", "5@-oProxyCommand=id", "5", "-n@a", "$(id)@a",
                          "5@a@b", "5 6@a", ""}) {
    INFO(job);
    const std::vector<std::string> jobs{job};
    CHECK_THROWS_AS(scheduler.list(jobs), SchedulerError);
    CHECK_THROWS_AS(scheduler.cancel(jobs), SchedulerError);
  }
  CHECK_FALSE(fs::exists(folder / "noted"));
  CHECK_THROWS_WITH(TemplateScheduler(folder / "a b.json", how), Catch::Contains("rename it"));
}

TEST_CASE("a scheduler that a database names is one of the user's") {
  const TemporaryFolder folder;
  ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  folder.write("skald/schedulers/pbs.json", kTemplate);
  const fs::path other = folder.write("other.json", kTemplate);
  CHECK(scheduler_named("slurm", "")->name() == "slurm");
  CHECK(scheduler_named("pbs", "")->name() == "pbs");
  CHECK(scheduler_named("other", other.string())->name() == "other");
  CHECK(scheduler_named("pbs", other.string())->name() == "pbs");
  CHECK_THROWS_WITH(scheduler_named("other", ""), Catch::Contains("--scheduler other.json"));
  CHECK_THROWS(scheduler_named(other.string(), ""));
  CHECK_THROWS(scheduler_named("../schedulers/pbs", ""));
  ::unsetenv("XDG_CONFIG_HOME");
}

TEST_CASE("the template that is shipped can be read") {
  CHECK_NOTHROW(read_scheduler_template(fs::path(SKALD_SOURCE_DIR) /
                                        "runner/cluster/examples/ssh_hosts.json"));
}
