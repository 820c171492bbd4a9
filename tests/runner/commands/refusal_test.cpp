// Bad input: what the refusal says, word for word, and that nothing is written.
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"

using namespace skald::test;

namespace {

const std::string kPlugins = SKALD_HOST_PLUGINS;

struct Refusal {
  int code;
  std::string err;
};

// Runs the four-axes grid with one change. Checks that there is no new file afterwards.
Refusal refusal(const std::string& from, const std::string& to,
                const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  folder.write("grid.json", with(kFourAxes, from, to));
  const ProcessResult result =
      run_skald(folder.path(), with_more({"run", "grid.json", "--db", "results.db"}, more));
  CHECK(result.out.empty());
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json"});
  return {result.code, with(result.err, folder.path().string(), "FOLDER")};
}

std::string without_rest(const std::string& text, const std::string& from) {
  return text.substr(0, text.find(from));
}

}  // namespace

TEST_CASE("an unknown option is refused with the nearest one") {
  const Refusal found = refusal(R"("batch")", R"("bach")");
  CHECK(found.code == 2);
  CHECK(found.err ==
        "grid.json:5:33: error: unknown option \"bach\" - did you mean \"batch\"?\n"
        "  5 |   \"sampler\": {\"plugin\": \"fald\", \"bach\": 1, \"step\": \"= 1 / (n * N)\"},\n"
        "    |                                 ^^^^^^\n"
        "1 error\n");
}

TEST_CASE("a value out of range is refused with the range") {
  const Refusal found = refusal(R"("rho": [0, 1])", R"("rho": [0, 1.5])");
  CHECK(found.code == 2);
  CHECK(found.err ==
        R"(grid.json:12:53: error: "rho" must be in [0, 1], got 1.5        (sampler fald)
  12 |     {"when": {"sampler.plugin": "fald"}, "rho": [0, 1.5]},
     |                                                     ^^^
1 error
)");
}

TEST_CASE("K and p_c together are refused by the sampler, once for all its cells") {
  const Refusal found =
      refusal(R"("K": [5, null], "p_c": [null, 0.2])", R"("K": [5, 5], "p_c": [0.1, 0.2])");
  CHECK(found.code == 2);
  CHECK(found.err ==
        "grid.json:11:56: error: sampler 'fald': both K (local steps per round) and p_c "
        "(communication probability per iteration) are given: remove one   (cell sampler=fald K=5 "
        "p_c=0.1 rho=0.0 privacy=none)\n");
}

TEST_CASE("a plugin that begins its refusal with its own name is named once") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({"name": "odd", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 3},
  "model": {"plugin": "gaussian"}, "sampler": {"plugin": "ula", "step": 0.01},
  "run": {"iterations": 10}, "metrics": ["bits_up"]})");
  const ProcessResult found = run_skald(folder.path(), {"check", "grid.json"});
  CHECK(found.code == 2);
  CHECK_THAT(found.err, Catch::StartsWith("grid.json:2:59: error: dataset 'gaussian_clients': "
                                          "dimension is 3; expected an even number"));
}

TEST_CASE("a missing data file is named, with where it was looked for") {
  const Refusal found = refusal(R"({"plugin": "titanic"})",
                                R"({"plugin": "csv", "path": "data.csv", "target": "y"})");
  CHECK(found.code == 3);
  CHECK(
      found.err ==
      "skald: dataset.csv.path: there is no file \"data.csv\" (looked for FOLDER/data.csv); paths "
      "are relative to the grid's folder\n");
}

