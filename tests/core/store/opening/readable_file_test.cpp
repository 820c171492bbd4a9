#include "store/opening/readable_file.hpp"

#include <stdlib.h>
#include <sys/stat.h>

#include "sample_records.hpp"
#include "store/damage.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

// Leaves a database with one run whose writer was killed during a change: half of the change is in
// the file, and the journal says how to undo it. Returns the results before the change.
std::string leave_half_changed(const TemporaryFolder& folder, const std::string& name) {
  make_toy(folder / "whole.db", {1});
  const std::string before = StoreReader(folder / "whole.db").results_hash();
  Connection writer(folder / "whole.db", Access::write, std::chrono::milliseconds(0));
  // The change does not fit into the cache, so part of it reaches the file before the commit.
  writer.execute("PRAGMA cache_size = 1");
  const Transaction transaction(writer, Transaction::Kind::write);
  writer.execute(
      "UPDATE runs SET status = 'crashed';"
      "CREATE TABLE filler AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE"
      " i < 500) SELECT i, zeroblob(4000) FROM n");
  for (const char* part : {"", "-journal"}) {
    fs::copy_file(folder / ("whole.db" + std::string(part)), folder / (name + part));
  }
  return before;
}

// $TMPDIR while an object of this class lives.
class TemporaryPlace {
 public:
  explicit TemporaryPlace(const fs::path& folder) { ::setenv("TMPDIR", folder.c_str(), 1); }
  ~TemporaryPlace() { ::unsetenv("TMPDIR"); }
  TemporaryPlace(const TemporaryPlace&) = delete;
  TemporaryPlace& operator=(const TemporaryPlace&) = delete;
};

// The locks that processes hold on the file, as Linux tells them.
int locks_on(const fs::path& file) {
  struct stat status {};
  REQUIRE(::stat(file.c_str(), &status) == 0);
  const std::string inode = ":" + std::to_string(status.st_ino) + " ";
  std::ifstream list("/proc/locks");
  int locks = 0;
  for (std::string line; std::getline(list, line);) locks += line.find(inode) != line.npos ? 1 : 0;
  return locks;
}

}  // namespace

TEST_CASE("a reader leaves the locks of a writer in the same process") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "results.db");
  store.record(sample_run(declare_toy(store), "a", 0, {1}));
  const int before = locks_on(folder / "results.db");
  REQUIRE(before > 0);
  {
    const StoreReader reader(folder / "results.db");
    CHECK(locks_on(folder / "results.db") >= before);
  }
  CHECK(locks_on(folder / "results.db") >= before);
}

TEST_CASE("a database whose writer was killed while it wrote can be read at once") {
  const TemporaryFolder folder;
  const std::string before = leave_half_changed(folder, "half.db");
  REQUIRE(fs::file_size(folder / "half.db") > fs::file_size(folder / "half.db-journal"));
  const std::string bytes = content(folder / "half.db");
  CHECK(StoreReader(folder / "half.db").results_hash() == before);
  CHECK(StoreReader(folder / "half.db").file() == folder / "half.db");
  // Readers leave both files as they are; a writer undoes the change in place.
  CHECK(content(folder / "half.db") == bytes);
  CHECK(fs::exists(folder / "half.db-journal"));
  CHECK_FALSE(fs::exists(folder / "half.db.lock"));
  CHECK(Store::open(folder / "half.db").results_hash() == before);
  CHECK_FALSE(fs::exists(folder / "half.db-journal"));
}

TEST_CASE("a database whose writer was killed while it wrote can be merged at once") {
  const TemporaryFolder folder;
  const std::string before = leave_half_changed(folder, "half.db");
  Store store = Store::open(folder / "merged.db");
  store.merge(folder / "half.db");
  CHECK(store.results_hash() == before);
}

TEST_CASE("the change of a writer that still has the database is left alone") {
  const TemporaryFolder folder;
  leave_half_changed(folder, "half.db");
  const WriterLock lock(folder / "half.db");
  CHECK(ReadableFile(folder / "half.db").path() == folder / "half.db");
}

TEST_CASE("a journal that names a super-journal is refused, and what it names stays") {
  const TemporaryFolder folder;
  leave_half_changed(folder, "half.db");
  const fs::path victim = folder.write("victim", "precious");
  // As SQLite ends a journal that has one: page number, name, length, sum, magic.
  const std::string name = victim.string();
  std::uint32_t sum = 0;
  for (const char c : name) sum += static_cast<std::uint32_t>(static_cast<signed char>(c));
  const auto big_endian = [](std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
    return bytes;
  };
  const fs::path journal = folder / "half.db-journal";
  write_file(journal, content(journal) + big_endian((1U << 30) / 4096 + 1) + name +
                          big_endian(static_cast<std::uint32_t>(name.size())) + big_endian(sum) +
                          "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7");
  CHECK_THROWS_AS(StoreReader(folder / "half.db"), DamagedError);
  CHECK_THROWS_WITH(Store::open(folder / "half.db"),
                    Catch::Contains("half.db-journal: names a further file"));
  {
    Store store = Store::open(folder / "merged.db");
    CHECK_THROWS_AS(store.merge(folder / "half.db"), DamagedError);
  }
  CHECK(content(victim) == "precious");
}

