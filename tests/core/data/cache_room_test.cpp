#include "data/cache_room.hpp"

#include "test.hpp"

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
