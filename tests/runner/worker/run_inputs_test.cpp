#include "worker/run_inputs.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace {

// A job whose cell reads one file or folder.
struct Declared {
  TemporaryFolder folder;
  fs::path place;
  grid::Cell cell;
  RunJob job;
  plugin_host::PluginHost host{{}};
  RunInputs inputs;

  explicit Declared(const std::string& name = "data.csv") : place(folder / name) {
    grid::PluginChoice choice;
    choice.plugin = "csv";
    choice.options = {{"path", options::FilePath{name, place.string()}}};
    cell.plugins = {choice};
  }
  std::optional<std::string> before() { return inputs.changed_before(job, cell, host); }
  std::optional<std::string> since() const { return inputs.changed_since(); }
};

struct DeclaredFile : Declared {
  DeclaredFile() {
    folder.write("data.csv", "x,y\n1,2\n");
    job.data = {text::sha256("x,y\n1,2\n")};
  }
};

}  // namespace

TEST_CASE("inputs that nobody touches are what was declared") {
  DeclaredFile run;
  CHECK_FALSE(run.before());
  CHECK_FALSE(run.since());
  CHECK_FALSE(run.before());
  run.job.data.clear();  // nothing is declared: anything is accepted
  run.folder.write("data.csv", "other");
  CHECK_FALSE(run.before());
  CHECK_FALSE(run.since());
}

TEST_CASE("a file with other content than declared is told, and no digest of it") {
  DeclaredFile run;
  run.folder.write("data.csv", "x,y\n1,3\n");
  const auto changed = run.before();
  REQUIRE(changed);
  CHECK_THAT(*changed, Catch::StartsWith("dataset.csv.path: the file \"data.csv\" was changed: it "
                                         "has another SHA-256 than it was declared with"));
  // The message is stored with the run, whose file may be private.
  for (const std::string& digest : {text::sha256("x,y\n1,3\n"), run.job.data[0]})
    CHECK_THAT(*changed, !Catch::Contains(digest.substr(0, 8)));
  run.folder.write("data.csv", "x,y\n1,2\n");  // restored
  CHECK_FALSE(run.before());
}

TEST_CASE("whatever is done to a file while it is read is found") {
  DeclaredFile run;
  const fs::path other = run.folder.write("other.csv", "x,y\n1,2\n");
  REQUIRE_FALSE(run.before());
  struct stat old {};
  REQUIRE(stat(run.place.c_str(), &old) == 0);
  SECTION("written over in place with the same length, and its time put back") {
    run.folder.write("data.csv", "x,y\n1,9\n");
    const std::array<timespec, 2> times{old.st_atim, old.st_mtim};
    REQUIRE(utimensat(AT_FDCWD, run.place.c_str(), times.data(), 0) == 0);
  }
  SECTION("written over and back again") {
    run.folder.write("data.csv", "x,y\n1,9\n");
    run.folder.write("data.csv", "x,y\n1,2\n");
  }
  SECTION("replaced, though by the same content") { fs::rename(other, run.place); }
  SECTION("replaced for a while") {
    fs::rename(run.place, run.folder / "aside");
    fs::rename(other, run.place);
    fs::rename(run.folder / "aside", run.place);
  }
  SECTION("removed") { fs::remove(run.place); }
  const auto changed = run.since();
  REQUIRE(changed);
  CHECK_THAT(*changed, Catch::StartsWith("dataset.csv.path: the file \"data.csv\" was "));
}

TEST_CASE("a folder stands for all its files") {
  Declared run("set");
  run.folder.write("set/a", "1");
  run.folder.write("set/deep/b", "2");
  run.job.data = {digest_of(run.place)};
  REQUIRE_FALSE(run.before());
  REQUIRE_FALSE(run.since());
  SECTION("a file more") { run.folder.write("set/c", "3"); }
  SECTION("a file less") { fs::remove(run.place / "a"); }
  SECTION("a file with other content") { run.folder.write("set/deep/b", "3"); }
  CHECK(run.since());
  CHECK(run.before());
}

TEST_CASE("a pipe in the place of a file is not waited for") {
  DeclaredFile run;
  fs::remove(run.place);
  REQUIRE(mkfifo(run.place.c_str(), 0600) == 0);
  const auto changed = run.before();
  REQUIRE(changed);
  CHECK_THAT(*changed, Catch::Contains("found a pipe"));
}

TEST_CASE("a plugin that is gone or another is told") {
  DeclaredFile run;
  run.job.plugins = {std::string(64, 'a')};
  const auto changed = run.before();
  REQUIRE(changed);
  CHECK_THAT(*changed, Catch::StartsWith("the library of dataset 'csv' was changed: "));
}
