// Reference runs, with which other runs are compared.
#include <string>
#include <variant>

#include "catch.hpp"
#include "grids.hpp"
#include "printed_text.hpp"
#include "skald_process.hpp"
#include "store/store_reader.hpp"

namespace reference_test {

using namespace skald;
using namespace skald::test;

namespace {

// Returns a grid that compares each of `samplers` with `reference`, over two replicates.
std::string grid_of(const std::string& samplers, const std::string& reference) {
  return R"({ "name": "compared", "seed": 5, "replicates": 2,
  "dataset": {"plugin": "titanic"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": {"plugin": "ula", "step": 1e-4},
  "run": {"iterations": 200, "chains": 2, "evaluate_every": 10},
  "metrics": ["agreement", "total_variation", "reference_run_w2_empirical"],
  "axes": [{"sampler.plugin": )" +
         samplers + R"(}],
  "reference": {"sampler": )" +
         reference + "} }";
}

std::vector<std::string> command(const std::vector<std::string>& more = {}) {
  return walk_command("run", "results.db", with_more({"-j", "2"}, more));
}

std::vector<std::vector<record::SqlValue>> rows(const TemporaryFolder& folder,
                                                const std::string& sql) {
  return store::StoreReader(folder.path() / "results.db").query(sql).rows;
}

}  // namespace

TEST_CASE("a reference is a run of its own, even if it has the settings of a cell") {
  const TemporaryFolder folder;
  folder.write("grid.json", R"({ "name": "alone", "seed": 5, "replicates": 2,
  "dataset": {"plugin": "titanic"},
  "partition": {"plugin": "iid", "clients": 2}, "model": {"plugin": "logistic"},
  "sampler": {"plugin": "ula", "step": 1e-4}, "run": {"iterations": 20}, "metrics": [],
  "reference": {"sampler": {"plugin": "ula", "step": 1e-4}} })");
  succeed(folder.path(), command());
  CHECK(rows(folder, "SELECT run FROM run_table WHERE status = 'ok'").size() == 4);
  CHECK(rows(folder, "SELECT cell FROM study_cells WHERE NOT reference").size() == 1);
  CHECK(rows(folder, "SELECT cell FROM study_cells WHERE reference").size() == 1);
}

TEST_CASE("a reference of the same sampler draws random numbers of its own on the same rows") {
  const TemporaryFolder folder;
  folder.write("grid.json", grid_of(R"(["ula", "sgld"])", R"({"plugin": "ula", "step": 1e-4})"));
  succeed(folder.path(), command());
  const auto same =
      rows(folder,
           "SELECT agreement, total_variation, reference_run_w2_empirical FROM run_table "
           "WHERE sampler = 'ula' AND agreement IS NOT NULL");
  REQUIRE(same.size() == 2);
  for (const auto& row : same) {
    CHECK(std::get<double>(row[0]) > 0.8);
    CHECK(std::get<double>(row[1]) > 0);
    CHECK(std::get<double>(row[1]) < 0.1);
    CHECK(std::get<double>(row[2]) > 0);
  }
  const auto other = rows(
      folder,
      "SELECT total_variation, reference_run_w2_empirical FROM run_table WHERE sampler = 'sgld'");
  REQUIRE(other.size() == 2);
  CHECK(std::get<double>(other[0][0]) > 0);
  CHECK(std::get<double>(other[0][1]) > 0);
  // References come first: each had ended when a run that needs it began.
  CHECK(rows(folder,
             "SELECT r.id FROM runs r JOIN study_cells s ON s.cell = r.cell JOIN runs d ON "
             "d.replicate = r.replicate AND d.cell IN (SELECT cell FROM study_cells WHERE NOT "
             "reference) WHERE s.reference AND r.ended > d.started")
            .empty());
}

TEST_CASE("when a reference fails, those that need it fail with the reason, and both come again") {
  const TemporaryFolder folder;
  folder.write("grid.json",
               grid_of(R"(["ula", "sgld"])", R"({"plugin": "misbehaving", "how": "abort"})"));
  const ProcessResult result = run_skald(folder.path(), command());
  CHECK(result.code == 1);
  const auto failed =
      rows(folder, "SELECT message, status FROM provenance WHERE status = 'failed'");
  REQUIRE(failed.size() == 4);
  for (const auto& row : failed) {
    CHECK_THAT(std::get<std::string>(row[0]),
               Catch::Matches("the reference run [0-9a-f]{12} that it is to be compared with "
                              "ended as crashed"));
  }
  CHECK(rows(folder, "SELECT 1 FROM runs WHERE status = 'crashed'").size() == 2);
  CHECK_THAT(run_skald(folder.path(), command()).err, Catch::Contains("cached 6"));
  const ProcessResult again = run_skald(folder.path(), command({"--retry", "crashed"}));
  CHECK_THAT(again.err, Catch::Contains("[6/6]  ok 0  failed 6"));
}

}  // namespace reference_test
