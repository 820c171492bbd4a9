// Whether a file that changes is read and summed anew.
#include "reading/source_file.hpp"

#include <unistd.h>

#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/sha256.hpp"

namespace source_file_test {

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

TEST_CASE("a file has its sum however often it is asked for, and another when it has changed") {
  const TemporaryFolder folder;
  const std::string path = folder / "file.txt";
  write(path, "first");
  CHECK(source_by_name(path).digest == text::sha256("first"));
  sleep(3);  // until a later write gives it other times
  for (int i = 0; i < 3; ++i) {
    const SourceFile file = source_by_name(path);
    CHECK(file.digest == text::sha256("first"));
    CHECK(file.bytes.empty());
    CHECK(content_of(file) == "first");
  }
  const SourceFile before = source_by_name(path);
  write(path, "other");
  CHECK(source_by_name(path).digest == text::sha256("other"));
  CHECK(source_by_name(path).digest == read_source(path).digest);
  // What was summed is not what is there.
  CHECK_THROWS_WITH(content_of(before), Catch::Contains("file.txt: changed while it was read"));
}

TEST_CASE("an empty file has no content, and a missing one is refused") {
  const TemporaryFolder folder;
  const std::string path = folder / "empty";
  write(path, "");
  CHECK(content_of(source_by_name(path)).empty());
  CHECK_THROWS_WITH(source_by_name(folder / "none"), Catch::Contains("cannot read"));
}

}  // namespace source_file_test
