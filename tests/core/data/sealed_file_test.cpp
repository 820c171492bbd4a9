#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "data/sealed_file.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

using namespace skald::data;

namespace {

const std::string kFirst = "first part", kSecond(1000, 's');

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

// A sealed file in its own folder.
struct Sealed {
  TemporaryFolder folder;
  std::string path = folder / "name.table";

  Sealed() { write_sealed_file({bytes_of(kFirst), bytes_of(kSecond)}, path); }

  // Flips a bit and restores the file's times and permissions.
  void flip(std::streamoff place) const {
    struct stat before {};
    REQUIRE(stat(path.c_str(), &before) == 0);
    REQUIRE(chmod(path.c_str(), 0600) == 0);
    {
      std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(place);
      const auto byte = static_cast<char>(file.get() ^ 0x10);
      file.seekp(place);
      file.put(byte);
    }
    const std::array<timespec, 2> times{before.st_atim, before.st_mtim};
    REQUIRE(utimensat(AT_FDCWD, path.c_str(), times.data(), 0) == 0);
    REQUIRE(chmod(path.c_str(), before.st_mode & 07777) == 0);
  }
};

}  // namespace

TEST_CASE("a sealed file gives back its parts, and only its owner may read it") {
  const Sealed sealed;
  const auto file = SealedFile::open(sealed.path);
  REQUIRE(file);
  file->map_all_pages();
  const auto content = file->content();
  REQUIRE(content.size() == 64 + 1024);
  CHECK(
      std::equal(content.begin(), content.begin() + std::ssize(kFirst), bytes_of(kFirst).begin()));
  CHECK(std::equal(content.begin() + 64, content.begin() + 1064, bytes_of(kSecond).begin()));
  struct stat status {};
  REQUIRE(stat(sealed.path.c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0400);
  CHECK(sealed.folder.names() == std::vector<std::string>{"name.table"});
}

TEST_CASE("every flipped bit of a sealed file is found, though its time is the old one") {
  const Sealed sealed;
  const auto size = static_cast<std::streamoff>(fs::file_size(sealed.path));
  // After the seal every byte counts; in the seal, those after the end of the name do not.
  for (const std::streamoff place :
       {std::streamoff{0}, std::streamoff{9}, std::streamoff{120}, std::streamoff{128}, size - 1088,
        size - 1080, size - 1024, size - 500, size - 25, size - 1}) {
    INFO("byte " << place << " of " << size);
    REQUIRE(SealedFile::open(sealed.path));
    sealed.flip(place);
    CHECK_FALSE(SealedFile::open(sealed.path));
    sealed.flip(place);
  }
  CHECK(SealedFile::open(sealed.path));
}

TEST_CASE("a change is found after the file was verified in this process") {
  const Sealed sealed;
  sleep(3);  // until a later write would give it other times
  REQUIRE(SealedFile::open(sealed.path));
  REQUIRE(SealedFile::open(sealed.path));
  sealed.flip(300);
  CHECK_FALSE(SealedFile::open(sealed.path));
}

TEST_CASE("a file that was just written is what is opened, and is mapped once in a process") {
  const TemporaryFolder folder;
  const std::string path = folder / "name.table";
  const std::byte* first = nullptr;
  {
    const SealedFile written = write_sealed_file({bytes_of(kFirst)}, path);
    first = written.content().data();
    CHECK(std::ranges::equal(written.content().first(kFirst.size()), bytes_of(kFirst)));
  }
  // The mapping is there still, for whoever comes next.
  const auto again = SealedFile::open(path);
  REQUIRE(again);
  CHECK(again->content().data() == first);
  again->map_all_pages();
  // Another file of the same name and size is another one; who holds the first still has it.
  const std::string other(kFirst.rbegin(), kFirst.rend());
  write_sealed_file({bytes_of(other)}, path);
  const auto replaced = SealedFile::open(path);
  REQUIRE(replaced);
  CHECK(std::ranges::equal(replaced->content().first(other.size()), bytes_of(other)));
  CHECK(std::ranges::equal(again->content().first(kFirst.size()), bytes_of(kFirst)));
}

TEST_CASE("of many files each has its own content, however many mappings are kept") {
  const TemporaryFolder folder;
  const auto path = [&](int i) { return (folder / std::to_string(i)).string(); };
  for (int i = 0; i < 10; ++i) write_sealed_file({bytes_of(std::to_string(1000 + i))}, path(i));
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 10; ++i) {
      const auto file = SealedFile::open(path(i));
      REQUIRE(file);
      const std::string expected = std::to_string(1000 + i);
      CHECK(std::ranges::equal(file->content().first(expected.size()), bytes_of(expected)));
    }
  }
}

TEST_CASE("a sealed file under another name is not taken for that file") {
  const Sealed sealed;
  fs::rename(sealed.path, sealed.folder / "other.table");
  CHECK_FALSE(SealedFile::open(sealed.folder / "other.table"));
}

