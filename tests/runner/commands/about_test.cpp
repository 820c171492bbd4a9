// What Skald says about itself: metrics, describe of constructs, help, and the manual.
#include <boost/json.hpp>
#include <cstdlib>

#include "catch.hpp"
#include "printed_text.hpp"
#include "skald/plugin.hpp"
#include "skald_process.hpp"
#include "store/schema.hpp"

namespace about_test {

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

std::string out_of(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
  return succeed(folder.path(), arguments).out;
}

boost::json::array rows_of(const TemporaryFolder& folder, const std::vector<std::string>& words) {
  return boost::json::parse(out_of(folder, words)).as_array();
}

bool is_there(const char* program) {
  return std::system(("command -v " + std::string(program) + " > /dev/null").c_str()) == 0;
}

// What a checker says about all pages; empty if nothing is wrong.
std::string complaints(const std::filesystem::path& folder, const std::string& checker) {
  const std::string all =
      "cd '" + folder.string() + "' && for page in *.1; do " + checker + "; done > said 2>&1";
  std::system(all.c_str());
  return content(folder / "said");
}

}  // namespace

TEST_CASE("metrics lists those of plugins, with unit, direction and needs") {
  const TemporaryFolder folder;
  const auto metrics = rows_of(folder, {"metrics", "--json"});
  CHECK(metrics == rows_of(folder, {"metrics", "--format", "json"}));
  std::size_t plugins = 0;
  for (const auto& row : rows_of(folder, {"plugins", "--format", "json"}))
    plugins += row.at("kind") == "metric" ? 1 : 0;
  CHECK(metrics.size() == plugins);
  for (const auto& row : metrics) {
    if (row.at("name") == "w2") {
      CHECK(row.at("unit") == "theta");
      CHECK(row.at("better") == "smaller");
      CHECK(row.at("needs") == "covariance, target");
    }
    if (row.at("name") == "accuracy") CHECK(row.at("better") == "larger");
  }
  CHECK_THAT(out_of(folder, {"metrics"}), Catch::Contains("neither smaller nor larger"));
}

TEST_CASE("describe knows the section run and the other constructs of a grid") {
  const TemporaryFolder folder;
  const std::string run = out_of(folder, {"describe", "run"});
  CHECK_THAT(run, Catch::StartsWith("run: member of a grid\n") && Catch::Contains("burn_in") &&
                      Catch::Contains("in [0, 1)") && Catch::Contains("budget.eps") &&
                      Catch::Contains("model|zero|mode|normal"));
  CHECK_THAT(out_of(folder, {"describe", "sampler"}), Catch::Contains("\n  fald: FALD"));
  CHECK_THAT(out_of(folder, {"describe", "dataset"}), Catch::Contains("seed"));
  CHECK_THAT(out_of(folder, {"describe", "race"}), Catch::Contains("successive_halving"));
  CHECK_THAT(out_of(folder, {"describe", "grid"}), Catch::Contains("replicates"));
  const auto schema = boost::json::parse(out_of(folder, {"describe", "metrics", "--json"}));
  CHECK(schema.at("definitions").as_object().contains("metric"));
  CHECK(run_skald(folder.path(), {"describe", "rase"}).code == 2);
}

TEST_CASE("help is about commands and topics") {
  const TemporaryFolder folder;
  const std::string all = out_of(folder, {"help"});
  CHECK_THAT(all, Catch::Contains("skald [OPTIONS] SUBCOMMAND") && Catch::Contains("  compare ") &&
                      Catch::Contains("  exit-codes ") && !Catch::Contains("  worker "));
  CHECK(out_of(folder, {"help", "compare"}) == out_of(folder, {"compare", "--help"}));
  CHECK(out_of(folder, {"help", "data", "fetch"}) == out_of(folder, {"data", "fetch", "--help"}));
  CHECK_THAT(out_of(folder, {"help", "exit-codes"}),
             Catch::Contains("  5    a results database is damaged\n") &&
                 Catch::Contains("  130  interrupted\n"));
  CHECK_THAT(out_of(folder, {"help", "environment"}), Catch::Contains("SKALD_PLUGIN_PATH"));
  CHECK_THAT(out_of(folder, {"help", "files"}), Catch::Contains("X.db.samples/HASH.npy"));
  // A command and a topic.
  CHECK_THAT(out_of(folder, {"help", "metrics"}),
             Catch::Contains("--json") && Catch::Contains("coarse_ece"));
  check_refused(folder.path(), {"help", "enviroment"}, "did you mean \"environment\"?");
}

TEST_CASE("the grid of the help runs") {
  const TemporaryFolder folder;
  const std::string text = out_of(folder, {"help", "grid"});
  const std::size_t begin = text.find('{'), end = text.find("\n\n", begin);
  folder.write("grid.json", text.substr(begin, end - begin));
  CHECK(out_of(folder, {"check", "grid.json"}) == "grid.json: 2 cells x 3 replicates, no errors\n");
}

