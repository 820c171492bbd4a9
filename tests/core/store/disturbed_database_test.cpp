// A database whose files another program removes or changes while it is open.
#include "sample_records.hpp"
#include "store/rescue/rescue.hpp"
#include "store/store.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

constexpr int kStored = 3;

record::RunRecord run_at(std::int64_t study, std::int64_t replicate) {
  return sample_run(study, "a", replicate, std::vector<double>(200, 0.5));
}

std::int64_t runs_in(const fs::path& file) {
  return std::get<std::int64_t>(
      StoreReader(file).query("SELECT count(*) FROM runs").rows.at(0).at(0));
}

// Returns the only file of the folder whose name contains the word; empty if there is none.
fs::path file_with(const fs::path& folder, const std::string& word) {
  fs::path found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().find(word) == std::string::npos) continue;
    REQUIRE(found.empty());
    found = entry.path();
  }
  return found;
}

// An open store with kStored runs, and the error it reports once it is disturbed.
struct Disturbed {
  TemporaryFolder folder;
  fs::path file = folder / "r.db";
  std::int64_t study = 0;

  template <class F>
  std::string text_after(F disturb) {
    Store store = Store::open(file);
    study = declare_toy(store);
    for (int r = 0; r < kStored; ++r) store.record(run_at(study, r));
    store.require_undisturbed();
    disturb();
    std::string text;
    try {
      store.record(run_at(study, 10));
    } catch (const DatabaseDisturbed& e) {
      text = e.what();
    }
    return text;
  }
};

// A closed database of another sweep, with one run.
fs::path other_database(const TemporaryFolder& folder) {
  Store store = Store::open(folder / "other.db");
  store.record(run_at(declare_toy(store), 0));
  return store.file();
}

}  // namespace

TEST_CASE("a deleted database without a run leaves nothing behind") {
  const TemporaryFolder folder;
  const fs::path file = folder / "r.db";
  std::string text;
  {
    Store store = Store::open(file);
    declare_toy(store);
    fs::remove(file);
    try {
      store.require_undisturbed();
    } catch (const DatabaseDisturbed& e) {
      text = e.what();
    }
  }
  CHECK_THAT(text, Catch::Contains("was deleted") && Catch::Contains("it held no run yet"));
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    CHECK(entry.path().filename() == "r.db.lock");
  }
}

TEST_CASE("a database that was deleted is recovered beside its place") {
  Disturbed d;
  const std::string text = d.text_after([&] { fs::remove(d.file); });
  const fs::path copy = file_with(d.folder.path(), ".recovered-");
  CHECK_THAT(text, Catch::Contains("r.db was deleted while runs were written to it; its 3 stored "
                                   "runs were recovered into " +
                                   fs::canonical(copy).string()));
  CHECK(runs_in(copy) == kStored);
  CHECK(StoreReader(copy).query("PRAGMA integrity_check").rows[0][0] ==
        record::SqlValue(std::string("ok")));
  CHECK(file_with(d.folder.path(), "-wal").empty());
  CHECK_FALSE(fs::exists(d.file));
}

TEST_CASE("a database that was renamed is completed under its new name") {
  Disturbed d;
  const fs::path moved = d.folder / "moved.db";
  const std::string text = d.text_after([&] { fs::rename(d.file, moved); });
  CHECK_THAT(text, Catch::Contains("r.db was renamed to " + fs::canonical(moved).string()));
  CHECK_THAT(text, Catch::Contains("its 3 stored runs are complete in "));
  CHECK(runs_in(moved) == kStored);
  CHECK_FALSE(fs::exists(d.file));
  CHECK(file_with(d.folder.path(), "r.db-").empty());
}

TEST_CASE("a database whose folder was renamed is completed there") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "before");
  Disturbed d;
  d.file = folder / "before" / "r.db";
  const std::string text = d.text_after([&] { fs::rename(folder / "before", folder / "after"); });
  CHECK_THAT(text, Catch::Contains("was renamed to "));
  CHECK(runs_in(folder / "after" / "r.db") == kStored);
}