// A journal that would fill a disk, or whose database would.
TEST_CASE("the log of a killed writer does not reach a copy that takes the database's place") {
  const TemporaryFolder folder;
  const fs::path file = folder / "r.db", log = file.string() + "-wal";
  make_toy(file, {1});
  const std::string before = StoreReader(file).results_hash(), copy = content(file);
  std::string changed, changes;
  {
    Store store = Store::open(file);
    store.record(sample_run(declare_toy(store), "a", 7, {0.5}));
    changed = content(file);
    changes = content(log);
    CHECK(StoreReader(file).results_hash() != before);  // its own log is read
  }
  const auto leave = [](const fs::path& at, const std::string& bytes) {
    std::ofstream(at, std::ios::binary) << bytes;
  };
  leave(log, changes);
  SECTION("the database itself") {
    leave(file, changed);
    CHECK(StoreReader(file).results_hash() != before);
  }
  SECTION("a copy from before") {
    leave(file, copy);
    const std::string told =
        "r.db-wal: found changes of another database; expected none, since r.db "
        "was closed in order";
    CHECK_THROWS_WITH(StoreReader(file), Catch::Contains(told));
    CHECK_THROWS_WITH(Store::open(file), Catch::Contains(told));
    CHECK(content(file) == copy);
    CHECK(content(log) == changes);
    fs::rename(log, folder / "away");
    CHECK(StoreReader(file).results_hash() == before);
  }
}

TEST_CASE("a journal that no change of its database explains is refused before it is copied") {
  const TemporaryFolder folder, temporary;
  const TemporaryPlace place(temporary.path());
  leave_half_changed(folder, "half.db");
  const fs::path journal = folder / "half.db-journal";
  SECTION("it is larger, and hollow") { fs::resize_file(journal, std::uintmax_t{20} << 30); }
  SECTION("it declares a larger database") {
    std::string bytes = content(journal);
    bytes.replace(16, 4, "\x10\xff\xff\xff", 4);
    write_file(journal, bytes);
  }
  CHECK_THROWS_AS(StoreReader(folder / "half.db"), DamagedError);
  CHECK_THROWS_WITH(StoreReader(folder / "half.db"), Catch::Contains("half.db-journal: found ") &&
                                                         Catch::Contains("expected at most") &&
                                                         Catch::Contains("move it away"));
  CHECK(temporary.names().empty());
}

TEST_CASE("a private copy has no name while it is read, and those of killed processes go") {
  const TemporaryFolder folder, temporary;
  const TemporaryPlace place(temporary.path());
  const std::string before = leave_half_changed(folder, "half.db");
  const auto leave = [&](const std::string& name, std::chrono::hours age) {
    fs::create_directory(temporary / name);
    write_file(temporary / (name + "/copy.db"), "of a killed process");
    fs::last_write_time(temporary / name, fs::file_time_type::clock::now() - age);
  };
  leave("skald-copy-old", std::chrono::hours(1));
  leave("skald-copy-new", std::chrono::hours(0));  // perhaps not locked yet
  leave("another-program", std::chrono::hours(1));
  const StoreReader reader(folder / "half.db");
  CHECK(temporary.names() == std::vector<std::string>{"another-program", "skald-copy-new"});
  CHECK(reader.results_hash() == before);
}

TEST_CASE("a copy keeps the holes of the file") {
  const TemporaryFolder folder;
  const fs::path hollow = folder.write("hollow", "begin");
  fs::resize_file(hollow, std::uintmax_t{1} << 30);
  std::fstream(hollow, std::ios::in | std::ios::out).seekp((1 << 29) + 7) << "middle";
  copy_with_holes(hollow, folder / "copy", std::uintmax_t{1} << 30);
  CHECK(fs::file_size(folder / "copy") == std::uintmax_t{1} << 30);
  CHECK(bytes_on_disk(folder / "copy") <= std::uintmax_t{1} << 20);
  std::ifstream copy(folder / "copy");
  std::string begin(6, ' '), middle(6, ' ');
  copy.read(begin.data(), 6).seekg((1 << 29) + 7).read(middle.data(), 6);
  CHECK(begin == std::string("begin\0", 6));
  CHECK(middle == "middle");
  CHECK_THROWS(copy_with_holes(hollow, folder / "another", (std::uintmax_t{1} << 30) - 1));
}

TEST_CASE("a text file is told from a damaged database") {
  const TemporaryFolder folder;
  folder.write("grid.json", GENERATE("{ \"name\": \"drift\" }\n", "{ \"name\": \"dr\u00fcft\" }\n",
                                     "{ \"name\": \"abc\u20ac\" }\n", "\ufeff{ \"name\": 1 }\n"));
  CHECK_THROWS_WITH(StoreReader(folder / "grid.json"), Catch::Contains("is a text file"));
  CHECK_THROWS_WITH(Store::open(folder / "grid.json"), Catch::Contains("is a text file"));
  {
    Store store = Store::open(folder / "r.db");
    CHECK_THROWS_WITH(store.merge(folder / "grid.json"), Catch::Contains("grid.json: is a text"));
  }
}
