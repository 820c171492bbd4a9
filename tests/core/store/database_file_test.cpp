#include "store/database_file.hpp"

#include <sys/stat.h>

#include "sample_records.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

TEST_CASE("a path is resolved through its folder") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "real");
  fs::create_directory_symlink("real", folder / "link");
  CHECK(resolve_database_file(folder / "link/r.db") == folder / "real/r.db");
}

TEST_CASE("links, folders and special files are refused as databases") {
  const TemporaryFolder folder;
  write_file(folder / "target", "");
  SECTION("a symbolic link") {
    fs::create_symlink("target", folder / "r.db");
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("symbolic link"));
    CHECK(content(folder / "target").empty());
  }
  SECTION("a dangling symbolic link") {
    fs::create_symlink("nowhere", folder / "r.db");
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("symbolic link"));
    CHECK_FALSE(fs::exists(folder / "nowhere"));
  }
  SECTION("a side file that leads elsewhere") {
    const std::string side = GENERATE("-wal", "-shm", "-journal");
    fs::create_symlink("target", folder / ("r.db" + side));
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains(side + ": is a symbolic link"));
    CHECK_FALSE(fs::exists(folder / "r.db"));
  }
  SECTION("a lock file that leads elsewhere") {
    fs::create_symlink("target", folder / "r.db.lock");
    CHECK_THROWS_AS(Store::open(folder / "r.db"), std::invalid_argument);
    CHECK(content(folder / "target").empty());
    CHECK_FALSE(fs::exists(folder / "r.db"));
  }
  SECTION("a hard link") {
    { Store store = Store::open(folder / "r.db"); }
    fs::create_hard_link(folder / "r.db", folder / "s.db");
    CHECK_THROWS_WITH(Store::open(folder / "s.db"), Catch::Contains("2 names"));
  }
  SECTION("a folder") {
    CHECK_THROWS_WITH(Store::open(folder.path()), Catch::Contains("is a folder"));
  }
  SECTION("a pipe") {
    REQUIRE(mkfifo((folder / "r.db").c_str(), 0600) == 0);
    CHECK_THROWS_WITH(Store::open(folder / "r.db"), Catch::Contains("not a regular file"));
  }
  SECTION("no name") {
    CHECK_THROWS_AS(Store::open(folder.path() / ""), std::invalid_argument);
    CHECK_THROWS_AS(Store::open(folder / ".."), std::invalid_argument);
  }
}

TEST_CASE("a name full of special characters is that name") {
  const TemporaryFolder folder;
  const std::string name = "a b?mode=ro#%41'\"&.db";
  { Store store = Store::open(folder / name); }
  CHECK(folder.names() == std::vector<std::string>{name});
}

TEST_CASE("network file systems are known by their magic numbers") {
  CHECK(network_file_system_name(0x6969) == "nfs");
  CHECK(network_file_system_name(0x0bd00bd0) == "lustre");
  CHECK(network_file_system_name(0xffffffffff534d42UL) == "cifs");  // sign-extended by statfs
  CHECK_FALSE(network_file_system_name(0xef53));                    // ext4
}