TEST_CASE("a sealed file that others own or may write is not trusted") {
  const Sealed sealed;
  for (const mode_t mode : {0420U, 0402U, 0466U}) {
    REQUIRE(chmod(sealed.path.c_str(), mode) == 0);
    CHECK_FALSE(SealedFile::open(sealed.path));
  }
  REQUIRE(chmod(sealed.path.c_str(), 0400) == 0);
  REQUIRE(SealedFile::open(sealed.path));
  if (geteuid() != 0) {
    WARN("skipped: only root can give a file to another user");
    return;
  }
  REQUIRE(chown(sealed.path.c_str(), 65534, static_cast<gid_t>(-1)) == 0);
  CHECK_FALSE(SealedFile::open(sealed.path));
}

TEST_CASE("pipes and links are no sealed files") {
  const Sealed sealed;
  fs::create_symlink(sealed.path, sealed.folder / "link");
  CHECK_FALSE(SealedFile::open(sealed.folder / "link"));
  const fs::path pipe = sealed.folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_FALSE(SealedFile::open(pipe));
}

TEST_CASE("a sealed file may be written piece by piece, in any order, the rest is zero") {
  const Sealed whole;
  TemporaryFolder folder;
  const std::string path = folder / "name.table";
  {
    SealedFileWriter writer(path, {kFirst.size(), kSecond.size()});
    for (std::size_t at = kSecond.size(); at > 0; at -= 100)
      writer.write(1, at - 100, bytes_of(kSecond).subspan(at - 100, 100));
    writer.write(0, 0, bytes_of(kFirst));
    CHECK_FALSE(SealedFile::open(path));
    writer.finish();
  }
  const auto pieces = SealedFile::open(path), all = SealedFile::open(whole.path);
  REQUIRE((pieces && all));
  CHECK(std::ranges::equal(pieces->content(), all->content()));
  SealedFileWriter(folder / "zeros", {100}).finish();
  const auto zeros = SealedFile::open(folder / "zeros");
  REQUIRE(zeros);
  CHECK(std::ranges::count(zeros->content(), std::byte{0}) == 128);
}

TEST_CASE("a sealed file that is not finished leaves nothing, and no part grows into the next") {
  TemporaryFolder folder;
  {
    SealedFileWriter writer(folder / "name", {10, 10});
    writer.write(0, 0, bytes_of(kFirst));
    CHECK_THROWS_AS(writer.write(0, 60, bytes_of(kFirst)), std::logic_error);
  }
  CHECK(folder.names().empty());
  CHECK_THROWS_AS(SealedFileWriter(folder / "no/such/folder", {1}), Unwritable);
}

TEST_CASE("a process that is killed while it writes a sealed file leaves nothing") {
  const TemporaryFolder folder;
  const std::string path = folder / "name.table";
  const int nameless = open(folder.path().c_str(), O_TMPFILE | O_RDWR, 0600);
  if (nameless < 0) {
    WARN("skipped: there is no way here to make a file without a name");
    return;
  }
  close(nameless);
  const pid_t child = fork();
  if (child == 0) {
    SealedFileWriter writer(path, {kFirst.size()});
    writer.write(0, 0, bytes_of(kFirst));
    _exit(0);  // as if killed: nothing is cleaned up
  }
  int status = 1;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  CHECK(fs::is_empty(folder.path()));
  write_sealed_file({bytes_of(kFirst)}, path);  // once more, beside the one that is there
  write_sealed_file({bytes_of(kSecond)}, path);
  const auto file = SealedFile::open(path);
  REQUIRE(file);
  CHECK(file->content().size() == 1024);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

using namespace skald::data;

TEST_CASE("XXH64 of published texts") {
  const auto of = [](std::string_view text) { return xxh64(std::as_bytes(std::span(text))); };
  CHECK(of("") == 0xEF46DB3751D8E999);
  CHECK(of("a") == 0xD24EC4F1A98C6E5B);
  CHECK(of("abc") == 0x44BC2CF5AD770999);
}

TEST_CASE("XXH64 agrees with the library of its author at every kind of length") {
  // Computed by libxxhash 0.8.1 from the bytes (37 i + 11) mod 256.
  const std::vector<std::pair<std::size_t, std::uint64_t>> known{
      {0, 0xEF46DB3751D8E999},   {1, 0xF592C0C7639C4CB6},   {3, 0x22C08528601D4F27},
      {4, 0xFB1E5CF2F1AE4D95},   {7, 0x5613AC510496C04E},   {8, 0x57CB2B7521F3E21A},
      {15, 0x90A9714EB00E8D29},  {31, 0xE4A0E629E519A4AE},  {32, 0xCC6B8AAADA790B2D},
      {33, 0x35EC49850475A832},  {63, 0xBF9F0BA3CF95B28A},  {64, 0x155CCCE4BF32BEFC},
      {100, 0x4826E367566EA023}, {1000, 0x128DA10CFBDC59D9}};
  for (const auto& [length, sum] : known) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<std::byte>(37 * i + 11));
    INFO(length);
    CHECK(xxh64(bytes) == sum);
  }
}

TEST_CASE("XXH64 of pieces is that of the whole") {
  for (const std::size_t length : {0U, 1U, 31U, 32U, 64U, 100U, 1000U}) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<std::byte>(37 * i + 11));
    for (const std::size_t piece : {32U, 64U, 320U}) {
      Xxh64 hash;
      for (std::size_t at = 0; at < length; at += piece)
        hash.add(std::span(bytes).subspan(at, std::min(piece, length - at)));
      CHECK(hash.sum() == xxh64(bytes));
    }
  }
}