TEST_CASE("a missing file of the data folder is sent for only where fetch knows it") {
  const auto remedy = [](const std::string& path) {
    const Refusal found = refusal(R"({"plugin": "titanic"})",
                                  R"({"plugin": "csv", "path": ")" + path + R"(", "target": "y"})");
    CHECK(found.code == 3);
    return found.err.substr(found.err.find("); ") + 3);
  };
  setenv("SKALD_DATA_DIR", "/nowhere", 1);
  const std::string rest = ", and SKALD_DATA_DIR names the data folder\n";
  CHECK(remedy("data:adult/adult.data") == "skald data fetch adult brings it" + rest);
  CHECK(remedy("data:uci/sonar") == "skald data fetch uci brings it" + rest);
  CHECK(remedy("data:adult/mine.csv") ==
        "the data set adult has no such file: skald data info adult names those that it has" +
            rest);
  CHECK(remedy("data:adlut/adult.data") ==
        "skald data fetch knows no data set adlut; did you mean adult?" + rest);
  CHECK(remedy("data:own-measurements/a.csv") ==
        "skald data fetch knows no data set own-measurements: bring it there yourself" + rest);
  unsetenv("SKALD_DATA_DIR");
}

#ifndef SKALD_HAS_TORCH
TEST_CASE("a network that needs libtorch is refused with what installs it") {
  const std::string remedy =
      "it needs libtorch: install the package skald-torch or, in a source tree, ./dev setup torch "
      "and then ./dev build";
  const Refusal grid = refusal(R"("logistic")", R"("resnet20")");
  CHECK(grid.code == 2);
  CHECK_THAT(grid.err, Catch::Contains("there is no model \"resnet20\" - " + remedy));
  const TemporaryFolder folder;
  for (const char* name : {"resnet18_gn", "model/resnet20"}) {
    CHECK(run_skald(folder.path(), {"describe", name}).err ==
          std::string("skald: there is no plugin \"") + name + "\": " + remedy + "\n");
  }
}
#endif

#ifndef SKALD_HAS_HDF5
TEST_CASE("a data set that needs libhdf5 is refused with what installs it") {
  CHECK_THAT(refusal(R"("titanic")", R"("emnist62")").err,
             Catch::Contains("there is no dataset \"emnist62\" - it needs libhdf5"));
}
#endif

TEST_CASE("an unknown metric, an unknown plugin and a comma too many") {
  CHECK(refusal(R"("brier")", R"("brior")").err ==
        R"(grid.json:8:27: error: there is no metric "brior" - did you mean "brier"?
  8 |   "metrics": ["accuracy", "brior", "nll", "ece", "rounds", "bits_up", "eps_spent"],
    |                           ^^^^^^^
1 error
)");
  CHECK(refusal(R"("logistic")", R"("logistics")").err ==
        R"(grid.json:4:23: error: there is no model "logistics" - did you mean "logistic"?
  4 |   "model": {"plugin": "logistics", "prior_precision": 1},
    |                       ^^^^^^^^^^^
1 error
)");
  const Refusal comma = refusal(R"("eps_spent"])", R"("eps_spent",])");
  CHECK(comma.code == 2);
  CHECK(comma.err ==
        R"(grid.json:8:82: error: a comma before the closing "]" - remove the comma
  8 |   "metrics": ["accuracy", "brier", "nll", "ece", "rounds", "bits_up", "eps_spent",],
    |                                                                                  ^
1 error
)");
}

TEST_CASE("several errors are reported at once") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               with(with(kFourAxes, R"("batch")", R"("bach")"), R"("brier")", R"("brior")"));
  const ProcessResult found = run_skald(folder.path(), {"check", "grid.json"});
  CHECK(found.code == 2);
  CHECK_THAT(found.err, Catch::Contains("\"bach\"") && Catch::Contains("\"brior\"") &&
                            Catch::EndsWith("2 errors\n"));
}

TEST_CASE("a plugin built with another compiler is refused with what differs") {
  const Refusal found = refusal(R"("logistic")", R"("wrong_tag")",
                                {"--plugin-path", kPlugins, "--allow-writable-plugins"});
  CHECK(found.code == 2);
  CHECK_THAT(found.err, Catch::Contains("error: there is no model \"wrong_tag\""));
  const std::string start = "refused: " + kPlugins + "/wrong_tag.so: ";
  const std::size_t place = found.err.find(start);
  REQUIRE(place != std::string::npos);
  CHECK_THAT(found.err.substr(place + start.size()),
             Catch::StartsWith("built for '") && Catch::Contains("; rebuild the plugin"));
}

