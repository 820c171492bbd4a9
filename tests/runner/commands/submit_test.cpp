// Sweeps on a cluster, with small scripts in the place of a scheduler. What Slurm does is tested by
// tests/cluster.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "skald_process.hpp"
#include "sweep/grid_folder.hpp"

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

// A folder whose name needs quoting, with a grid, a template and its three programs. The scheduler
// keeps tasks until begin() is called; then they run one after another.
class Cluster {
 public:
  Cluster() : grid_(kFourAxes) {
    fs::create_directory(folder() / "queue");
    program("put", "cd '" + folder().string() +
                       "/queue' && n=$(($(cat ../count) + 1)) &&"
                       " echo $n >../count && ln -s \"$1\" $n && echo job $n");
    program("look", "cd '" + folder().string() +
                        "/queue'; for job; do"
                        " [ ! -L $job ] || echo \"$job Q\"; done");
    program("drop", "cd '" + folder().string() + "/queue'; rm -f \"$@\"");
    write("count", "0\n");
    const auto path = [this](const char* name) { return '"' + (folder() / name).string() + '"'; };
    write("template.json", "{\"submit\": [" + path("put") + ", \"{script}\"], \"list\": [" +
                               path("look") + ", \"{jobs}\"], \"cancel\": [" + path("drop") +
                               R"t(, "{jobs}"], "job": "job ([0-9]+)", "states": {"Q": "queued"},
                               "line": "^([0-9]+) ([A-Z])$"})t");
  }

  fs::path folder() const { return grid_.folder().path(); }
  ProcessResult skald(const std::vector<std::string>& arguments) const {
    return grid_.skald(arguments);
  }
  ProcessResult submit(const std::vector<std::string>& more = {}) const {
    return skald(
        with_more({"submit", "grid.json", "--db", "r.db", "--scheduler", "template.json"}, more));
  }
  std::vector<std::string> queue() const { return files_in(folder() / "queue"); }
  // Has the next `most` tasks done. Returns their exit codes.
  std::vector<int> begin(std::size_t most = 1000) const {
    std::vector<int> codes;
    for (const std::string& job : queue()) {
      if (codes.size() == most) break;
      const fs::path script = fs::read_symlink(folder() / "queue" / job);
      const std::string command = "TMPDIR='" + folder().string() + "' '" + script.string() + "'";
      codes.push_back(WEXITSTATUS(std::system(command.c_str())));
      fs::remove(folder() / "queue" / job);
    }
    return codes;
  }
  // A command that asks after the tasks of r.db.
  ProcessResult ask(const std::string& command, const std::vector<std::string>& more = {}) const {
    return skald(with_more({command, "r.db", "--scheduler", "template.json"}, more));
  }
  std::string tasks() const { return ask("status", {"--tasks", "--format", "csv"}).out; }
  std::string query(const std::string& database, const std::string& sql) const {
    return skald({"query", database, "--format", "csv", sql}).out;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder() / name, std::ios::binary) << text;
  }

 private:
  void program(const std::string& name, const std::string& text) const {
    write(name, "#!/bin/sh\n" + text + "\n");
    fs::permissions(folder() / name, fs::perms::owner_all);
  }

  GridFolder grid_;
};

const std::string kResults =
    "SELECT hash, status, metric, value FROM final_metrics ORDER BY hash, metric";

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++found;
  return found;
}

}  // namespace

TEST_CASE("a job whose answer was lost blocks until the user takes it back by cancel") {
  const Cluster cluster;
  cluster.write("put", "#!/bin/sh\necho no\n");
  CHECK(cluster.submit().code == 3);
  const ProcessResult again = cluster.submit();
  CHECK(again.code == 3);
  CHECK_THAT(again.err, Catch::Contains("skald cancel"));
  CHECK(cluster.ask("cancel").code == 0);
  cluster.write("put", "#!/bin/sh\necho job 1\n");
  CHECK(cluster.submit().code == 0);
}

TEST_CASE("the engine of a cluster refuses options of runs on this machine") {
  const Cluster cluster;
  const ProcessResult refused =
      cluster.skald({"run", "grid.json", "--engine", "slurm", "--shard", "1/8"});
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Catch::Contains("--shard"));
}

TEST_CASE("engines of this machine refuse options of a cluster, even those that are defaults") {
  const Cluster cluster;
  const std::vector<std::vector<std::string>> all{
      {"--partition", "long"}, {"--sbatch=--account=a"}, {"--task-length", "30min"},
      {"--time", "1h"},        {"--memory", "1GB"},      {"--nodes-at-most", "2"},
      {"--scheduler", "slurm"}};
  for (const std::vector<std::string>& option : all) {
    for (const char* engine : {"local", "inline"}) {
      const ProcessResult refused =
          cluster.skald(with_more({"run", "grid.json", "--engine", engine}, option));
      CHECK(refused.code == 2);
      CHECK_THAT(refused.err,
                 Catch::Contains(option[0].substr(0, option[0].find('=')) + " is for tasks") &&
                     Catch::Contains("--engine " + std::string(engine) + " does runs") &&
                     Catch::Contains("choose --engine slurm"));
    }
  }
}

