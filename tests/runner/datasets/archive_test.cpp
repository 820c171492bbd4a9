#include "datasets/archive.hpp"

#include <zlib.h>

#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::archive_test {
namespace {

// A header of ustar: name, size as it is written, folder.
std::string header(const std::string& name, const std::string& size, const std::string& folder) {
  std::string block(512, '\0');
  block.replace(0, name.size(), name);
  block.replace(124, size.size(), size);
  block.replace(345, folder.size(), folder);
  return block;
}

Archive archive_of(const TemporaryFolder& folder, const std::string& tar) {
  const std::filesystem::path file = folder / "set.tar.gz";
  gzFile out = gzopen(file.c_str(), "wb");
  gzwrite(out, tar.data(), static_cast<unsigned>(tar.size()));
  gzclose(out);
  return Archive(file);
}

}  // namespace

TEST_CASE("members of a tar archive are found by folder and name, to its last block") {
  const TemporaryFolder folder;
  std::string content = "tar";
  content.resize(512);
  // Sizes are octal, and end with a space or a zero byte; there are no blocks of zeros at the end.
  const Archive archive = archive_of(folder, header("x", "0000003 ", "") + content +
                                                 header("x",
                                                        std::string("3\0"
                                                                    "7",
                                                                    3),
                                                        "top") +
                                                 content + header("empty", "0", ""));
  CHECK(archive.member("x", 3) == "tar");
  CHECK(archive.member("top/x", 3) == "tar");
  CHECK(archive.member("empty", 0).empty());
  CHECK_THROWS_WITH(archive.member("x", 4), Catch::Contains("found 3 bytes; expected 4"));
  CHECK_THROWS_WITH(archive.member("top", 3), Catch::Contains("is not there"));
}

TEST_CASE("a member that says that it is longer than the archive is refused") {
  const TemporaryFolder folder;
  const std::string size = GENERATE("1001", "70000000001");  // 513, and 7 GiB and one byte
  const Archive archive = archive_of(folder, header("x", size, "") + std::string(512, 'x'));
  CHECK_THROWS_WITH(archive.member("x", 1), Catch::Contains("the archive ends before it does"));
}

}  // namespace skald::archive_test