TEST_CASE("a file that is no plugin is refused") {
  const TemporaryFolder folder;
  folder.write("grid.json", with(kFourAxes, R"("logistic")", R"("fake")"));
  folder.write("fake.so", "not a library");
  check_refused(folder.path(), {"run", "grid.json", "--plugin-path", "fake.so"},
                "refused: " + (folder.path() / "fake.so").string() +
                    ": not a complete shared library; expected an ELF shared object for "
                    "this machine: build it with skald_add_plugin, or copy it again\n");
  CHECK(files_in(folder.path()) == std::vector<std::string>{"fake.so", "grid.json"});
  CHECK(run_skald(folder.path(), {"check", "grid.json", "--plugin-path", "none.so"}).err ==
        "skald: --plugin-path none.so: there is no such file or folder\n");
}

TEST_CASE("a database that is not Skald's is left as it is") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  folder.write("text.db", "just a text\n");
  const auto before = std::filesystem::last_write_time(folder.path() / "text.db");
  const ProcessResult found = run_skald(folder.path(), {"run", "grid.json", "--db", "text.db"});
  CHECK(found.code == 2);
  CHECK(with(found.err, folder.path().string(), "FOLDER") ==
        "skald: FOLDER/text.db: is a text file and not an SQLite database; give a results database "
        "or a new file name\n");
  CHECK(std::filesystem::last_write_time(folder.path() / "text.db") == before);
  CHECK(std::filesystem::file_size(folder.path() / "text.db") == 12);
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json", "text.db"});
  const ProcessResult missing =
      run_skald(folder.path(), {"run", "grid.json", "--db", "nowhere/results.db"});
  CHECK(missing.code == 2);
  CHECK(missing.err ==
        "skald: nowhere/results.db: the folder nowhere does not exist; create it first\n");
}

TEST_CASE("wrong command lines say what is right") {
  const TemporaryFolder folder;
  const auto say = [&](const std::vector<std::string>& arguments) {
    const ProcessResult result = run_skald(folder.path(), arguments);
    CHECK(result.code == (arguments.back() == "none.json" ? 3 : 2));
    return without_rest(result.err, "\n");
  };
  CHECK(say({"compere"}) == "skald: there is no command \"compere\"; did you mean \"compare\"?");
  CHECK(say({"data", "lst"}) ==
        "skald: there is no command \"data lst\"; did you mean \"data list\"?");
  CHECK(say({"account", "budget"}) ==
        "skald: there is no command \"account budget\"; see skald account --help");
  CHECK(say({"run"}) == "grid is required");
  CHECK(say({"run", "none.json"}) == "skald: cannot read none.json: No such file or directory");
  CHECK(say({"describe", "lgistic"}) ==
        "skald: there is no plugin \"lgistic\"; did you mean \"logistic\"?");
  CHECK(say({"run", "grid.json", "--retry", "broken"}).find("--retry") != std::string::npos);
  CHECK(say({"run", "grid.json", "--force", "--keep"}) ==
        "skald: --force does again what --keep lets stand: give one of them");
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("options that would change nothing are refused, not ignored") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  const ProcessResult result =
      run_skald(folder.path(), {"check", "grid.json", "--tolerance", "0.1"});
  CHECK(result.code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::Contains("are for plugins"));
}

TEST_CASE("numbers of workers that no machine has are refused") {
  const TemporaryFolder folder;
  folder.write("grid.json", kFourAxes);
  for (const char* command : {"run", "plan"}) {
    for (const char* jobs : {"-1", "0", "4000000000"}) {
      INFO(command << " -j " << jobs);
      check_refused(folder.path(), {command, "grid.json", "-j", jobs}, "--jobs");
    }
  }
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json"});
}
