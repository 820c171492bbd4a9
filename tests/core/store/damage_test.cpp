// Databases whose bytes are damaged at random: whatever is still used is what was stored.
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <regex>

#include "report/compare.hpp"
#include "report/comparison_table.hpp"
#include "sample_records.hpp"
#include "store/columns.hpp"
#include "store/damage.hpp"
#include "store/database_check.hpp"
#include "store/seals/examination.hpp"
#include "store/sqlite.hpp"
#include "test.hpp"

namespace damage_test {

using namespace skald::store;
using namespace skald_test;

namespace {

constexpr std::size_t page_size = 4096;
constexpr std::int64_t replicates = 6;  // of each of two cells

// All numbers of a run are unique, so that one cannot pass for another.
record::RunRecord full_run(std::int64_t study, const std::string& cell, std::int64_t replicate) {
  const double own = static_cast<double>(replicate) + (cell == "a" ? 0.125 : 0.375);
  std::vector<double> values(150);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = own + 0.001 * static_cast<double>(i);
  record::RunRecord run = sample_run(study, cell, replicate, values);
  record::SeriesRecord distance = run.series[0];
  distance.metric = "w2";
  for (record::PointRecord& point : distance.points) point.value *= -2;
  distance.summary = record::summarize(distance.points, 0);
  run.series.push_back(distance);
  run.costs = Costs{own, own * 2, own * 3, own * 4, own * 5, own * 6};
  run.used.wall_seconds = own;
  run.options = R"({"sampler.step": )" + std::to_string(own) + "}";
  run.events.push_back({10, "note", "at " + std::to_string(own)});
  run.artifacts.push_back({"table", std::vector<std::byte>(5000, std::byte(replicate))});
  return run;
}

void record_all(Store& store, std::int64_t study, std::int64_t first, std::int64_t last) {
  for (std::int64_t r = first; r < last; ++r) {
    for (const char* cell : {"a", "b"}) store.record(full_run(study, cell, r));
  }
}

// A file as a sweep leaves it.
void make_closed(const std::filesystem::path& file) {
  Store store = Store::open(file);
  record_all(store, declare_toy(store), 0, replicates);
}

// A file whose second half of runs is only in its write-ahead log, because its writer was killed.
void make_killed(const std::filesystem::path& file) {
  std::int64_t study = 0;
  {
    Store store = Store::open(file);
    study = declare_toy(store);
    record_all(store, study, 0, replicates / 2);
  }
  const pid_t child = fork();
  if (child == 0) {
    Store store = Store::open(file);
    record_all(store, study, replicates / 2, replicates);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(std::filesystem::exists(file.string() + "-wal"));
}

using Rows = std::vector<std::vector<record::SqlValue>>;
using Runs = std::map<std::string, std::vector<Rows>>;  // by hash

// Everything stored of each run except seals.
Runs runs_of(const StoreReader& reader) {
  Runs runs;
  for (const auto& row : reader.query("SELECT hash FROM runs").rows) {
    const std::string hash = std::get<std::string>(row[0]);
    auto& parts = runs[hash];
    const std::string run = "SELECT " +
                            table_columns("runs", "r.",
                                          {{"id", ""},
                                           {"study", "s.name"},
                                           {"cell", "c.canonical_json"},
                                           {"environment", ""},
                                           {"measured", ""},
                                           {"digest", ""},
                                           {"series_digest", ""}}) +
                            ", " + table_columns("environments", "e.", {{"id", ""}}) +
                            " FROM runs AS r JOIN studies AS s ON s.id = r.study"
                            " JOIN cells AS c ON c.id = r.cell"
                            " JOIN environments AS e ON e.id = r.environment WHERE r.hash = ?";
    for (const std::string& sql : std::vector<std::string>{
             run,
             "SELECT m.name, p.iteration, p.value FROM points AS p JOIN metrics AS m ON m.id = "
             "p.metric WHERE p.run = (SELECT id FROM runs WHERE hash = ?) ORDER BY 1, 2",
             "SELECT m.name, s.last, s.min, s.max, s.mean, s.first_non_finite FROM summary AS s "
             "JOIN "
             "metrics AS m ON m.id = s.metric WHERE s.run = (SELECT id FROM runs WHERE hash = ?)"
             " ORDER BY 1",
             "SELECT rounds, bits_up, bits_down, gradient_evaluations, normals, eps_spent FROM "
             "ledger"
             " WHERE run = (SELECT id FROM runs WHERE hash = ?)",
             "SELECT position, iteration, kind, message FROM events WHERE run = (SELECT id FROM "
             "runs "
             "WHERE hash = ?) ORDER BY 1",
             "SELECT name, content FROM artifacts WHERE run = (SELECT id FROM runs WHERE hash = ?)"
             " ORDER BY 1"}) {
      parts.push_back(reader.select(sql, hash).rows);
    }
  }
  return runs;
}

// SQL without comments, which have no effect.
Rows without_comments(Rows rows) {
  static const std::regex comment("--[^\n]*");
  for (auto& row : rows) {
    for (record::SqlValue& value : row) {
      if (auto* text = std::get_if<std::string>(&value))
        *text = std::regex_replace(*text, comment, "");
    }
  }
  return rows;
}

// The declarations and the definitions of tables and views. Indexes that SQLite creates by itself
// are left out: they have no definition, and their names have no effect.
std::vector<Rows> declarations_of(const StoreReader& reader) {
  std::vector<Rows> tables;
  for (const char* table :
       {"studies", "cells", "study_cells", "axis_names", "axes", "metrics", "student_t"}) {
    tables.push_back(reader.query("SELECT * FROM " + std::string(table) + " ORDER BY 1, 2").rows);
  }
  tables.push_back(
      without_comments(reader
                           .query("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql "
                                  "IS NOT NULL")
                           .rows));
  return tables;
}

// The comparison that `skald compare` prints.
Rows comparison_of(const std::filesystem::path& file) {
  StoreReader reader(file);
  return Examination(reader).during("toy", Reading::final_values, [&reader] {
    return report::comparison_numbers(report::compare(reader.study_runs("toy"), {})).rows;
  });
}

struct Stored {
  Runs runs;
  std::vector<Rows> declarations;
  Rows comparison;

  explicit Stored(const std::filesystem::path& file)
      : runs(runs_of(StoreReader(file))),
        declarations(declarations_of(StoreReader(file))),
        comparison(comparison_of(file)) {}
};

bool is_found_by_doctor(const std::filesystem::path& file) {
  try {
    const auto checks = check_database(file);
    return std::any_of(checks.begin(), checks.end(),
                       [](const DatabaseCheck& check) { return !check.is_good; });
  } catch (const std::exception&) {
    return true;  // it cannot even be opened
  }
}

bool has_all_values(const std::filesystem::path& file, const Stored& stored) {
  try {
    const StoreReader reader(file);
    return runs_of(reader) == stored.runs && declarations_of(reader) == stored.declarations;
  } catch (const std::exception&) {
    return false;
  }
}

std::optional<Rows> comparison_unless_refused(const std::filesystem::path& file) {
  try {
    return comparison_of(file);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// Compares, and merges into a new file; each must report a fault or give what was stored.
void check_use(const std::filesystem::path& file, const Stored& stored) {
  if (const auto comparison = comparison_unless_refused(file)) {
    CHECK(*comparison == stored.comparison);
  }
  const TemporaryFolder elsewhere;
  {
    Store into = Store::open(elsewhere / "new.db");
    try {
      const MergeReport report = into.merge(file);
      const bool is_told = !report.damaged_runs.empty() || !report.damaged_declarations.empty();
      CHECK((is_told || report.added == static_cast<std::int64_t>(stored.runs.size())));
    } catch (const std::exception&) {
      // refused
    }
  }
  for (const auto& [hash, parts] : runs_of(StoreReader(elsewhere / "new.db"))) {
    INFO(hash);
    REQUIRE(stored.runs.contains(hash));
    CHECK(parts == stored.runs.at(hash));
  }
}

enum class Damage { bits, byte, zeroed, swapped, truncated };

// The numbers of a generator are the same on every platform; those of a distribution are not.
std::size_t below(std::mt19937_64& random, std::size_t bound) { return random() % bound; }

std::string damaged(std::string bytes, Damage kind, std::mt19937_64& random) {
  const std::size_t pages = bytes.size() / page_size;
  const auto page = [&](std::size_t number) {
    return bytes.begin() + static_cast<std::ptrdiff_t>(number * page_size);
  };
  std::size_t one = 0;
  switch (kind) {
    case Damage::bits:
      bytes[below(random, bytes.size())] ^= static_cast<char>(1 << below(random, 8));
      break;
    case Damage::byte:
      for (int i = 0; i < 8; ++i) bytes[below(random, bytes.size())] = static_cast<char>(random());
      break;
    case Damage::zeroed:
      std::fill_n(page(below(random, pages)), page_size, '\0');
      break;
    case Damage::swapped:
      one = below(random, pages - 1);
      std::swap_ranges(page(one), page(one + 1), page(one + 1 + below(random, pages - 1 - one)));
      break;
    case Damage::truncated:
      bytes.resize(below(random, bytes.size()));
      break;
  }
  return bytes;
}

}  // namespace

TEST_CASE("damage to a database is harmless, or found and not used") {
  const TemporaryFolder folder;
  make_closed(folder / "whole.db");
  const Stored stored(folder / "whole.db");
  REQUIRE(stored.runs.size() == 2 * replicates);
  const std::string whole = content(folder / "whole.db");
  const auto file = folder / "r.db";
  int found = 0;
  for (const Damage kind :
       {Damage::bits, Damage::byte, Damage::zeroed, Damage::swapped, Damage::truncated}) {
    const int cases = kind == Damage::bits ? 30 : 15;
    for (int seed = 0; seed < cases; ++seed) {
      INFO("kind " << static_cast<int>(kind) << ", seed " << seed);
      std::mt19937_64 random(static_cast<std::uint64_t>(seed));
      write_file(file, damaged(whole, kind, random));
      const bool is_found = is_found_by_doctor(file);
      CHECK((is_found || has_all_values(file, stored)));
      check_use(file, stored);
      found += is_found;
    }
  }
  CHECK(found > 45);  // of 90: most hit something
}

TEST_CASE("every bit of a value that is flipped is found") {
  const TemporaryFolder folder;
  make_closed(folder / "whole.db");
  const Stored stored(folder / "whole.db");
  const std::string whole = content(folder / "whole.db");
  // The bytes of the last point of w2 of run b-4, as SQLite stores a real.
  const double value = -2 * (4 + 0.375 + 0.001 * 149);
  std::string pattern(8, '\0');
  for (int byte = 0; byte < 8; ++byte) {
    pattern[static_cast<std::size_t>(byte)] =
        static_cast<char>(std::bit_cast<std::uint64_t>(value) >> (56 - 8 * byte));
  }
  std::size_t places = 0;
  for (std::size_t at = 0; (at = whole.find(pattern, at)) != std::string::npos; ++at) {
    ++places;
    for (const int bit : {0, 31, 63}) {
      std::string bytes = whole;
      bytes[at + static_cast<std::size_t>(bit / 8)] ^= static_cast<char>(1 << bit % 8);
      write_file(folder / "r.db", bytes);
      CHECK(is_found_by_doctor(folder / "r.db"));
      check_use(folder / "r.db", stored);
    }
  }
  CHECK(places >= 3);  // points, min and last of summary
}

TEST_CASE("damage to the file or the log of a killed writer is found, or costs last runs at most") {
  const TemporaryFolder folder;
  make_killed(folder / "whole.db");
  const std::string whole = content(folder / "whole.db");
  const std::string log = content(folder / "whole.db-wal");
  std::filesystem::copy(folder / "whole.db", folder / "kept.db");
  std::filesystem::copy(folder / "whole.db-wal", folder / "kept.db-wal");
  const Stored stored(folder / "kept.db");
  REQUIRE(stored.runs.size() == 2 * replicates);
  for (int seed = 0; seed < 16; ++seed) {
    for (const Damage kind : {Damage::bits, Damage::zeroed, Damage::truncated}) {
      const bool hits_log = seed % 2 == 0;
      INFO("kind " << static_cast<int>(kind) << ", seed " << seed);
      std::mt19937_64 random(static_cast<std::uint64_t>(100 + seed));
      const TemporaryFolder damage;
      const auto file = damage / "r.db";
      write_file(file, hits_log ? whole : damaged(whole, kind, random));
      write_file(file.string() + "-wal", hits_log ? damaged(log, kind, random) : log);
      if (is_found_by_doctor(file)) continue;
      // As after a power cut: runs are whole or absent, and all runs of the closed file are there.
      const Runs runs = runs_of(StoreReader(file));
      CHECK(runs.size() >= replicates);
      for (const auto& [hash, parts] : runs) CHECK(parts == stored.runs.at(hash));
      CHECK(declarations_of(StoreReader(file)).size() == stored.declarations.size());
      CHECK_NOTHROW(comparison_of(file));
    }
  }
}

}  // namespace damage_test

using namespace skald::store;
using namespace skald_test;

namespace {

StoreTrouble trouble(int code, int system_error = 0) {
  return trouble_of(DatabaseError("", "", code, system_error));
}

}  // namespace

TEST_CASE("a lock, a full disk and a limit pass, damage and a failed sync do not") {
  using enum StoreTrouble;
  CHECK(trouble(SQLITE_BUSY) == passing);
  CHECK(trouble(SQLITE_BUSY_RECOVERY) == passing);
  CHECK(trouble(SQLITE_FULL) == passing);
  CHECK(trouble(SQLITE_NOMEM) == passing);
  CHECK(trouble(SQLITE_IOERR_NOMEM) == passing);
  CHECK(trouble(SQLITE_IOERR_WRITE, EDQUOT) == passing);
  CHECK(trouble(SQLITE_IOERR_WRITE, EFBIG) == passing);
  CHECK(trouble(SQLITE_IOERR_SHMSIZE, ENOSPC) == passing);
  CHECK(trouble(SQLITE_CANTOPEN, EMFILE) == passing);
  CHECK(trouble(SQLITE_IOERR_WRITE, EIO) == passing);
  CHECK(trouble(SQLITE_IOERR_READ, EIO) == lasting);
  CHECK(trouble(SQLITE_IOERR_FSYNC, ENOSPC) == lasting);
  CHECK(trouble(SQLITE_CANTOPEN, EACCES) == lasting);
  CHECK(trouble(SQLITE_CORRUPT) == lasting);
  CHECK(trouble(SQLITE_READONLY) == lasting);
  CHECK(trouble(SQLITE_NOTADB) == lasting);
  CHECK(trouble_of(std::runtime_error("another")) == lasting);
}

TEST_CASE("what is refused for its own sake is trouble of that row alone") {
  using enum StoreTrouble;
  CHECK(trouble(SQLITE_CONSTRAINT_UNIQUE) == of_row);
  CHECK(trouble(SQLITE_TOOBIG) == of_row);
  CHECK(trouble_of(std::invalid_argument("not declared")) == of_row);
}

TEST_CASE("SQLite's own errors are told apart") {
  const TemporaryFolder folder;
  Connection first(folder / "r.db", Access::create, std::chrono::milliseconds(0));
  Connection second(folder / "r.db", Access::write, std::chrono::milliseconds(0));
  first.execute("CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1)");
  const auto met = [&second](const std::string& sql) {
    try {
      second.execute(sql);
    } catch (const std::exception& e) {
      return trouble_of(e);
    }
    throw std::logic_error("no error");
  };
  CHECK(met("INSERT INTO t VALUES (1)") == StoreTrouble::of_row);
  second.execute("PRAGMA max_page_count = 2");
  CHECK(met("INSERT INTO t VALUES (zeroblob(100000))") == StoreTrouble::passing);
  first.execute("BEGIN EXCLUSIVE");
  CHECK(met("INSERT INTO t VALUES (2)") == StoreTrouble::passing);
}
