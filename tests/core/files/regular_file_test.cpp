#include <sys/stat.h>

#include <cerrno>

#include "files/regular_file.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

using namespace skald::files;

TEST_CASE("a regular file is read whole, up to the largest size") {
  const TemporaryFolder folder;
  const std::string content = std::string("a\0b\n", 4) + std::string(200'000, 'x');
  const auto file = folder.write("file", content);
  CHECK(read_regular_file(file) == content);
  CHECK(read_regular_file(file, content.size()) == content);
  CHECK(read_regular_file(folder.write("empty", ""), 0).empty());
  CHECK_THROWS_WITH(read_regular_file(file, content.size() - 1),
                    "cannot read " + file.string() + ": found more than " +
                        std::to_string(content.size() - 1) + " bytes; expected at most that many");
}

TEST_CASE("a file that says nothing of its length is read to its end") {
  CHECK_THAT(read_regular_file("/proc/self/status"), Catch::StartsWith("Name:"));
  CHECK_THROWS_WITH(read_regular_file("/proc/self/status", 10), Catch::Contains("more than 10"));
}

TEST_CASE("a file larger than the limit takes no memory") {
  const TemporaryFolder folder;
  const auto file = folder.write("sparse", "");
  std::filesystem::resize_file(file, std::uintmax_t{1} << 42);
  CHECK_THROWS_WITH(read_regular_file(file), Catch::Contains("more than 17179869184 bytes"));
}

TEST_CASE("pipes, devices and folders are refused without waiting for them") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(
      RegularFile(pipe),
      "cannot read " + pipe.string() +
          ": found a pipe; expected a regular file: save the content to one and give its path");
  CHECK_THROWS_WITH(RegularFile("/dev/zero"),
                    Catch::Contains("found a device; expected a regular"));
  CHECK_THROWS_WITH(RegularFile(folder.path()), Catch::Contains("found a folder; expected"));
  CHECK_THROWS_WITH(RegularFile(folder / "none"),
                    "cannot read " + (folder / "none").string() + ": No such file or directory");
}

using namespace skald::files;

TEST_CASE("what is used up may be had again, what is forbidden or broken may not") {
  for (const int error : {ENOSPC, EDQUOT, EFBIG, EMFILE, ENFILE, ENOMEM, EAGAIN}) {
    INFO(error);
    CHECK(is_passing(error));
  }
  for (const int error : {0, EIO, EACCES, EPERM, EROFS, ENOENT, EBADF}) {
    INFO(error);
    CHECK_FALSE(is_passing(error));
  }
}