TEST_CASE("the manual has a page for every command, without a complaint") {
  const TemporaryFolder folder;
  out_of(folder, {"man", "man1"});
  const std::filesystem::path pages = folder.path() / "man1";
  const auto files = files_in(pages);
  for (const char* page : {"skald.1", "skald-run.1", "skald-data.1", "skald-help.1"})
    CHECK(std::count(files.begin(), files.end(), page) == 1);
  CHECK(std::count(files.begin(), files.end(), "skald-worker.1") == 0);
  CHECK_THAT(content(pages / "skald-run.1"), Catch::Contains(".B \\-j, \\-\\-jobs JOBS\n"));
  CHECK_THAT(content(pages / "skald.1"),
             Catch::Contains(".SH EXIT CODES\n") && Catch::Contains(".B SKALD_DATA_DIR\n"));
  // The pages have no date: builds of one version are to give the same files.
  if (is_there("mandoc")) {
    CHECK(complaints(pages, "mandoc -Tlint -Wwarning $page | grep -v 'missing date'") == "");
  } else if (is_there("man")) {
    CHECK(complaints(pages, "LC_ALL=C.UTF-8 man --warnings -l $page > /dev/null") == "");
  } else {
    WARN("skipped: there is no mandoc or man");
  }
}

TEST_CASE("skald --version --json says what this Skald and its interfaces are") {
  const TemporaryFolder folder;
  const ProcessResult plain = run_skald(folder.path(), {"--version"});
  const ProcessResult json = run_skald(folder.path(), {"--version", "--json"});
  CHECK(json.code == 0);
  const boost::json::value said = boost::json::parse(json.out);
  CHECK(std::string(said.at("version").as_string()) + "\n" == plain.out);
  CHECK(said.at("plugin_interface") == kInterfaceVersion);
  CHECK(said.at("database_schema") == store::schema_version);
  for (const char* library : {"Boost", "Eigen", "OpenSSL", "SQLite", "fmt", "zlib"}) {
    INFO(library);
    CHECK(said.at("libraries").at(library).as_string().find('.') != std::string_view::npos);
  }
  CHECK(run_skald(folder.path(), {"--json", "--version"}).out == json.out);
  CHECK(run_skald(folder.path(), {"--json"}).code == 2);
}

TEST_CASE("doctor without a database says what is missing for which feature, and how to get it") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "bin");
  const std::string path = std::getenv("PATH");
  setenv("PATH", (folder / "bin").c_str(), 1);
  const ProcessResult bare = run_skald(folder.path(), {"doctor"});
  for (const char* program : {"gnuplot", "sbatch", "c++", "cmake"}) {
    folder.write(std::string("bin/") + program, "#!/bin/sh\n");
    fs::permissions(folder / (std::string("bin/") + program), fs::perms::owner_all);
  }
  const ProcessResult full = run_skald(folder.path(), {"doctor"});
  setenv("PATH", path.c_str(), 1);
  CHECK(bare.code == 0);
  CHECK_THAT(bare.out,
             Catch::Contains("none figures       ") && Catch::Contains("apt install gnuplot-nox") &&
                 Catch::Contains("none slurm         ") && Catch::Contains("none compiler      "));
  CHECK_THAT(full.out, Catch::Contains("ok   figures       ") &&
                           Catch::Contains("ok   slurm         ") &&
                           Catch::Contains("ok   compiler      "));
}

TEST_CASE("doctor says which Python plugins have, or why they have none") {
  const TemporaryFolder folder;
#ifdef SKALD_HAS_PYTHON
  CHECK_THAT(run_skald(folder.path(), {"doctor"}).out,
             Catch::Contains("ok   python        plugins in Python (NAME.py): python-3.") &&
                 Catch::Contains(" numpy-"));
  // A Python without its library.
  setenv("PYTHONHOME", folder.path().c_str(), 1);
  const ProcessResult broken = run_skald(folder.path(), {"doctor"});
  unsetenv("PYTHONHOME");
  CHECK(broken.code == 0);
  CHECK_THAT(broken.out, Catch::Contains("none python        plugins in Python (NAME.py): "));
#else
  CHECK_THAT(run_skald(folder.path(), {"doctor"}).out,
             Catch::Contains("none python        plugins in Python (NAME.py): ") &&
                 Catch::Contains("install the package skald-python"));
  folder.write("mine.py", "import skald\n");
  CHECK_THAT(run_skald(folder.path(), {"check", "mine.py"}).err,
             Catch::Contains("this Skald has no loader for files .py"));
#endif
}

}  // namespace about_test
