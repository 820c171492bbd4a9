#include <fmt/core.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <memory>

#include "attack.hpp"
#include "crafted_file.hpp"
#include "dice.hpp"
#include "file_text.hpp"
#include "sample.hpp"
#include "sandbox.hpp"
#include "store/sqlite.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
using store::Access;
using store::Connection;
namespace {

void write(const fs::path& file, const std::string& bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
  return bytes;
}

constexpr std::string_view kJournalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";

// Leaves the file in the middle of a change by `sql`, with the journal of a writer that was killed.
void leave_half_changed(const fs::path& database, const std::string& mode, const std::string& sql) {
  const fs::path whole = database.string() + ".whole";
  fs::rename(database, whole);
  {
    Connection writer(whole, Access::write, std::chrono::seconds(1));
    writer.execute("PRAGMA foreign_keys = OFF; PRAGMA journal_mode = " + mode);
    if (mode == "DELETE") writer.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE");
    writer.execute(sql);
    for (const char* part : {"", "-journal", "-wal"}) {
      if (fs::exists(whole.string() + part))
        fs::copy_file(whole.string() + part, database.string() + part);
    }
  }
  for (const char* part : {"", "-journal", "-wal", "-shm"}) fs::remove(whole.string() + part);
}

constexpr const char* kChange =
    "UPDATE runs SET message = 'x'; CREATE TABLE filler AS WITH RECURSIVE n(i) AS (SELECT 1 UNION"
    " ALL SELECT i + 1 FROM n WHERE i < 300) SELECT i, zeroblob(4000) FROM n";

// As SQLite ends a journal that has a super-journal: page number, name, length, sum, magic.
std::string super_journal(const std::string& name) {
  std::uint32_t sum = 0;
  for (const char c : name) sum += static_cast<std::uint32_t>(static_cast<signed char>(c));
  return big_endian((1U << 30) / 4096 + 1) + name +
         big_endian(static_cast<std::uint32_t>(name.size())) + big_endian(sum) +
         std::string(kJournalMagic);
}

class Corpus {
 public:
  void add(const std::string& name, std::function<void(const fs::path& database)> make,
           bool must_be_refused = false) {
    attacks_.push_back(
        {name,
         [make = std::move(make)](const fs::path& folder) { make(folder / Sample::kDatabase); },
         must_be_refused});
  }
  std::vector<Attack> take() { return std::move(attacks_); }