TEST_CASE("a file that took the place of the database is left as it is") {
  const TemporaryFolder elsewhere;
  const fs::path other = other_database(elsewhere);
  const std::string bytes = content(other);
  Disturbed d;
  SECTION("the database was deleted for it") {
    const std::string text = d.text_after([&] { fs::rename(other, d.file); });
    CHECK_THAT(text, Catch::Contains("was deleted") &&
                         Catch::Contains("another file stands in its place"));
    CHECK(runs_in(file_with(d.folder.path(), ".recovered-")) == kStored);
  }
  SECTION("the database was renamed before") {
    const std::string text = d.text_after([&] {
      fs::rename(d.file, d.folder / "moved.db");
      fs::copy_file(other, d.file);
    });
    CHECK_THAT(text, Catch::Contains("was renamed") &&
                         Catch::Contains("another file stands in its place"));
    CHECK(runs_in(d.folder / "moved.db") == kStored);
  }
  CHECK(content(d.file) == bytes);
  CHECK_FALSE(fs::exists(d.file.string() + "-wal"));  // no journal that would be applied to it
  CHECK(runs_in(d.file) == 1);
}

TEST_CASE("a database that was cut or overwritten is told so and not written any more") {
  const TemporaryFolder elsewhere;
  const fs::path other = other_database(elsewhere);
  const std::string bytes = content(other);
  Disturbed d;
  SECTION("cut") {
    // Some of its pages are in the main file: those that an earlier writer has left.
    { Store store = Store::open(d.file); }
    const std::string text = d.text_after([&] { fs::resize_file(d.file, 50); });
    CHECK_THAT(text, Catch::Contains("r.db was cut by another program from "));
    CHECK(fs::file_size(d.file) == 50);
  }
  SECTION("overwritten by another database") {
    const std::string text =
        d.text_after([&] { fs::copy_file(other, d.file, fs::copy_options::overwrite_existing); });
    CHECK_THAT(text, Catch::Contains("r.db was overwritten by another program") ||
                         Catch::Contains("r.db was cut by another program"));
    CHECK(content(d.file) == bytes);
    CHECK(runs_in(d.file) == 1);
  }
  CHECK_FALSE(fs::exists(d.file.string() + "-wal"));
  CHECK(fs::file_size(file_with(d.folder.path(), "-wal.former-")) > 0);
}

TEST_CASE("a journal that was removed is carried over into the database") {
  Disturbed d;
  const std::string text = d.text_after([&] { fs::remove(d.file.string() + "-wal"); });
  CHECK_THAT(text, Catch::Contains("r.db-wal was deleted, renamed or replaced") &&
                       Catch::Contains("its 3 stored runs are complete in "));
  CHECK(runs_in(d.file) == kStored);
}

