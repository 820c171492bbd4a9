// Files that commands write: nothing of the user's is lost to a wrong name.
#include <sys/stat.h>

#include "commands/plot_database.hpp"
#include "skald_process.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/whole_file.hpp"
#include "test.hpp"

namespace output_files_test {

TEST_CASE("a file is replaced by a later one of its kind, and by nothing else") {
  const TemporaryFolder folder;
  const fs::path file = folder / "out";
  const auto replaces = [&](const std::string& before, const std::string& after) {
    folder.write("out", before);
    try {
      write_whole(file, after);
    } catch (const UsageError&) {
      CHECK(content(file) == before);
      return false;
    }
    CHECK(content(file) == after);
    return true;
  };
  CHECK(replaces("", "panel,x\n"));
  CHECK(replaces("panel,x\n1,2\n", "panel,y\n"));
  CHECK(
      replaces("# gnuplot -d THIS_FILE > FIGURE\nset a", "# gnuplot -d THIS_FILE > FIGURE\nset b"));
  CHECK(replaces("<?xml version='1'?><svg", "<?xml version='2'?><svg"));
  CHECK(replaces("%PDF-1.4", "%PDF-1.5"));
  CHECK_FALSE(replaces(std::string("SQLite format 3\0abc", 19), "panel,x\n"));
  CHECK_FALSE(replaces("{ \"name\": \"drift\" }", "# gnuplot -d THIS_FILE > FIGURE\n"));
  CHECK_FALSE(replaces("{ \"name\": \"drift\" }", "{ \"$schema\": \"http://json-schema.org\" }"));
  CHECK_FALSE(replaces("# My notes\n", "# gnuplot -d THIS_FILE > FIGURE\n"));
  CHECK_FALSE(replaces("\x89PNG\r\n", "<?xml version='1'?><svg"));
  CHECK(folder.names() == std::vector<std::string>{"out"});  // nothing half written
  CHECK_THROWS_AS(write_whole(folder.path(), "a"), UsageError);
  CHECK_THROWS(write_whole(folder / "none" / "out", "a"));
}

TEST_CASE("a file that cannot be written whole leaves the one before, and no other") {
  const TemporaryFolder folder;
  folder.write("out", "panel,x\n");
  CHECK_NOTHROW(write_whole("/dev/null", "panel"));
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  if (::geteuid() != 0) CHECK_THROWS(write_whole(folder / "out", "panel,y\n"));
  fs::permissions(folder.path(), fs::perms::owner_all);
  if (::geteuid() != 0) CHECK(content(folder / "out") == "panel,x\n");
}

TEST_CASE("a folder that others may write to, or a link, holds no files of a task") {
  const TemporaryFolder folder;
  const fs::path place = folder / "skald-1";
  make_private_folder(place, "elsewhere");
  CHECK_NOTHROW(make_private_folder(place, "elsewhere"));
  struct stat status {};
  REQUIRE(::stat(place.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
  fs::permissions(place, fs::perms::all);
  CHECK_THROWS_WITH(make_private_folder(place, "elsewhere"), Catch::Contains("others may write"));
  fs::create_directory_symlink(place, folder / "link");
  CHECK_THROWS(make_private_folder(folder / "link", "elsewhere"));
}

}  // namespace output_files_test
