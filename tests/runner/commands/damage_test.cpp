// Commands on a damaged database: they report the damage and end with their own exit code for it.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/sqlite.hpp"
#include "stored_rows.hpp"

using namespace skald;
using namespace skald::test;

namespace {

constexpr int kDamagedCode = 5;

void make_runs(const TemporaryFolder& folder, const std::string& name) {
  folder.write("grid.json", kFourAxes);
  succeed(folder.path(), {"run", "grid.json", "--db", name});
}

std::string first_hash(const std::filesystem::path& file) {
  return text_in(file, "SELECT hash FROM runs ORDER BY id LIMIT 1");
}

void check_damaged(const TemporaryFolder& folder, const std::vector<std::string>& command,
                   const std::string& text) {
  const ProcessResult result = run_skald(folder.path(), command);
  INFO(command[0] << ": " << result.out << result.err);
  CHECK(result.code == kDamagedCode);
  CHECK_THAT(result.err + result.out, Catch::Contains(text));
}

}  // namespace

TEST_CASE("a damaged run is named, not used, done again on demand, or brought from a copy") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_runs(folder, "r.db");
  std::filesystem::copy(file, folder / "copy.db");
  const std::string whole = results_hash(file);
  const std::string hash = first_hash(file), start = hash.substr(0, 12);
  edit(file, "UPDATE summary SET mean = mean + 1 WHERE run = (SELECT min(id) FROM runs)");

  check_damaged(folder, {"doctor", "r.db"}, hash);
  check_damaged(folder, {"compare", "r.db"}, hash);
  check_damaged(folder, {"show", "r.db", start}, hash);
  check_damaged(folder, {"rerun", "r.db", start}, hash);
  check_damaged(folder, {"run", "grid.json", "--db", "r.db"}, start + " --force");
  check_damaged(folder, {"merge", "new.db", "r.db"}, hash);
  CHECK(count_runs(folder / "new.db") == count_runs(file) - 1);

  SECTION("done again") {
    CHECK(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db", "--only", start, "--force"})
              .code == 0);
  }
  SECTION("from a copy") {
    CHECK(run_skald(folder.path(), {"merge", "r.db", "copy.db"}).code == 0);
  }
  CHECK(results_hash(file) == whole);
  CHECK(run_skald(folder.path(), {"compare", "r.db"}).code == 0);
  CHECK(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"}).code == 0);
  CHECK(run_skald(folder.path(), {"doctor", "r.db"}).code == 0);
}

TEST_CASE("pages that cannot be read end every command with the code of damage") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_runs(folder, "r.db");
  const std::string hash = first_hash(file);
  const auto page = store::Connection(file, store::Access::read, std::chrono::seconds(5))
                        .integer("SELECT rootpage FROM sqlite_schema WHERE name = 'runs'");
  {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp((page - 1) * 4096);
    stream << std::string(4096, '\0');
  }
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"doctor", "r.db"},
                                             {"compare", "r.db"},
                                             {"status", "r.db"},
                                             {"query", "r.db", "run_table"},
                                             {"show", "r.db", hash},
                                             {"rerun", "r.db", hash},
                                             {"prune", "r.db"},
                                             {"merge", "new.db", "r.db"},
                                             {"run", "grid.json", "--db", "r.db"}}) {
    check_damaged(folder, command, "damaged");
  }
}

TEST_CASE("a view that was altered is not compared from, a trigger not written under") {
  const TemporaryFolder folder;
  const auto file = folder / "r.db";
  make_runs(folder, "r.db");
  SECTION("a view of people") {
    edit(file, "CREATE VIEW mine AS SELECT * FROM run_table");
    CHECK_THAT(run_skald(folder.path(), {"doctor", "r.db"}).out, Catch::Contains("view mine"));
    CHECK(run_skald(folder.path(), {"doctor", "r.db"}).code == 0);
    CHECK(run_skald(folder.path(), {"query", "r.db", "mine"}).code == 0);
    CHECK(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"}).code == 0);
  }
  SECTION("a view of the program's") {
    edit(file, "DROP VIEW run_table; CREATE VIEW run_table AS SELECT * FROM all_runs");
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"doctor", "r.db"}, {"compare", "r.db"}, {"run", "grid.json", "--db", "r.db"}}) {
      check_damaged(folder, command, "view run_table");
    }
  }
  SECTION("a trigger") {
    edit(file, "CREATE TRIGGER t AFTER INSERT ON runs BEGIN UPDATE summary SET last = 0; END");
    check_damaged(folder, {"doctor", "r.db"}, "trigger t");
    check_refused(folder.path(), {"run", "grid.json", "--db", "r.db"}, "DROP TRIGGER", 3);
    edit(file, "DROP TRIGGER t");
    CHECK(run_skald(folder.path(), {"run", "grid.json", "--db", "r.db"}).code == 0);
  }
}
