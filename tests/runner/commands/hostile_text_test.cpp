// Text from grids, plugins, data files, options and databases cannot control the terminal.
#include <regex>

#include "grids.hpp"
#include "json_document.hpp"
#include "skald_process.hpp"
#include "store/store.hpp"
#include "test.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace hostile_text_test {

namespace {

// ESC [ 2 J, CSI in one character, right-to-left override, a byte that is no UTF-8.
const std::string kHostile = "x\x1b[2J\u009b31m\u202e\xff";

void check_harmless(const ProcessResult& result) {
  INFO(text::printable(result.out) + text::printable(result.err));
  CHECK(text::printable(result.out) == result.out);
  CHECK(text::printable(result.err) == result.err);
}

// Makes a database with hostile text in a study, a cell, an axis, a metric and a message.
void make_database(const std::filesystem::path& file) {
  const std::string name = "x\u202e\u009b";  // the hostile characters that are allowed in a name
  store::Store store = store::Store::open(file);
  store.declare_metrics(
      std::vector<record::MetricRecord>{{name, kHostile, kHostile, record::Better::up}});
  const std::vector<record::CellRecord> cells{{"a", "{}", {{"sampler." + name, kHostile}}, false}};
  record::RunRecord run;
  run.hash = "0a";
  run.study = store.declare_study({name, kHostile}, cells);
  run.cell = "a";
  run.status = record::RunStatus::failed;
  run.message = kHostile;
  run.series = {{name, {{10, 1}}, {1, 1, 1, 1, {}}}};
  run.events = {{10, kHostile, kHostile}, {10, "privacy", kHostile}};
  run.vectors = {{name, {{10, {1}}}}};
  store.record(run);
}

}  // namespace

TEST_CASE("words of the command line are told harmlessly") {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& words : {std::vector<std::string>{kHostile},
                                                {"run", kHostile},
                                                {"run", "a", "--" + kHostile},
                                                {"run", "a", "-j", kHostile},
                                                {"query", kHostile},
                                                {"describe", kHostile},
                                                {"plugins", "--format", kHostile},
                                                {"account", "setting", "--eps", kHostile},
                                                {"data", kHostile},
                                                {"data", "info", kHostile}}) {
    const ProcessResult result = run_skald(folder.path(), words);
    INFO(text::printable(words[0]));
    CHECK(result.code != 0);
    CHECK_FALSE(result.err.empty());
    check_harmless(result);
  }
}

TEST_CASE("faults of a grid and of a data file are told harmlessly") {
  const TemporaryFolder folder;
  const std::string valid = "x\u009b31m\u202e";  // hostile, but UTF-8
  folder.write("data.csv", "a," + kHostile + "\n1," + kHostile + "\n");
  for (const std::string& grid :
       {std::string("{ \"name\": \"") + kHostile + "\" }",
        R"({ "name": ")" + valid + R"(", "seed": 1, ")" + valid + R"(": 2 })",
        with(kFourAxes, R"("titanic")", "\"" + valid + "\""),
        with(kFourAxes, R"("plugin": "titanic")",
             R"("plugin": "csv", "file": "data.csv", "target": ")" + valid + "\"")}) {
    folder.write("grid.json", grid);
    for (const char* verb : {"check", "plan", "run"}) {
      const ProcessResult result = run_skald(folder.path(), {verb, "grid.json"});
      CHECK(result.code != 0);
      CHECK_FALSE(result.err.empty());
      check_harmless(result);
    }
  }
}

TEST_CASE("what a plugin throws is told harmlessly, in one line of JSON too") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               with(walk_grid("says", R"(["escapes", "control"])"), "misbehaving", "talkative"));
  const ProcessResult result = run_skald(folder.path(), walk_command("run", "results.db"));
  CHECK(result.code == 1);
  CHECK_THAT(result.err, Catch::Contains("\\x1b[2J\\u009b31m\\u202e\\xff stop"));
  check_harmless(result);
  const ProcessResult json = run_skald(folder.path(), walk_command("run", "other.db", {"--json"}));
  CHECK(text::valid_utf8(json.out) == json.out);
  CHECK_THAT(json.out, Catch::Contains("\\u001b[2J"));
  check_harmless({.code = 0, .signal = {}, .out = "", .err = json.err});
}

TEST_CASE("what a database holds is shown harmlessly, and given to programs as it is") {
  const TemporaryFolder folder;
  make_database(folder.path() / "r.db");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"query", "r.db", "failures"},
        {"query", "r.db", "run_table"},
        {"query", "r.db", "studies", "--format", "md"},
        {"query", "r.db", "vector_series"},
        {"query", "r.db", "SELECT 1 AS \"x\u202e\""},
        {"query", "r.db", "SELECT x\u202e"},
        {"show", "r.db", "0a"},
        {"status", "r.db"},
        {"compare", "r.db"},
        {"compare", "r.db", "--study", kHostile},
        {"doctor", "r.db"},
        {"prune", "r.db"}}) {
    INFO(words[0] << " " << text::printable(words.back()));
    check_harmless(run_skald(folder.path(), words));
  }
  const std::string told = "x\x1b[2J\u009b31m\u202e\ufffd";
  const ProcessResult csv =
      run_skald(folder.path(), {"query", "r.db", "SELECT message FROM runs", "--format", "csv"});
  CHECK(csv.out == "message\n" + told + "\n");
  const ProcessResult json =
      run_skald(folder.path(), {"query", "r.db", "SELECT message FROM runs", "--format", "json"});
  CHECK(json.out == "[\n{\"message\": \"x\\u001b[2J\u009b31m\u202e\ufffd\"}\n]\n");
}

TEST_CASE("the runner prints in one place") {
  const std::regex direct(R"(fmt::print\(|std::cout|std::cerr|std::clog|)"
                          R"(\bf?printf\(|\bf?puts\(|\bputchar\(|\bperror\()");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(SKALD_SOURCE_DIR) + "/runner")) {
    if (entry.path().extension() != ".cpp") continue;
    INFO(entry.path());
    CHECK_FALSE(std::regex_search(content(entry.path()), direct));
  }
}

}  // namespace hostile_text_test
