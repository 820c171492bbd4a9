#include <sys/stat.h>
#include <unistd.h>

#include "cache_folder.hpp"
#include "data/file_cache.hpp"
#include "test.hpp"

using namespace skald::data;
using skald::test::CacheFolder;

namespace {

// Requests a file and records whether it had to be made and whether the cache provided it.
struct Asked {
  bool is_made = false, is_cached = false;

  Asked() {
    const std::string text = "content";
    is_cached = cached_file("name", [&] {
                  is_made = true;
                  return FileParts{std::as_bytes(std::span(text))};
                }).has_value();
  }
};

mode_t mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("the cache is made for its user alone, whatever the umask") {
  const CacheFolder cache;
  const mode_t before = umask(0);
  const Asked first;
  umask(before);
  CHECK(first.is_made);
  CHECK(first.is_cached);
  CHECK(mode_of(cache_folder()) == 0700);
  const Asked second;
  CHECK_FALSE(second.is_made);
  CHECK(second.is_cached);
}

TEST_CASE("rights of others in the user's own cache are taken away") {
  const CacheFolder cache;
  const Asked first;
  REQUIRE(chmod(cache_folder().c_str(), 0777) == 0);
  const Asked second;
  CHECK(second.is_cached);
  CHECK(mode_of(cache_folder()) == 0700);
}

TEST_CASE("a cache folder of another user is not used") {
  if (geteuid() != 0) {
    WARN("skipped: only root can give a folder to another user");
    return;
  }
  const CacheFolder cache;
  const Asked first;
  REQUIRE(chown(cache_folder().c_str(), 65534, static_cast<gid_t>(-1)) == 0);
  CHECK_FALSE(Asked().is_cached);
  REQUIRE(chown(cache_folder().c_str(), 0, static_cast<gid_t>(-1)) == 0);
  CHECK(Asked().is_cached);
}

TEST_CASE("a damaged file of the cache is made anew") {
  const CacheFolder cache;
  const Asked first;
  test::damage(fs::path(cache_folder()) / "name", test::Damage::bytes, 130);
  const Asked second;
  CHECK(second.is_made);
  CHECK(second.is_cached);
}

TEST_CASE("a file that is written piece by piece is cached like another") {
  const CacheFolder cache;
  int written = 0;
  const auto ask = [&] {
    return cached_file("pieces", {4, 4}, [&](SealedFileWriter& file) {
      ++written;
      for (const std::size_t part : {0U, 1U})
        file.write(part, 0, std::as_bytes(std::span("abcd", 4)));
    });
  };
  REQUIRE(ask());
  const auto again = ask();
  REQUIRE(again);
  CHECK(written == 1);
  CHECK(again->content().size() == 128);
  CHECK(again->content()[64] == std::byte{'a'});
}

TEST_CASE("what goes wrong while a file is made reaches the caller, and nothing stays behind") {
  const CacheFolder cache;
  const auto fail = [](SealedFileWriter&) { throw std::runtime_error("the data are wrong"); };
  CHECK_THROWS_WITH(cached_file("pieces", {4}, fail), "the data are wrong");
  CHECK(cache.files("pieces").empty());
  CHECK_FALSE(cached_file("huge", {std::size_t{1} << 60}, fail));
}

TEST_CASE("large files are refused while they are not to be written") {
  const CacheFolder cache;
  const std::vector<std::size_t> sizes{std::size_t{3} << 30};
  bool is_begun = false;
  const auto write = [&](SealedFileWriter&) {
    is_begun = true;
    throw std::runtime_error("begun");
  };
  {
    const NoLargeFiles none;
    CHECK_THROWS_WITH(cached_file("large", sizes, write),
                      Catch::Contains("3.2 GB in " + cache_folder() + ", where ") &&
                          Catch::Predicate<std::string>(is_large_file_refusal));
    CHECK_FALSE(is_begun);
    CHECK(Asked().is_cached);  // small ones are not
  }
  if (fs::space(cache_folder()).available < std::uintmax_t{8} << 30) {
    WARN("skipped: there is no room for a large file");
    return;
  }
  CHECK_THROWS_WITH(cached_file("large", sizes, write), "begun");
}

TEST_CASE("a large file is known from before it is written until it is there") {
  const CacheFolder cache;
  Asked();  // makes the folder
  if (fs::space(cache_folder()).available < std::uintmax_t{8} << 30) {
    WARN("skipped: there is no room for a large file");
    return;
  }
  std::vector<FileInMaking> seen;
  const auto write = [&](SealedFileWriter&) {
    seen = files_in_making();
    throw std::runtime_error("seen");
  };
  CHECK_THROWS_WITH(cached_file("large", {std::size_t{3} << 30}, write), "seen");
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].name == "large");
  CHECK(seen[0].size == std::uintmax_t{3} << 30);
  CHECK(files_in_making().empty());
  CHECK_THROWS_WITH(cached_file("small", {1000}, write), "seen");
  CHECK(seen.empty());
}

TEST_CASE("the cache is listed and emptied") {
  const CacheFolder cache;
  CHECK(cached_files().empty());
  CHECK(empty_cache() == 0);
  Asked();
  const std::vector<CachedFile> files = cached_files();
  REQUIRE(files.size() == 1);
  CHECK(files[0].path == fs::path(cache_folder()) / "name");
  CHECK(empty_cache() == files[0].size);
  CHECK(fs::is_empty(cache_folder()));
  CHECK(Asked().is_made);
}

using namespace skald::data;

namespace {

CachedFile file(const char* name, std::uintmax_t size, int last_use) {
  return {name, size, std::filesystem::file_time_type(std::chrono::seconds(last_use))};
}

// The names of what is deleted; "none may be added" if the new file is too large.
std::string deleted(std::uintmax_t size, std::uintmax_t available) {
  const auto files =
      files_in_the_way({file("b", 20, 2), file("a", 30, 1), file("c", 10, 3)}, size, available);
  if (!files) return "none may be added";
  std::string names;
  for (const CachedFile& one : *files) names += one.path.string();
  return names;
}

}  // namespace

TEST_CASE("the files that were not used for longest make room, and no more of them than needed") {
  CHECK(deleted(40, 140).empty());  // 60 + 40 of 200
  CHECK(deleted(41, 140) == "a");
  CHECK(deleted(70, 140) == "a");
  CHECK(deleted(71, 140) == "ab");
  CHECK(deleted(91, 140) == "abc");
  CHECK(deleted(100, 140) == "abc");
  CHECK(deleted(101, 140) == "none may be added");
}

TEST_CASE("an empty cache may be filled by half of the space") {
  CHECK(files_in_the_way({}, 50, 100)->empty());
  CHECK_FALSE(files_in_the_way({}, 51, 100));
}
