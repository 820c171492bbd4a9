// Links and pipes that come with a database from somebody else.
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "stored_rows.hpp"

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

// A database whose only run has kept its draws. Returns the run's hash.
std::string make_with_draws(const TemporaryFolder& folder) {
  folder.write("grid.json", walk_grid("phase", "[0.5]", R"("keep_samples": true)"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "r.db")).code == 0);
  return text_in(folder / "r.db", "SELECT hash FROM runs");
}

}  // namespace

TEST_CASE("a link in the place of a folder beside a database leads no command elsewhere") {
  const TemporaryFolder folder;
  const std::string hash = make_with_draws(folder);
  const fs::path precious = folder.write("other.db.samples/" + std::string(64, 'a') + ".npy", "x");
  const std::string ending = GENERATE(".samples", ".checkpoints", ".parts", ".tasks");
  fs::remove_all(folder / ("r.db" + ending));
  fs::create_directory_symlink(precious.parent_path(), folder / ("r.db" + ending));
  std::vector<std::vector<std::string>> commands;
  if (ending == ".samples") {
    commands = {{"prune", "r.db", "--yes"},
                {"posterior", "r.db", hash},
                {"export", "r.db", "--npy", "npy"},
                walk_command("run", "r.db", {"--force"})};
  }
  if (ending == ".checkpoints") commands = {walk_command("run", "r.db", {"--force"})};
  if (ending == ".parts") commands = {{"collect", "r.db"}};
  if (ending == ".tasks") {
    folder.write("lab.json", R"t({"submit": ["true"], "list": ["true"], "cancel": ["true"],
      "job": "(1)", "line": "(1) (Q)", "states": {"Q": "queued"}})t");
    folder.write("grid.json", walk_grid("phase", "[0.5, 1]"));
    commands = {walk_command("submit", "r.db", {"--scheduler", "lab.json"})};
  }
  for (const std::vector<std::string>& command : commands) {
    check_refused(folder.path(), command, "r.db" + ending + ": is a symbolic link", 3);
  }
  CHECK(fs::file_size(precious) == 1);
  CHECK(files_in(precious.parent_path()) ==
        std::vector<std::string>{std::string(64, 'a') + ".npy"});
}

TEST_CASE("draws that are a pipe or a link are not there") {
  const TemporaryFolder folder;
  const std::string hash = make_with_draws(folder);
  const fs::path draws = folder / ("r.db.samples/" + hash + ".npy");
  const bool is_pipe = GENERATE(true, false);
  fs::rename(draws, folder / "draws.npy");
  if (is_pipe) REQUIRE(::mkfifo(draws.c_str(), 0600) == 0);
  if (!is_pipe) fs::create_symlink(folder / "draws.npy", draws);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"posterior", "r.db", hash}, {"export", "r.db", "--npy", "npy"}}) {
    const ProcessResult result = run_skald(folder.path(), command);
    INFO(command[0] << " " << result.err << result.out);
    CHECK(result.code == 5);
  }
  CHECK_THAT(run_skald(folder.path(), {"doctor", "r.db"}).out,
             Catch::Contains("of 1 files 1 are missing"));
}
