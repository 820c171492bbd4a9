// Databases of other versions, used through the commands.
#include <filesystem>
#include <string>

#include "catch.hpp"
#include "grids.hpp"
#include "json_document.hpp"
#include "older_database.hpp"
#include "skald_process.hpp"
#include "store/schema.hpp"
#include "store/store_reader.hpp"

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

void execute(const fs::path& database, const std::string& sql) {
  store::Connection(database, store::Access::create, std::chrono::seconds(5)).execute(sql);
}

}  // namespace

TEST_CASE("a database of version 1 is migrated by the first run, which says where its backup is") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  skald_test::make_older_database(folder.path() / "results.db", 1);
  CHECK(run_skald(folder.path(), {"compare", "results.db"}).code == 0);
  CHECK(run_skald(folder.path(), {"status", "results.db"}).err == "nobody is writing it\n");
  CHECK_THAT(run_skald(folder.path(), {"doctor", "results.db"}).out,
             Catch::Contains("version 1; the next run migrates it to version " +
                             std::to_string(store::schema_version)));
  CHECK(files_in(folder.path()) == std::vector<std::string>{"grid.json", "results.db"});

  const ProcessResult run = run_skald(folder.path(), walk_command("run", "results.db"));
  CHECK(run.code == 0);
  CHECK_THAT(run.err, Catch::StartsWith("results.db: migrated to the schema of this version; "
                                        "the file as it was is kept as ") &&
                          Catch::Contains("results.db.version-1.backup\n"));
  CHECK(fs::exists(folder.path() / "results.db.version-1.backup"));
  CHECK(store::StoreReader(folder.path() / "results.db").query("SELECT id FROM runs").rows.size() ==
        7);
}

TEST_CASE("a database of a newer version can be read, with a word about it, and not written") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  const fs::path database = folder.path() / "results.db";
  REQUIRE(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
  execute(database, "PRAGMA user_version = " + std::to_string(store::schema_version + 1));
  const std::string before = content(database);
  const std::string notice = "results.db: was written by a newer Skald (schema version " +
                             std::to_string(store::schema_version + 1) + "; this one knows " +
                             std::to_string(store::schema_version) +
                             "). It can be queried, but only the newer Skald can add to it\n";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"query", "results.db", "run_table"},
        {"compare", "results.db"},
        {"status", "results.db"},
        walk_command("plan", "results.db")}) {
    const ProcessResult result = run_skald(folder.path(), arguments);
    INFO(arguments[0]);
    CHECK(result.code == 0);
    CHECK_THAT(result.err, Catch::Contains(notice));
  }
  const ProcessResult run = run_skald(folder.path(), walk_command("run", "results.db"));
  CHECK(run.code == 2);
  CHECK_THAT(run.err, Catch::Contains(notice));
  CHECK(run_skald(folder.path(), {"merge", "results.db", "results.db"}).code == 2);
  CHECK(content(database) == before);
}