 private:
  std::vector<Attack> attacks_;
};

void add_journals(Corpus& corpus, const fs::path& victim) {
  for (const std::string& name : {(victim / "secret").string(), std::string("../victim/secret"),
                                  (victim / "other.db-mj").string()}) {
    corpus.add("a journal that names " + name, [name](const fs::path& database) {
      leave_half_changed(database, "DELETE", kChange);
      std::ofstream(database.string() + "-journal", std::ios::binary | std::ios::app)
          << super_journal(name);
    });
  }
  corpus.add("a journal of nothing that names a file", [victim](const fs::path& database) {
    write(database.string() + "-journal", std::string(kJournalMagic) + std::string(504, '\0') +
                                              super_journal((victim / "secret").string()));
  });
  corpus.add("a journal with further heads", [victim](const fs::path& database) {
    leave_half_changed(database, "DELETE", kChange);
    const std::string journal = test::content(database.string() + "-journal");
    write(database.string() + "-journal",
          journal + super_journal((victim / "secret").string()) + journal + std::string(600, '\0'));
  });
  corpus.add("a journal to be played back",
             [](const fs::path& database) { leave_half_changed(database, "DELETE", kChange); });
  corpus.add("a journal with page sizes of its own", [](const fs::path& database) {
    leave_half_changed(database, "DELETE", kChange);
    std::string journal = test::content(database.string() + "-journal");
    journal.replace(20, 8, big_endian(1U << 31) + big_endian(1U << 16));
    write(database.string() + "-journal", journal);
  });
  corpus.add("a journal that makes the file vast", [](const fs::path& database) {
    leave_half_changed(database, "DELETE", kChange);
    std::string journal = test::content(database.string() + "-journal");
    journal.replace(16, 4, big_endian(0x7fffffff));  // pages of the file before the change
    write(database.string() + "-journal", journal);
  });
  // Small to be sent, large to be copied; openings here copy it, too, so it is no larger.
  corpus.add(
      "a hollow journal",
      [](const fs::path& database) {
        leave_half_changed(database, "DELETE", kChange);
        fs::resize_file(database.string() + "-journal", std::uintmax_t{32} << 20);
      },
      true);
  corpus.add("a journal of random bytes", [](const fs::path& database) {
    chaos::Dice dice({1});
    std::string bytes(kJournalMagic);
    for (int i = 0; i < 20000; ++i) bytes += static_cast<char>(dice.between(0, 255));
    write(database.string() + "-journal", bytes);
  });
}

void add_logs(Corpus& corpus) {
  const auto in_log = [&corpus](const std::string& name, const std::string& sql) {
    corpus.add("a log with " + name,
               [sql](const fs::path& database) { leave_half_changed(database, "WAL", sql); });
  };
  in_log("values", "UPDATE runs SET message = 'x'");
  in_log("a hash that is a path", "UPDATE runs SET hash = '../../victim/secret' WHERE id = 1");
  in_log("a view without end",
         "DROP VIEW current_runs; CREATE VIEW current_runs AS WITH RECURSIVE n(i) AS (SELECT 1"
         " UNION ALL SELECT i + 1 FROM n) SELECT i AS id, 0 AS superseded, 0 AS cell FROM n");
  in_log("a scheduler that is a path", "UPDATE submissions SET scheduler = '/tmp/x.json'");
  corpus.add("a log with lengths without end", [](const fs::path& database) {
    leave_half_changed(database, "WAL", kChange);
    std::string log = test::content(database.string() + "-wal");
    log.replace(36, 4, "\xff\xff\xff\xff");
    write(database.string() + "-wal", log);
  });
  corpus.add("a log of random bytes", [](const fs::path& database) {
    leave_half_changed(database, "WAL", kChange);
    std::string log = test::content(database.string() + "-wal");
    chaos::Dice dice({2});
    for (std::size_t i = 40; i < log.size(); i += 97)
      log[i] = static_cast<char>(dice.between(0, 255));
    write(database.string() + "-wal", log);
  });
  corpus.add("an index of a log that is none", [](const fs::path& database) {
    leave_half_changed(database, "WAL", kChange);
    write(database.string() + "-shm", std::string(32768, '\x7f'));
  });
}

// The names of what may lie beside a database.
constexpr const char* kBeside[] = {"-journal",     "-wal",   "-shm",   ".lock",     ".samples",
                                   ".checkpoints", ".tasks", ".parts", ".recovered"};

void add_links(Corpus& corpus, const fs::path& victim) {
  for (const char* name : kBeside) {
    const auto place = [name](const fs::path& database) { return database.string() + name; };
    corpus.add(fmt::format("{} is a link to a file", name), [=](const fs::path& database) {
      fs::remove_all(place(database));
      fs::create_symlink(victim / "secret", place(database));
    });
    corpus.add(fmt::format("{} is a link to a folder", name), [=](const fs::path& database) {
      fs::remove_all(place(database));
      fs::create_directory_symlink(victim / "folder", place(database));
    });
    corpus.add(fmt::format("{} is a link to nothing", name), [=](const fs::path& database) {
      fs::remove_all(place(database));
      fs::create_symlink(victim / "made", place(database));
    });
    corpus.add(fmt::format("{} is a pipe", name), [=](const fs::path& database) {
      fs::remove_all(place(database));
      ::mkfifo(place(database).c_str(), 0600);
    });
    corpus.add(fmt::format("{} is a folder", name), [=](const fs::path& database) {
      fs::remove_all(place(database));
      fs::create_directories(fs::path(place(database)) / "x");
    });
  }
  corpus.add("the database is a link", [=](const fs::path& database) {
    fs::remove(database);
    fs::create_symlink(victim / "other.db", database);
  });
  corpus.add("the database is a pipe", [](const fs::path& database) {
    fs::remove(database);
    ::mkfifo(database.c_str(), 0600);
  });
  corpus.add("the database is a device", [](const fs::path& database) {
    fs::remove(database);
    fs::create_symlink("/dev/zero", database);
  });
  corpus.add("the database is a folder", [](const fs::path& database) {
    fs::remove(database);
    fs::create_directory(database);
  });
  corpus.add("the page is a link", [=](const fs::path& database) {
    fs::create_symlink(victim / "secret", fs::path(database).replace_extension(".html"));
  });
}

void add_draws(Corpus& corpus, const fs::path& victim) {
  const auto each = [&corpus](const std::string& name, auto change) {
    corpus.add("draws " + name, [change](const fs::path& database) {
      std::vector<fs::path> files;
      for (const auto& entry : fs::directory_iterator(database.string() + ".samples"))
        files.push_back(entry.path());
      for (const fs::path& file : files) change(file);
    });
  };
  each("are links", [victim](const fs::path& file) {
    fs::remove(file);
    fs::create_symlink(victim / "secret", file);
  });
  each("are pipes", [](const fs::path& file) {
    fs::remove(file);
    ::mkfifo(file.c_str(), 0600);
  });
  each("are folders", [](const fs::path& file) {
    fs::remove(file);
    fs::create_directory(file);
  });
  each("are cut off", [](const fs::path& file) { fs::resize_file(file, 100); });
  each("have another shape", [](const fs::path& file) {
    std::string bytes = test::content(file);
    const auto at = bytes.find("(2, 36, 2)");
    if (at == bytes.npos) throw Impossible("the draws have another shape");
    write(file, bytes.replace(at, 10, "(9, 9**9,)"));
  });
  each("have a vast shape", [](const fs::path& file) {
    std::string bytes = test::content(file);
    const auto at = bytes.find("(2, 36, 2), }");
    if (at == bytes.npos) throw Impossible("the draws have another shape");
    write(file, bytes.replace(at, 13, "(9999999999,)"));
  });
  corpus.add("draws of runs that are nowhere", [victim](const fs::path& database) {
    const fs::path folder = database.string() + ".samples";
    for (const char* name : {"0000.npy", "..npy", "a b.npy", "$(touch made).npy", ".npy.draws"})
      write(folder / name, "x");
    fs::create_directory_symlink(victim / "folder", folder / "link.npy");
    fs::create_directories(folder / "folder.npy" / "x");
  });
}

void add_other_files(Corpus& corpus) {
  corpus.add("an empty file", [](const fs::path& database) { write(database, ""); });
  corpus.add("a text", [](const fs::path& database) { write(database, "{\"name\": 1}\n"); });
  corpus.add("a byte", [](const fs::path& database) { write(database, "\x01"); });
  corpus.add("a head alone", [](const fs::path& database) { fs::resize_file(database, 100); });
  corpus.add("half of it", [](const fs::path& database) {
    fs::resize_file(database, fs::file_size(database) / 2);
  });
  corpus.add("with 50 MB behind it",
             [](const fs::path& database) { fs::resize_file(database, 50'000'000); });
  corpus.add("an archive", [](const fs::path& database) {
    write(database, "PK\x03\x04" + std::string(2000, '\xff'));
  });
  for (int number = 1; number <= 60; ++number) {
    corpus.add(fmt::format("random bytes, {}", number), [number](const fs::path& database) {
      chaos::Dice dice({static_cast<std::uint64_t>(number)});
      std::string bytes = test::content(database);
      for (int i = 0; i < number; ++i) {
        const auto last = static_cast<int>(bytes.size()) - 1;
        bytes[static_cast<std::size_t>(dice.between(0, last))] =
            static_cast<char>(dice.between(0, 255));
      }
      write(database, bytes);
    });
  }
}

void add_folders(Corpus& corpus, const fs::path& victim) {
  const std::string secret = (victim / "secret").string();
  for (const auto& [name, text] :
       {std::pair<std::string, std::string>{"no JSON", "["},
        {"paths",
         "{\"grid\": \"" + secret + "\", \"database\": \"" + secret +
             "\", \"scheduler\": \"../x\", \"processors\": 1e18, \"options\": [\"--db\", \"" +
             secret + "\"], \"seconds\": [1, 1]}"},
        {"deep JSON", std::string(200000, '[')}}) {
    corpus.add("a folder of tasks with " + name, [text = text](const fs::path& database) {
      const fs::path folder = database.string() + ".tasks/skald-1";
      for (const char* file : {"setting.json", "share-0.json", "task-0.json", "task-1.json"})
        write(folder / file, text);
      write(folder / "task-0.log", "\x1b[2J" + std::string(5'000'000, 'x'));
    });
    corpus.add("a part with " + name, [text = text](const fs::path& database) {
      const fs::path folder = database.string() + ".parts/share-1-of-1.host.1";
      write(folder / "part.json", text);
      write(folder / "part.db", test::content(database));
    });
  }
  corpus.add("a part with files elsewhere", [secret](const fs::path& database) {
    const fs::path folder = database.string() + ".parts/share-1-of-1.host.1";
    write(folder / "part.db", test::content(database));
    write(
        folder / "part.json",
        "{\"skald_part\": 1, \"grid\": \"kept\", \"document\": \"d\", \"share\": 1, \"of\": 1,"
        " \"host\": \"h\", \"runs\": 1, \"ended\": 1, \"complete\": true, \"files\":"
        " [{\"name\": \"../../../victim/secret\", \"bytes\": 8, \"sha256\": \"x\"}, {\"name\": \"" +
            secret + "\", \"bytes\": 1e18, \"sha256\": \"x\"}]}");
  });
  corpus.add("a part that is a link", [victim](const fs::path& database) {
    fs::create_directories(database.string() + ".parts");
    fs::create_directory_symlink(victim / "folder",
                                 database.string() + ".parts/share-1-of-1.host.1");
  });
}

}  // namespace

std::vector<Attack> file_attacks(const fs::path& victim) {
  Corpus corpus;
  add_journals(corpus, victim);
  add_logs(corpus);
  add_links(corpus, victim);
  add_draws(corpus, victim);
  add_folders(corpus, victim);
  add_other_files(corpus);
  return corpus.take();
}

}  // namespace skald::hostile