TEST_CASE("runs that were submitted are done once and are those of a sweep on one machine") {
  const Cluster cluster;
  REQUIRE(cluster.skald({"run", "grid.json", "--db", "alone.db", "-j", "2"}).code == 0);
  const auto submitted = cluster.submit({"--task-length", "0.001s"});
  INFO(submitted.err);
  REQUIRE(submitted.code == 0);
  const std::size_t tasks = cluster.queue().size();
  CHECK(tasks > 1);
  CHECK_THAT(submitted.err, Catch::Contains("24 runs submitted in " + std::to_string(tasks)));
  CHECK(count(submitted.out, "\n") == tasks);  // their jobs, for scripts

  // A second submit sends nothing, whether tasks wait or have published.
  const auto again = cluster.submit();
  CHECK_THAT(again.err, Catch::Contains("0 runs submitted in 0 tasks, 24 under way, 0 in the"));
  CHECK(cluster.begin(1) == std::vector{0});
  CHECK_THAT(cluster.submit().err, Catch::Contains("0 runs submitted in 0 tasks"));
  CHECK(count(cluster.tasks(), ",queued,") == tasks - 1);
  CHECK(count(cluster.tasks(), ",ended,") == 1);
  CHECK(cluster.begin() == std::vector<int>(tasks - 1, 0));

  CHECK_THAT(cluster.submit().err,
             Catch::Contains("0 runs submitted in 0 tasks, 0 under way, 24 in the database"));
  CHECK(count(cluster.tasks(), ",ended,") == tasks);
  CHECK(cluster.query("r.db", kResults) == cluster.query("alone.db", kResults));
  CHECK(cluster.query("r.db", "SELECT count(*) AS n, count(DISTINCT hash) AS d FROM runs") ==
        "n,d\n24,24\n");
}

TEST_CASE("what a cluster has lost or was told to forget is submitted again") {
  const Cluster cluster;
  REQUIRE(cluster.submit({"--task-length", "0.001s"}).code == 0);
  const std::size_t tasks = cluster.queue().size();
  for (const std::string& job : cluster.queue()) fs::remove(cluster.folder() / "queue" / job);
  CHECK(count(cluster.tasks(), ",lost,") == tasks);
  CHECK_THAT(cluster.ask("status").err, Catch::Contains("with runs left to do"));

  CHECK_THAT(cluster.submit().err, Catch::Contains("24 runs submitted"));
  REQUIRE_FALSE(cluster.queue().empty());
  const auto cancelled = cluster.ask("cancel");
  CHECK(cancelled.code == 0);
  CHECK_THAT(cancelled.err, Catch::Contains(" cancelled"));
  CHECK(cluster.queue().empty());
  CHECK(count(cluster.tasks(), ",cancelled,") == 1);
  CHECK_THAT(cluster.ask("cancel").err, Catch::Contains("0 jobs cancelled"));
  CHECK_THAT(cluster.submit().err, Catch::Contains("24 runs submitted"));
}