TEST_CASE("a journal that was cut is not carried over") {
  Disturbed d;
  std::uintmax_t left = 0;
  SECTION("to nothing") {}
  SECTION("in the middle") { left = 10'000; }
  const std::string text = d.text_after([&] { fs::resize_file(d.file.string() + "-wal", left); });
  CHECK_THAT(text, Catch::Contains("r.db-wal was cut by another program from ") &&
                       Catch::Contains(" to " + std::to_string(left) + " bytes"));
  CHECK(fs::file_size(d.file.string() + "-wal") == left);
}

TEST_CASE("another program that carries the journal over does not disturb") {
  Disturbed d;
  const std::string text = d.text_after([&] { edit(d.file, "PRAGMA wal_checkpoint(PASSIVE)"); });
  CHECK(text.empty());
  CHECK(runs_in(d.file) == kStored + 1);
}

TEST_CASE("a store that ends after its database was replaced touches no other file") {
  const TemporaryFolder folder, elsewhere;
  const fs::path other = other_database(elsewhere);
  const std::string bytes = content(other);
  {
    Store store = Store::open(folder / "r.db");
    store.record(run_at(declare_toy(store), 0));
    fs::rename(other, folder / "r.db");
  }
  CHECK(content(folder / "r.db") == bytes);
}

TEST_CASE_METHOD(OpenStore,
                 "a journal that a reader keeps from shrinking shrinks when the reader has gone") {
  const auto study = declare_toy(store);
  constexpr std::uintmax_t most = 1 << 20;
  auto record_some = [&, next = 0]() mutable {
    for (int k = 0; k < 40; ++k) {
      store.record(sample_run(study, "a", next++, std::vector<double>(2000, 0.5)));
    }
  };
  record_some();
  CHECK(store.shrink_journal(most) <= most);
  {
    Connection reader(file, Access::read, std::chrono::seconds(1));
    const Transaction reading(reader, Transaction::Kind::read);
    const std::int64_t seen = reader.integer("SELECT count(*) FROM runs");
    const std::uintmax_t main_file = fs::file_size(file);
    record_some();
    const std::uintmax_t held = store.shrink_journal(most);
    CHECK(held > most);
    record_some();
    CHECK(store.shrink_journal(most) > held);
    CHECK(fs::file_size(file) >= main_file);
    CHECK(reader.integer("SELECT count(*) FROM runs") == seen);
  }
  CHECK(store.shrink_journal(most) == 0);
  record_some();  // an emptied journal is not a disturbance
  CHECK(runs_in(file) == 160);
}

TEST_CASE("a store whose lock is lost writes nothing more and keeps what it has") {
  Disturbed d;
  const fs::path lock = d.file.string() + ".lock";
  std::string text;
  SECTION("removed") {
    text = d.text_after([&] { fs::remove(lock); });
    CHECK_THAT(text, Catch::Contains("r.db.lock was removed while this process wrote"));
  }
  SECTION("replaced") {
    d.folder.write("other", "process 1 on elsewhere\n");
    text = d.text_after([&] { fs::rename(d.folder / "other", lock); });
    CHECK_THAT(text, Catch::Contains("r.db.lock was replaced by another file"));
    CHECK(content(lock) == "process 1 on elsewhere\n");
    fs::remove(lock);
  }
  CHECK_THAT(text, Catch::Contains("expected the file that it has locked") &&
                       Catch::Contains("the same command goes on"));
  CHECK(runs_in(d.file) == kStored);
  CHECK_NOTHROW(Store::open(d.file));  // the journal that was left is applied
  CHECK(runs_in(d.file) == kStored);
}

TEST_CASE("the journal of a database that is gone does not reach the next one of its name") {
  const TemporaryFolder folder;
  const fs::path file = folder / "r.db", journal = file.string() + "-wal";
  std::string bytes;
  {  // a sweep that is killed leaves the journal, of which some pages are in the main file
    { Store store = Store::open(file); }
    Store store = Store::open(file);
    store.record(run_at(declare_toy(store), 0));
    bytes = content(journal);
  }
  SECTION("the database was removed") { fs::remove(file); }
  SECTION("the database was renamed") { fs::rename(file, folder / "away.db"); }
  SECTION("the database was emptied") { fs::resize_file(file, 0); }
  std::ofstream(journal, std::ios::binary) << bytes;
  REQUIRE_FALSE(bytes.empty());
  std::vector<std::string> told;
  {
    const Store store = Store::open(file);
    told = store.opening().former_journals;
  }
  CHECK(runs_in(file) == 0);
  const fs::path aside = file_with(folder.path(), "-wal.former-");
  CHECK(content(aside) == bytes);
  REQUIRE(told.size() == 1);
  CHECK_THAT(told[0], Catch::Contains(aside.string()) && Catch::Contains("call it NAME-wal"));
}

TEST_CASE("journals that are set aside in one second keep their contents") {
  const TemporaryFolder folder;
  const fs::path journal = folder / "r.db-wal";
  std::set<std::string> contents;
  for (const char* text : {"a", "b", "c"}) {
    std::ofstream(journal) << text;
    contents.insert(content(set_aside(journal)));
  }
  CHECK_FALSE(fs::exists(journal));
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 3);
  CHECK(contents == std::set<std::string>{"a", "b", "c"});
}
