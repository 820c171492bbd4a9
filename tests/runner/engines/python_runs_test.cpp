// Plugins in Python that misbehave end their own runs alone, under the right name.
#ifdef SKALD_PYTHON_PLUGINS
#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <sstream>

#include "catch.hpp"
#include "grids.hpp"
#include "sanitizers.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"

namespace python_runs_test {

using namespace skald;
using namespace skald::test;

namespace {

const std::string kPlugins = SKALD_PYTHON_PLUGINS;

// skald VERB and more words, with the plugins at hand.
std::vector<std::string> command(const std::string& verb, const std::vector<std::string>& more) {
  std::vector<std::string> words{verb};
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {"--plugin-path", kPlugins, "--allow-writable-plugins"});
  return words;
}
std::vector<std::string> run_command(const std::string& jobs = "2") {
  return command("run", {"grid.json", "--db", "results.db", "-j", jobs});
}

// One cell per way to misbehave.
std::string grid(const std::string& hows, const std::string& run = "") {
  return with(walk_grid("how", hows, run), R"("misbehaving")", R"("py_misbehaving")");
}

struct Ended {
  std::string status, message;
};

std::map<std::string, Ended> ended(const TemporaryFolder& folder) {
  const auto rows = store::StoreReader(folder.path() / "results.db")
                        .query(
                            "SELECT t.how, p.status, p.message FROM provenance p JOIN "
                            "run_table t ON t.run = p.run")
                        .rows;
  std::map<std::string, Ended> all;
  for (const auto& row : rows)
    all[std::get<std::string>(row[0])] = {std::get<std::string>(row[1]),
                                          std::get<std::string>(row[2])};
  return all;
}

}  // namespace

TEST_CASE("whatever a plugin in Python does ends its own run alone, under the right name") {
  const TemporaryFolder folder;
  folder.write("grid.json", grid(R"(["raise", "exit", "end", "fork", "thread", "patch", "nan",
                                     "recurse", "chance", "segfault", "close", "not"])"));
  const ProcessResult result = run_skald(folder.path(), run_command());
  INFO(result.err);
  CHECK(result.code == 1);
  std::map<std::string, Ended> found = ended(folder);
  const std::string file = "py_misbehaving.py:";
  CHECK(found["raise"].status == "failed");
  CHECK_THAT(
      found["raise"].message,
      Catch::Matches(".*" + file + "[0-9]+: in _divide: ZeroDivisionError: division by zero"));
  CHECK(found["exit"].status == "failed");
  CHECK_THAT(found["exit"].message,
             Catch::Contains("in _exit: SystemExit: enough; a plugin may not end the process"));
  CHECK(found["end"].status == "crashed");
  CHECK(found["fork"].status == "failed");
  CHECK_THAT(found["fork"].message,
             Catch::Contains("a plugin may not copy or replace its process (os.fork)"));
  CHECK(found["chance"].status == "failed");
  CHECK_THAT(
      found["chance"].message,
      Catch::Contains("numpy.random.normal() draws numbers that no seed of the run decides"));
  CHECK_THAT(found["recurse"].message, Catch::Contains("RecursionError"));
  CHECK(found["nan"].status == "diverged");
  CHECK(found["segfault"].status == "crashed");
  CHECK_THAT(found["segfault"].message, Catch::Contains("Segmentation fault"));
  CHECK(found["close"].status == "crashed");
  // What these have left behind reaches no other run.
  for (const char* how : {"thread", "patch", "not"}) {
    INFO(how);
    CHECK(found[how].status == "ok");
  }
}

TEST_CASE("a run beside plugins that patch NumPy or leave threads is what it is alone") {
  const TemporaryFolder folder;
  folder.write("grid.json", grid(R"(["patch", "thread", "not"])"));
  CHECK(run_skald(folder.path(), run_command("1")).code == 0);
  const auto hash = store::StoreReader(folder.path() / "results.db")
                        .query("SELECT hash FROM run_table WHERE how = 'not'")
                        .rows.at(0)
                        .at(0);
  const ProcessResult again =
      run_skald(folder.path(), command("rerun", {"results.db", std::get<std::string>(hash)}));
  INFO(again.out + again.err);
  CHECK(again.code == 0);
}