TEST_CASE("a watch ends once nothing is under way that could bring what is missing") {
  const Cluster cluster;
  REQUIRE(cluster.submit({"--task-length", "0.001s"}).code == 0);
  const auto watch = [&] {
    return SkaldProcess(cluster.folder(), {"collect", "r.db", "--watch", "--every", "0.1",
                                           "--scheduler", "template.json"});
  };
  const auto ends_in_time = [](SkaldProcess& skald, std::chrono::milliseconds most) {
    const auto end = std::chrono::steady_clock::now() + most;
    while (skald.is_running() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return !skald.is_running();
  };
  REQUIRE(cluster.begin(2) == std::vector{0, 0});
  {
    SkaldProcess waiting = watch();
    CHECK_FALSE(ends_in_time(waiting, std::chrono::milliseconds(700)));  // others are queued
  }
  REQUIRE(cluster.ask("cancel").code == 0);
  SkaldProcess ended = watch();
  REQUIRE(ends_in_time(ended, std::chrono::seconds(60)));
  const ProcessResult result = ended.wait();
  CHECK(result.code == 1);
  CHECK_THAT(result.err, Catch::Contains("no task is under way that could bring them") &&
                             Catch::Contains(" cancelled") && Catch::Contains("; skald submit /") &&
                             Catch::Contains("grid.json --db r.db sends what is missing"));
  REQUIRE(cluster.submit().code == 0);
  const std::vector<int> codes = cluster.begin();
  CHECK(std::count(codes.begin(), codes.end(), 0) == static_cast<std::ptrdiff_t>(codes.size()));
  SkaldProcess complete = watch();
  REQUIRE(ends_in_time(complete, std::chrono::seconds(60)));
  CHECK(complete.wait().code == 0);
  CHECK(cluster.query("r.db", "SELECT count(*) AS n FROM runs") == "n\n24\n");
}

TEST_CASE("a submission whose answer was lost is not sent a second time") {
  const Cluster cluster;
  REQUIRE(cluster.submit().code == 0);
  cluster.write("put", "#!/bin/sh\necho what is this\n");
  REQUIRE(cluster.ask("cancel").code == 0);
  const auto unclear = cluster.submit();
  CHECK(unclear.code == 3);
  CHECK_THAT(unclear.err, Catch::Contains("its answer \"what is this\" has no job"));
  const auto next = cluster.submit();
  CHECK(next.code == 3);
  CHECK_THAT(next.err, Catch::Contains("make sure that it is not under way"));
}

TEST_CASE("a task that cannot do its work says so, with its node") {
  const Cluster cluster;
  REQUIRE(cluster.submit().code == 0);
  fs::rename(cluster.folder() / "grid.json", cluster.folder() / "other.json");
  CHECK(cluster.begin() == std::vector{3});
  const std::string tasks = cluster.tasks();
  CHECK(count(tasks, ",refused,") == 1);
  CHECK_THAT(tasks, Catch::Contains("grid.json"));
  const std::string told = cluster.ask("status").err;
  CHECK_THAT(told, Catch::Contains("1 refused on ") && Catch::Contains("grid.json"));
  fs::rename(cluster.folder() / "other.json", cluster.folder() / "grid.json");
  CHECK_THAT(cluster.submit().err, Catch::Contains("24 runs submitted"));
}

TEST_CASE("what cannot be submitted is refused with a sentence") {
  const Cluster cluster;
  const auto refusal = [&](const std::vector<std::string>& more) {
    const auto result = cluster.submit(more);
    CHECK(result.code == 2);
    return result.err;
  };
  CHECK_THAT(refusal({"--force"}), Catch::Contains("skald run does"));
  const auto unknown = cluster.skald({"submit", "grid.json", "--scheduler", "pbs"});
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("is neither slurm nor a file"));
  CHECK_THAT(cluster.submit({"--task-length", "0s"}).err, Catch::Contains("--task-length"));
  CHECK_THAT(cluster.skald({"cancel", "none.db"}).err, Catch::Contains("none.db"));
  CHECK_FALSE(fs::exists(cluster.folder() / "none.db"));
  CHECK(cluster.queue().empty());
}

TEST_CASE("a database names no program: its scheduler is the user's, found by its name alone") {
  const Cluster cluster;
  REQUIRE(cluster.submit().code == 0);
  CHECK(cluster.query("r.db", "SELECT scheduler, folder LIKE '%/%' AS is_path FROM submissions") ==
        "scheduler,is_path\ntemplate,0\n");
  cluster.write("look", "#!/bin/sh\ntouch ../asked\n");
  // Nothing beside the database is run, only what the user names or has in the own folder.
  const ProcessResult alone = cluster.skald({"status", "r.db"});
  CHECK(alone.code == 0);
  CHECK_THAT(alone.err, Catch::Contains("cannot be seen from here") &&
                            Catch::Contains("--scheduler template.json"));
  CHECK(cluster.skald({"cancel", "r.db"}).code == 2);
  CHECK_FALSE(fs::exists(cluster.folder().parent_path() / "asked"));
}

TEST_CASE("a database with a path in the place of a scheduler's name runs nothing") {
  const Cluster cluster;
  REQUIRE(cluster.submit().code == 0);
  const fs::path evil = cluster.folder() / "evil.json";
  fs::copy_file(cluster.folder() / "template.json", evil);
  cluster.write("look", "#!/bin/sh\ntouch '" + (cluster.folder() / "PWNED").string() + "'\n");
  edit(cluster.folder() / "r.db", "UPDATE submissions SET scheduler = '" + evil.string() + "'");
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"status", "r.db"},
           {"status", "r.db", "--tasks"},
           {"cancel", "r.db"},
           {"submit", "grid.json", "--db", "r.db", "--scheduler", "template.json"}}) {
    INFO(command[0]);
    const ProcessResult refused = cluster.skald(command);
    CHECK(refused.code == 5);
    CHECK_THAT(refused.err, Catch::Contains("r.db: submissions.scheduler is"));
  }
  CHECK_FALSE(fs::exists(cluster.folder() / "PWNED"));
}
