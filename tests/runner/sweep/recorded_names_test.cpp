// Whatever samplers record of themselves, it fails at most their own run.
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/seals/run_seals.hpp"
#include "store/sqlite.hpp"
#include "stored_rows.hpp"
#include "test.hpp"

namespace recorded_names_test {

namespace {

// Returns a grid with one run per element of `values` of the option `axis` of the sampler
// "talkative", with the options `more`.
std::string talk_grid(const std::string& axis, const std::string& values,
                      const std::string& more = "") {
  return with(walk_grid(axis, values), R"("misbehaving")", R"("talkative")" + more);
}

ProcessResult sweep(const TemporaryFolder& folder, const std::string& grid,
                    const std::string& database = "results.db") {
  folder.write("grid.json", grid);
  return run_skald(folder.path(), walk_command("run", database, {"-j", "1"}));
}

record::ResultTable rows(const TemporaryFolder& folder, const std::string& sql) {
  return store::StoreReader(folder.path() / "results.db").query(sql);
}

std::int64_t count(const TemporaryFolder& folder, const std::string& sql) {
  return number_in(folder / "results.db", "SELECT count(*) FROM " + sql);
}

std::string message_of(const TemporaryFolder& folder, const std::string& says) {
  return text_in(
      folder / "results.db",
      "SELECT message FROM runs JOIN cells ON cells.id = runs.cell WHERE status = 'failed' "
      "AND canonical_json LIKE '%\"" +
          says + "\"%'");
}

}  // namespace

TEST_CASE("names that cannot be stored fail their runs alone, and say what to do") {
  const TemporaryFolder folder;
  const ProcessResult result =
      sweep(folder, talk_grid("says", R"(["names", "nothing", "long_name", "control", "kinds"])",
                              R"(, "count": 2000)"));
  INFO(result.err);
  CHECK(result.code == 1);
  CHECK(count(folder, "runs") == 5);
  CHECK(count(folder, "runs WHERE status = 'ok'") == 1);
  CHECK_THAT(message_of(folder, "names"),
             Catch::Contains("the sampler talkative records \"x0_200\"") &&
                 Catch::Contains("200 other names") && Catch::Contains("vector series"));
  CHECK_THAT(message_of(folder, "long_name"),
             Catch::Contains("a name of 2000 bytes, expected 192"));
  CHECK_THAT(message_of(folder, "control"), Catch::Contains("expected a snake_case word"));
  CHECK_THAT(message_of(folder, "kinds"), Catch::Contains("norm as a scalar and as a vector"));
}

TEST_CASE("runs whose names together are more than run_table can show are stored") {
  const TemporaryFolder folder;
  const ProcessResult result = sweep(folder, talk_grid("series", R"({"range": [0, 10, 1]})",
                                                       R"(, "says": "names", "count": 200)"));
  INFO(result.err);
  CHECK(result.code == 0);
  CHECK(count(folder, "runs WHERE status = 'ok'") == 11);
  CHECK(count(folder, "final_metrics WHERE metric LIKE 'sampler.x%'") == 11 * 200);
  CHECK_THAT(result.err, Catch::Contains("run_table has no room for ") &&
                             Catch::Contains("final_metrics has them"));
  CHECK(rows(folder, "SELECT * FROM run_table").rows.size() == 11);
  CHECK(run_skald(folder.path(), {"compare", "results.db"}).code == 0);
  CHECK(run_skald(folder.path(), {"compare", "results.db", "--metric", "sampler.x10_199"}).code ==
        0);
}

TEST_CASE("a vector series is stored per item, shown, and compared by rerun") {
  const TemporaryFolder folder;
  const ProcessResult result = sweep(folder, talk_grid("says", R"(["vector"])", R"(, "count": 3)"));
  INFO(result.err);
  REQUIRE(result.code == 0);
  std::string values;
  for (const auto& row : rows(folder,
                              "SELECT iteration, item, value FROM vector_series WHERE metric = "
                              "'sampler.norm' ORDER BY 1, 2")
                             .rows) {
    for (const record::SqlValue& value : row) values += report::format_value(value) + " ";
  }
  // The value of item i after k iterations is i + k / 2; item 1 has none.
  CHECK(values == "20 0 10 20 1 - 20 2 12 40 0 20 40 1 - 40 2 22 60 0 30 60 1 - 60 2 32 ");

  const std::string hash = text_in(folder / "results.db", "SELECT hash FROM runs");
  const ProcessResult shown = run_skald(folder.path(), {"show", "results.db", hash});
  CHECK_THAT(shown.out,
             Catch::Contains("sampler.norm        3         60      2   30    31   32\n"));

  const std::string plugins = std::string(SKALD_HOST_PLUGINS) + "/runner";
  const std::vector<std::string> again{"rerun",         "results.db", hash,
                                       "--plugin-path", plugins,      "--allow-writable-plugins"};
  succeed(folder.path(), again);
  {
    store::Connection file(folder.path() / "results.db", store::Access::write,
                           std::chrono::seconds(1));
    file.execute("UPDATE vector_points SET value = 12.5 WHERE iteration = 20 AND item = 2");
    CHECK(run_skald(folder.path(), again).code == 5);  // the values are not what was stored
    store::seal_runs(file);
  }
  const ProcessResult other = run_skald(folder.path(), again);
  CHECK(other.code == 4);
  CHECK_THAT(other.out,
             Catch::Contains("sampler.norm: at iteration 20, item 2: 12.5 then, 12 now"));
}

TEST_CASE("more values of vectors than a run may have end it before memory does") {
  const TemporaryFolder folder;
  const ProcessResult result =
      sweep(folder, talk_grid("count", "[2, 700000, 2000001]", R"(, "says": "vector")"));
  INFO(result.err);
  CHECK(result.code == 1);
  CHECK(count(folder, "runs WHERE status = 'ok'") == 1);
  CHECK(count(folder,
              "runs WHERE message LIKE '%more than 2000000 values of vectors in one run; set "
              "run.record_every higher%'") == 2);
}

TEST_CASE("a message of any length is stored with its beginning and how much was cut") {
  const TemporaryFolder folder;
  const ProcessResult result =
      sweep(folder, talk_grid("says", R"(["large", "nothing"])", R"(, "count": 100000000)"));
  CHECK(result.code == 1);
  CHECK(result.err.size() < 200'000);
  CHECK(count(folder, "runs WHERE status = 'ok'") == 1);
  CHECK(count(folder, "runs WHERE status = 'failed' AND length(message) BETWEEN 60000 AND 65536") ==
        1);
  CHECK_THAT(message_of(folder, "large"), Catch::EndsWith(" more bytes]"));
}

}  // namespace recorded_names_test
