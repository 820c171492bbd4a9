// Databases of other versions, used through the commands.
#include <filesystem>
#include <string>

#include "catch.hpp"
#include "grids.hpp"
#include "json_document.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/schema.hpp"
#include "store/sqlite.hpp"

using namespace skald;
using namespace skald::test;
namespace fs = std::filesystem;

namespace {

void execute(const fs::path& database, const std::string& sql) {
  store::Connection(database, store::Access::create, std::chrono::seconds(5)).execute(sql);
}

}  // namespace

TEST_CASE("a database of another version is refused by every command, with the remedy") {
  const TemporaryFolder folder;
  folder.write("grid.json", walk_grid("phase", "[0.5]"));
  const fs::path database = folder.path() / "results.db";
  REQUIRE(run_skald(folder.path(), walk_command("run", "results.db")).code == 0);
  const auto check_refusal = [&](const std::string& change, const std::string& sentence) {
    execute(database, change);
    const std::string before = content(database);
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"query", "results.db", "run_table"},
          {"compare", "results.db"},
          {"status", "results.db"},
          {"doctor", "results.db"},
          {"merge", "other.db", "results.db"},
          walk_command("plan", "results.db"),
          walk_command("run", "results.db")}) {
      check_refused(folder.path(), arguments, "results.db: " + sentence);
    }
    CHECK(content(database) == before);
  };
  const std::string known = std::to_string(store::schema_version);
  const std::string next = std::to_string(store::schema_version + 1);
  check_refusal("PRAGMA user_version = " + next, "was written by a newer Skald (schema version " +
                                                     next + "; this one knows " + known +
                                                     "); use that one, or another file\n");
  check_refusal("PRAGMA application_id = 1399549028",
                "was written by a Skald from before release 0.1, whose databases this one does not "
                "read; run its grids into a new file\n");
}
