// Malicious grids, databases and plugin folders.
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/seals/declaration_seals.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace {

// Makes a database with one run, changed by `sql` and sealed again: a seal is no signature.
void make_crafted(const TemporaryFolder& folder, const std::string& sql) {
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  REQUIRE(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
  store::Connection connection(folder.path() / "results.db", store::Access::write,
                               std::chrono::seconds(5));
  connection.execute("PRAGMA foreign_keys = OFF");
  connection.execute(sql);
  store::seal_runs(connection);
  store::seal_declarations(connection);
}

}  // namespace

TEST_CASE("a crafted hash is refused by every command, with its place") {
  const TemporaryFolder folder;
  make_crafted(folder, "UPDATE runs SET hash = 'ab'' OR ''1'' = ''1'");
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"show", "results.db", "ab"},
                                             {"status", "results.db"},
                                             {"compare", "results.db"},
                                             {"report", "results.db"},
                                             {"query", "results.db", "run_table"},
                                             {"prune", "results.db", "--yes"},
                                             {"export", "results.db", "--npy", "npy"},
                                             {"merge", "new.db", "results.db"}}) {
    check_refused(folder.path(), command, "results.db: runs.hash holds", 5);
  }
}

TEST_CASE("control characters of a crafted database do not reach the terminal") {
  const TemporaryFolder folder;
  make_crafted(folder,
               "UPDATE runs SET message = char(27) || '[2J', status = 'failed';"
               "UPDATE environments SET host = char(27) || ']0;x';"
               "CREATE VIEW \"\x1b[2J\" AS SELECT 1;");
  const std::string hash = text_in(folder / "results.db", "SELECT hash FROM runs");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"show", "results.db", hash},
        {"query", "results.db", "failures"},
        {"query", "results.db", "provenance"},
        {"doctor", "results.db"},
        {"compare", "results.db"}}) {
    const ProcessResult result = succeed(folder.path(), arguments);
    CHECK(result.out.find('\x1b') == std::string::npos);
    CHECK(result.err.find('\x1b') == std::string::npos);
  }
}

TEST_CASE("triggers of a crafted database do not make a sweep write elsewhere") {
  const TemporaryFolder folder;
  make_crafted(folder,
               "CREATE TRIGGER t AFTER INSERT ON runs BEGIN"
               " SELECT load_extension('/tmp/none'); END");
  folder.write("grid.json", walk_grid("phase", "[0.5, 1]"));
  const ProcessResult result = run_skald(folder.path(), walk_command("run", "results.db"));
  CHECK(result.code != 0);
  CHECK_THAT(result.err, Catch::Contains("results.db: "));
  CHECK(count_runs(folder / "results.db") == 1);
}

TEST_CASE("a plugin that everybody may write is refused, or its run says so") {
  const TemporaryFolder folder;
  const fs::path place = folder.path() / "plugins";
  fs::create_directory(place);
  fs::copy(std::string(SKALD_HOST_PLUGINS) + "/runner/misbehaving.so", place);
  fs::permissions(place / "misbehaving.so", fs::perms::owner_all);
  fs::permissions(place, fs::perms::all);
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  const std::vector<std::string> run{"run",        "grid.json",     "--db",
                                     "results.db", "--plugin-path", "plugins"};
  const ProcessResult refused = run_skald(folder.path(), run);
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err,
             Catch::Contains("its folder is world-writable; expected one that other users cannot "
                             "write: remove the permission (chmod o-w ") &&
                 Catch::Contains("or allow such plugins (--allow-writable-plugins)"));
  CHECK_FALSE(fs::exists(folder.path() / "results.db"));

  std::vector<std::string> allowed = run;
  allowed.emplace_back("--allow-writable-plugins");
  REQUIRE(run_skald(folder.path(), allowed).code == 0);
  const auto recorded = [&] {
    return number_in(folder / "results.db",
                     "SELECT count(*) FROM provenance, json_each(plugins) AS p WHERE "
                     "p.value ->> 'name' = 'misbehaving' AND p.value ->> 'others_may_write'");
  };
  CHECK(recorded() == 1);
  fs::permissions(place, fs::perms::owner_all);
  allowed.emplace_back("--force");
  REQUIRE(run_skald(folder.path(), allowed).code == 0);
  CHECK(recorded() == 0);
}