TEST_CASE("endless loops and hoarded memory in Python are stopped at the limits of a run") {
  SKALD_NOT_WITH_SANITIZERS
  const TemporaryFolder folder;
  folder.write("grid.json",
               grid(R"(["loop", "allocate"])", R"("limits": {"seconds": 5, "memory": 4e8})"));
  CHECK(run_skald(folder.path(), run_command()).code == 1);
  std::map<std::string, Ended> found = ended(folder);
  CHECK(found["loop"].status == "timeout");
  CHECK(found["allocate"].status == "out_of_memory");
}

TEST_CASE("what a plugin prints, and the traceback of what it raises, are events") {
  const TemporaryFolder folder;
  folder.write("grid.json", grid(R"(["print", "raise"])"));
  const ProcessResult result =
      run_skald(folder.path(), command("run", {"grid.json", "--db", "results.db", "--json"}));
  std::map<std::string, std::string> printed;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    const boost::json::object event = boost::json::parse(line).as_object();
    if (event.at("event") == "printed")
      printed[std::string(event.at("hash").as_string())] = event.at("lines").as_string();
  }
  REQUIRE(printed.size() == 2);
  std::string all;
  for (const auto& [hash, text] : printed) {
    CHECK(std::count(text.begin(), text.end(), '\n') < 12);
    all += text + "\n";
  }
  CHECK_THAT(all, Catch::Contains("line 999 of the output"));
  CHECK_THAT(all, Catch::Contains("in _raise") && Catch::Contains("in _divide") &&
                      Catch::Contains("ZeroDivisionError: division by zero"));
}

TEST_CASE("a file that is no plugin is refused with its place") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) {
    const std::string file = folder.write("mine.py", text);
    const ProcessResult result =
        run_skald(folder.path(), {"check", "mine.py", "--allow-writable-plugins"});
    CHECK(result.code == 2);
    return result.err;
  };
  CHECK_THAT(refusal("import skald\n\nx = = 3\n"),
             Catch::Contains("mine.py:3: SyntaxError: invalid syntax\n    x = = 3\n        ^"));
  CHECK_THAT(refusal("import skald\nimport no_such_module\n"),
             Catch::Contains("mine.py:2: ModuleNotFoundError: No module named 'no_such_module'"));
  CHECK_THAT(refusal("import skald\n"),
             Catch::Contains("has 0 classes of plugins (none); expected one class"));
  CHECK_THAT(
      refusal("import skald\nclass A(skald.Metric):\n    \"\"\"A.\"\"\"\n    scale = 'big'\n"),
      Catch::Contains("\"big\" is no scale; expected one of real, positive"));
  CHECK_THAT(refusal("import skald\nclass A(skald.Metric):\n    pass\n"),
             Catch::Contains("class A has no docstring"));
  CHECK_THAT(refusal("import sys\nsys.exit(3)\n"), Catch::Contains("mine.py:2: SystemExit: 3"));
  CHECK_THAT(refusal("import os\nos._exit(0)\n"),
             Catch::Contains("ends the process on loading, with status 0"));
}

TEST_CASE("an edited plugin makes its runs stale, and so does an edited module beside it") {
  const TemporaryFolder folder;
  folder.write("plugins/_step.py", "STEP = 1.0\n");
  const std::string plugin =
      "import skald\nfrom _step import STEP\n\nclass Walk(skald.Sampler):\n    \"\"\"A "
      "walk.\"\"\"\n"
      "    def start(self, context, theta):\n        pass\n"
      "    def advance(self, context, iterations, theta):\n"
      "        theta[:] = STEP * (context.iteration + iterations)\n";
  folder.write("plugins/walk.py", plugin);
  folder.write("grid.json",
               with(walk_grid("run.iterations", "[60]"), R"("misbehaving")", R"("walk")"));
  const auto told = [&](const std::string& verb) {
    const ProcessResult result =
        run_skald(folder.path(), {verb, "grid.json", "--db", "results.db", "--plugin-path",
                                  "plugins", "--allow-writable-plugins"});
    return result.out + result.err;
  };
  CHECK_THAT(told("run"), Catch::Contains("[1/1]  ok 1"));
  CHECK_THAT(told("run"), Catch::Contains("cached 1"));
  folder.write("plugins/_step.py", "STEP = 2.0\n");
  CHECK_THAT(told("plan"), Catch::Contains("numerics_revision"));
  CHECK_THAT(told("run"), Catch::Contains("[1/1]  ok 1"));
  folder.write("plugins/walk.py", plugin + "# edited\n");
  CHECK_THAT(told("plan"), Catch::Contains("numerics_revision"));
}

}  // namespace python_runs_test
#endif
