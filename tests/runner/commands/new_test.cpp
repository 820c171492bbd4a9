// skald new: what it writes and what it refuses. tests/consumer builds and uses what it writes.
#include <array>
#include <boost/json.hpp>

#include "catch.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "terminal.hpp"

namespace new_test {

using namespace skald::test;

namespace {

namespace fs = std::filesystem;

constexpr std::array kKinds{"sampler", "metric", "model", "dataset", "partition", "privacy"};

std::string content_of_all_in(const fs::path& folder) {
  std::string all;
  for (const std::string& file : files_in(folder)) all += content(folder / file);
  return all;
}

void check_names_no_other_plugin(const std::string& text) {
  for (const char* other :
       {"local_langevin", "LocalLangevin", "student_t", "StudentT", "energy_distance",
        "EnergyDistance", "two_rings", "TwoRings", "round_robin", "RoundRobin", "fixed_gaussian",
        "FixedGaussian", "my_plugins"}) {
    INFO(other);
    CHECK(text.find(other) == std::string::npos);
  }
}

}  // namespace

TEST_CASE("new writes a project that names its own plugin alone") {
  const TemporaryFolder folder;
  for (const char* kind : kKinds) {
    const std::string name = std::string("my_") + kind;
    INFO(name);
    REQUIRE(run_skald(folder.path(), {"new", kind, name}).code == 0);
    CHECK(files_in(folder.path() / name) == std::vector<std::string>{"CMakeLists.txt", "README.md",
                                                                     "expect.hpp", name + ".cpp",
                                                                     name + "_test.cpp"});
    const std::string all = content_of_all_in(folder.path() / name);
    check_names_no_other_plugin(all);
    CHECK_THAT(all, Catch::Contains("skald_add_plugin(" + name + " " + name + ".cpp)\n") &&
                        Catch::Contains("plugin_test(" + name + ")\n") &&
                        Catch::Contains(".name = \"" + name + "\""));
  }
}

TEST_CASE("new writes a plugin in Python, which is one file that names itself alone") {
  const TemporaryFolder folder;
  for (const char* kind : kKinds) {
    const std::string name = std::string("py_") + kind;
    INFO(name);
    CHECK_THAT(succeed(folder.path(), {"new", kind, name, "--language", "python"}).out,
               Catch::EndsWith("next: cd " + name + " && skald check " + name + ".py\n"));
    CHECK(files_in(folder.path() / name) == std::vector<std::string>{"README.md", name + ".py"});
    const std::string all = content_of_all_in(folder.path() / name);
    check_names_no_other_plugin(all);
    CHECK_THAT(all, Catch::Contains("    skald check " + name + ".py\n"));
#ifdef SKALD_HAS_PYTHON
    const ProcessResult checked = run_skald(folder.path() / name, {"check", name + ".py"});
    CHECK_THAT(checked.out, Catch::StartsWith(std::string(kind) + "/" + name + " "));
    CHECK(checked.code == 0);
#endif
  }
}

TEST_CASE("new refuses languages that plugins cannot have, and words of those that they have") {
  const TemporaryFolder folder;
  const ProcessResult unknown =
      run_skald(folder.path(), {"new", "model", "mine", "--language", "java"});
  CHECK(unknown.code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("c++") && Catch::Contains("python"));
  check_refused(folder.path(), {"new", "model", "numpy", "--language", "python"},
                "no word of Python's such as \"none\"");
  CHECK(run_skald(folder.path(), {"new", "sampler", "fald", "--language", "python"}).code == 2);
  CHECK(files_in(folder.path()).empty());
  // What is a word of the one only may be a name in the other.
  CHECK(run_skald(folder.path(), {"new", "model", "numpy"}).code == 0);
  CHECK(run_skald(folder.path(), {"new", "model", "test", "--language", "python"}).code == 0);
}

TEST_CASE("new refuses names and folders that are taken or impossible") {
  const TemporaryFolder folder;
  for (const char* name : {"Mine", "1st", "a-b", "", "test", "all", "../x", "options"}) {
    INFO(name);
    CHECK(run_skald(folder.path(), {"new", "sampler", name}).code == 2);
  }
  check_refused(folder.path(), {"new", "sampler", "fald"}, "there is a sampler \"fald\" already");
  folder.write("mine/notes.txt", "mine");
  CHECK(run_skald(folder.path(), {"new", "sampler", "mine"}).code == 2);
  CHECK(files_in(folder.path()) == std::vector<std::string>{"mine"});
  CHECK(files_in(folder.path() / "mine") == std::vector<std::string>{"notes.txt"});
  // Another kind may have the name, and another folder the project.
  CHECK(run_skald(folder.path(), {"new", "model", "fald", "--into", "elsewhere"}).code == 0);
  CHECK(fs::exists(folder.path() / "elsewhere/fald.cpp"));
}

TEST_CASE("new grid writes a grid that runs, with its schema") {
  const TemporaryFolder folder;
  succeed(folder.path(), {"new", "grid", "-o", "first.json"});
  CHECK(files_in(folder.path()) == std::vector<std::string>{"first.json", "grid.schema.json"});
  CHECK(content(folder.path() / "grid.schema.json") == run_skald(folder.path(), {"schema"}).out);
  const auto grid = boost::json::parse(content(folder.path() / "first.json"));
  CHECK(grid.at("name") == "first");
  CHECK(grid.at("$schema") == "grid.schema.json");
  CHECK(run_skald(folder.path(), {"run", "first.json"}).code == 0);
  CHECK(run_skald(folder.path(),
                  {"query", "first.db", "SELECT count(*) AS n FROM run_table WHERE w2 < 10",
                   "--format", "csv"})
            .out == "n\n3\n");

  check_refused(folder.path(), {"new", "grid", "-o", "first.json"}, "exists already");
}

TEST_CASE("new grid takes flags, and finds what suits a data set") {
  const TemporaryFolder folder;
  succeed(folder.path(), {"new",          "grid",
                          "-o",           "titanic.json",
                          "--dataset",    "titanic",
                          "--sampler",    "fald",
                          "--axis",       "sampler.p_c=0.5,1",
                          "--axis",       "rho=[0, 1]",
                          "--set",        "run.iterations=40",
                          "--set",        "run.budget.bits=1e9",
                          "--replicates", "2",
                          "--metrics",    "accuracy,bits_up"});
  CHECK(run_skald(folder.path(), {"check", "titanic.json"}).out ==
        "titanic.json: 4 cells x 2 replicates, no errors\n");
  const auto grid = boost::json::parse(content(folder.path() / "titanic.json"));
  CHECK(grid.at("model").at("plugin") == "logistic");
  CHECK(grid.at("partition").at("plugin") == "iid");
  CHECK_FALSE(grid.at("sampler").as_object().contains("p_c"));
  CHECK(grid.at("axes").at(0).at("sampler.p_c") == boost::json::array{0.5, 1});
  CHECK(grid.at("run").at("iterations") == 40);

  check_refused(folder.path(), {"new", "grid", "-o", "x.json", "--sampler", "flad"},
                "did you mean \"fald\"?");
  CHECK_FALSE(fs::exists(folder.path() / "x.json"));
  CHECK(run_skald(folder.path(), {"new", "grid", "-o", "x.json", "--axis", "p_c"}).code == 2);
}

TEST_CASE("new grid asks on a terminal, and an empty answer is the offered one") {
  const TemporaryFolder folder;
  const std::string answers = "asked\n\nsgld\nsampler.batch=1,2\n";
  REQUIRE(on_terminal(folder.path(), {"new", "grid"}, answers).code == 0);
  const auto grid = boost::json::parse(content(folder.path() / "grid.json"));
  CHECK(grid.at("name") == "asked");
  CHECK(grid.at("dataset").at("plugin") == "gaussian_clients");
  CHECK(grid.at("sampler").at("plugin") == "sgld");
  CHECK(grid.at("axes").at(0).at("sampler.batch") == boost::json::array{1, 2});
}

}  // namespace new_test
