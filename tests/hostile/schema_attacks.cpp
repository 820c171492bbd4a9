#include <fmt/core.h>

#include <fstream>

#include "attack.hpp"
#include "crafted_file.hpp"
#include "sample.hpp"

namespace skald::hostile {
namespace fs = std::filesystem;
namespace {

// Rows without end.
constexpr const char* kForever =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT ";
// Much work for few rows.
constexpr const char* kLong =
    "SELECT count(*) FROM student_t a, student_t b, student_t c, student_t d, student_t e";
constexpr const char* kLarge = "hex(zeroblob(300000000))";

std::vector<std::string> names_of(CraftedFile& file, const std::string& type) {
  return file.texts("SELECT name FROM sqlite_schema WHERE type = '" + type +
                    "' AND name NOT LIKE 'sqlite_%' ORDER BY name");
}

class Corpus {
 public:
  // `sql` is run on the file, which is then sealed again.
  void add(const std::string& name, const std::string& sql, bool must_be_refused = false) {
    attacks_.push_back({name,
                        [sql](const fs::path& folder) {
                          const fs::path database = folder / Sample::kDatabase;
                          CraftedFile(database).execute(sql);
                          seal_again(database);
                        },
                        must_be_refused});
  }
  // An object of the schema is said to be what this SQL says, though nothing else is changed.
  void define(const std::string& name, const std::string& object, const std::string& sql) {
    attacks_.push_back({name, [=](const fs::path& folder) {
                          const fs::path database = folder / Sample::kDatabase;
                          try {
                            CraftedFile(database).define(object, sql);
                          } catch (const Impossible&) {
                            // The file cannot be read any more, as is intended.
                          }
                          seal_again(database);
                        }});
  }
  // Bytes of the file at that place.
  void overwrite(const std::string& name, std::streamoff place, const std::string& bytes) {
    attacks_.push_back({name, [=](const fs::path& folder) {
                          std::fstream file(folder / Sample::kDatabase,
                                            std::ios::binary | std::ios::in | std::ios::out);
                          file.seekp(place);
                          file << bytes;
                        }});
  }
  std::vector<Attack> take() { return std::move(attacks_); }

 private:
  std::vector<Attack> attacks_;
};

void replace_view(Corpus& corpus, const std::string& view) {
  const auto add = [&](const std::string& how, const std::string& select) {
    corpus.add(fmt::format("view {}: {}", view, how),
               fmt::format("DROP VIEW {0}; CREATE VIEW {0} AS {1}", view, select));
  };
  add("without end",
      std::string(kForever) + "i AS id, 0 AS superseded, 0 AS cell, 0 AS run FROM n");
  add("long", kLong);
  add("of itself", fmt::format("SELECT * FROM {}", view));
  add("of one that is of it",
      "SELECT * FROM second_view; CREATE VIEW second_view AS SELECT * FROM " + view);
  add("large", std::string("SELECT ") + kLarge + " AS study");
  corpus.define(fmt::format("view {}: no SQL", view), view, "CREATE VIEW x AS SELEC");
  // SQLite reads a definition up to the zero byte.
  corpus.add(fmt::format("view {}: cut by a zero byte", view),
             fmt::format("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || '"
                         " --' || char(0) WHERE name = '{}'",
                         view),
             true);
}

void replace_table(Corpus& corpus, const std::string& table) {
  const std::string away = "ALTER TABLE " + table + " RENAME TO former;";
  const auto add = [&](const std::string& how, const std::string& sql) {
    corpus.add(fmt::format("table {}: {}", table, how), sql);
  };
  add("a view without end", away + "CREATE VIEW " + table + " AS " + kForever +
                                "i AS id, 'a' AS name, 'a' AS hash, 1 AS cell, 1 AS run FROM n");
  add("a view of itself", away + "CREATE VIEW " + table + " AS SELECT * FROM " + table);
  add("a table of another kind",
      away + "CREATE VIRTUAL TABLE " + table + " USING fts5(name, hash)");
  add("a generated column",
      "ALTER TABLE " + table + " ADD COLUMN made AS (hex(zeroblob(300000000)))");
  add("a default", "ALTER TABLE " + table + " ADD COLUMN made TEXT DEFAULT 'a\n\\input{x}'");
  add("gone", "DROP TABLE " + table);
  add("empty", "DELETE FROM " + table);
  add("a trigger",
      fmt::format("CREATE TRIGGER t AFTER INSERT ON {} BEGIN DELETE FROM runs; END", table));
  add("an index", fmt::format("CREATE INDEX i ON {} (hex(zeroblob(1000)))", table));
  corpus.define(fmt::format("table {}: no SQL", table), table, "CREATE TABLE x (");
  corpus.define(fmt::format("table {}: other columns", table), table,
                fmt::format("CREATE TABLE {} (a, b, c, d, e, f, g, h)", table));
  corpus.define(fmt::format("table {}: a generated column in its text", table), table,
                fmt::format("CREATE TABLE {} (id INTEGER PRIMARY KEY, hash AS (hex(zeroblob("
                            "200000000))), name TEXT)",
                            table));
  add("pages of another", fmt::format("UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM"
                                      " sqlite_schema WHERE name = 'student_t') WHERE name = '{}'",
                                      table));
  add("the first page",
      fmt::format("UPDATE sqlite_schema SET rootpage = 1 WHERE name = '{}'", table));
  add("no page", fmt::format("UPDATE sqlite_schema SET rootpage = 0 WHERE name = '{}'", table));
  add("a page beyond the end",
      fmt::format("UPDATE sqlite_schema SET rootpage = 2000000000 WHERE name = '{}'", table));
  add("twice",
      fmt::format("INSERT INTO sqlite_schema SELECT type, name, tbl_name, rootpage, sql FROM"
                  " sqlite_schema WHERE name = '{}'",
                  table));
}

// Objects that Skald does not make, which may be there.
void add_objects(Corpus& corpus) {
  const std::pair<const char*, const char*> names[] = {
      {"a path", "../../victim/made"},    {"a command", "$(touch made)"},
      {"a code of terminals", "\x1b[2J"}, {"HTML", "<script>alert(1)</script>"},
      {"a line", "a\n\\input{x}"},        {"nothing", ""}};
  for (const auto& [what, name] : names) {
    const std::string quoted = fmt::format("\"{}\"", name);
    corpus.add(fmt::format("a view that is called {}", what),
               fmt::format("CREATE VIEW {} AS SELECT 1 AS {}", quoted, quoted));
    corpus.add(fmt::format("a table that is called {}", what),
               fmt::format("CREATE TABLE {0} ({0}); INSERT INTO {0} VALUES (1)", quoted));
  }
  corpus.add("a further view without end",
             fmt::format("CREATE VIEW more AS {} i FROM n", kForever));
  corpus.add("a further view that is long", fmt::format("CREATE VIEW more AS {}", kLong));
  corpus.add("a further view that is large", fmt::format("CREATE VIEW more AS SELECT {}", kLarge));
  corpus.add("a further view of itself", "CREATE VIEW more AS SELECT * FROM more");
  corpus.add(
      "a further view that may not be",
      "CREATE VIEW more AS SELECT load_extension('../victim/x.so'), readfile('/etc/passwd')");
  corpus.add(
      "a further view of another file",
      "CREATE VIEW more AS SELECT writefile('../victim/made', 'x'), edit('x', 'touch made')");
  for (const char* table : {"fts5(a)", "fts4(a)", "rtree(a, b, c)", "dbstat", "geopoly(a)"}) {
    corpus.add(fmt::format("a virtual table of {}", table),
               fmt::format("CREATE VIRTUAL TABLE more USING {}", table));
  }
  corpus.add("a table of a module that is not there",
             "INSERT INTO sqlite_schema VALUES ('table', 'more', 'more', 0, 'CREATE VIRTUAL TABLE"
             " more USING csv(filename=''/etc/passwd'')')");
  corpus.add("statistics that are none",
             "ANALYZE; UPDATE sqlite_stat1 SET stat = '-1 99999999999 0 x unordered sz=-5'");
  corpus.add("1500 tables", [] {
    std::string sql;
    for (int i = 0; i < 1500; ++i) sql += fmt::format("CREATE TABLE t{} (a);", i);
    return sql;
  }());
  corpus.add("a trigger instead of a view",
             "CREATE TRIGGER t INSTEAD OF INSERT ON run_table BEGIN DELETE FROM runs; END");
  corpus.add(
      "cyclic references",
      "UPDATE cell_decisions SET rival = cell; UPDATE runs SET cell = id; UPDATE axes SET axis"
      " = 99; UPDATE OR IGNORE study_cells SET study = 99");
  corpus.add(
      "a child of itself",
      "PRAGMA foreign_keys = ON; CREATE TABLE more (a INTEGER PRIMARY KEY REFERENCES more (a)"
      " ON DELETE CASCADE); INSERT INTO more VALUES (1)");
  corpus.add(
      "many rows that say nothing",
      "INSERT INTO events SELECT (SELECT min(id) FROM runs), a.degrees + 1000 * b.degrees, NULL,"
      " 'x', '' FROM student_t a, student_t b WHERE b.degrees < 200");
  corpus.add(
      "1000 studies",
      "INSERT INTO studies SELECT 1000 + degrees, 'study ' || degrees, '{}', '' FROM student_t");
  corpus.add(
      "1000 metrics",
      "INSERT INTO metrics SELECT 1000 + degrees, 'm' || degrees, '', '', 'up', 'real', 0, ''"
      " FROM student_t");
  corpus.add("1000 axes",
             "INSERT INTO axis_names SELECT 1000 + degrees, 'a.' || degrees, 'c' || degrees FROM"
             " student_t");
}

void change_constants(Corpus& corpus) {
  corpus.add("quantiles that make intervals short", "UPDATE student_t SET quantile = 0.001", true);
  corpus.add("a quantile", "UPDATE student_t SET quantile = quantile * 0.999 WHERE degrees = 4",
             true);
  corpus.add("no quantiles", "DELETE FROM student_t", true);
}

void change_file(Corpus& corpus) {
  corpus.add("a version to come", "PRAGMA user_version = 2147483647");
  corpus.add("a version before all", "PRAGMA user_version = -1");
  corpus.add("of another program", "PRAGMA application_id = 7");
  // The header of the file: https://www.sqlite.org/fileformat2.html, section 1.3.
  corpus.overwrite("pages of 1 byte", 16, std::string("\x00\x00", 2));
  corpus.overwrite("pages of 512 bytes", 16, std::string("\x02\x00", 2));
  corpus.overwrite("pages of 64 KiB", 16, std::string("\x00\x01", 2));
  corpus.overwrite("with a log that is not there", 18, "\x02\x02");
  corpus.overwrite("a format to come", 18, "\x7f\x7f");
  corpus.overwrite("more reserved than there is", 20, "\xff");
  corpus.overwrite("more pages than there are", 28, std::string("\x7f\xff\xff\xff", 4));
  corpus.overwrite("a list of free pages without end", 32,
                   std::string("\x00\x00\x00\x02\x7f\xff", 6));
  corpus.overwrite("UTF-16", 56, std::string("\x00\x00\x00\x02", 4));
  corpus.overwrite("no header", 0, std::string(100, '\xff'));
  // The heads of pages: an inner page whose last child is the first page, or the page itself.
  for (int number = 1; number < 40; ++number) {
    const std::streamoff place = std::streamoff{4096} * number;
    for (const char child : {'\x01', static_cast<char>(number + 1)}) {
      corpus.overwrite(fmt::format("page {} is above page {}", number + 1, static_cast<int>(child)),
                       place,
                       std::string("\x05\x00\x00\x00\x01\x0f\xf0\x00\x00\x00\x00", 11) + child +
                           std::string("\x0f\xf0", 2));
    }
    corpus.overwrite(fmt::format("page {} has lengths without end", number + 1), place + 4080,
                     std::string(16, '\xff'));
  }
}

}  // namespace

std::vector<Attack> schema_attacks(const fs::path& sample) {
  Corpus corpus;
  CraftedFile file(sample);
  for (const std::string& view : names_of(file, "view")) replace_view(corpus, view);
  for (const std::string& table : names_of(file, "table")) replace_table(corpus, table);
  for (const std::string& index : names_of(file, "index")) {
    corpus.add("index " + index + ": gone", "DROP INDEX " + index);
    corpus.define("index " + index + ": of other columns", index,
                  "CREATE INDEX " + index + " ON runs (message)");
  }
  add_objects(corpus);
  change_constants(corpus);
  change_file(corpus);
  return corpus.take();
}

}  // namespace skald::hostile
