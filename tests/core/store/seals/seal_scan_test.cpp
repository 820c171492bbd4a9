#include "store/seals/seal_scan.hpp"

#include "sample_records.hpp"
#include "store/seals/run_seals.hpp"
#include "test.hpp"

namespace seal_scan_test {

using namespace skald::store;
using namespace skald_test;

namespace {

Connection reader_of(const std::filesystem::path& file) {
  return {file, Access::read, std::chrono::seconds(1)};
}

// Runs with and without rows in every list. The names of metrics and artifacts are not in the order
// of their rows. Run 1 was replaced and is now the last.
void fill(const std::filesystem::path& file) {
  Store store = Store::open(file);
  store.declare_metrics(std::vector<record::MetricRecord>{
      {"w2", "m", "distance", record::Better::down}, {"accuracy", "", "", record::Better::up}});
  const auto study = store.declare_study(
      {"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("a", 0.1), sample_cell("b", 0.2)});
  store.declare_study({"other", "{}"}, std::vector<record::CellRecord>{sample_cell("c", 0.3)});
  for (const char* cell : {"a", "b", "c", "a"}) {
    record::RunRecord run = sample_run(study, cell, 3, {0.25, std::nan("")});
    run.series.push_back(run.series.front());
    run.series.back().metric = "w2";
    run.costs = Costs{1, 2, 3, 4, 5, std::numeric_limits<double>::infinity()};
    run.events.push_back({10, "note", "half way"});
    run.events.push_back({std::nullopt, "note", ""});
    run.artifacts.push_back({"table", {std::byte{1}, std::byte{2}}});
    run.artifacts.push_back({"label", {}});
    store.record(run);
  }
  record::RunRecord bare = sample_run(study, "b", 4, {});
  bare.series.clear();
  bare.status = record::RunStatus::failed;
  bare.environment.host = "elsewhere";
  store.record(bare);
}

std::vector<std::int64_t> unconfirmed_after(const std::filesystem::path& whole,
                                            const std::filesystem::path& file,
                                            const std::string& change) {
  std::filesystem::copy_file(whole, file, std::filesystem::copy_options::overwrite_existing);
  edit(file, change);
  return unconfirmed_runs(reader_of(file), std::nullopt);
}

}  // namespace

TEST_CASE("a scan confirms every seal of a whole file, all runs or those of a study") {
  const TemporaryFolder folder;
  fill(folder / "r.db");
  const Connection connection = reader_of(folder / "r.db");
  CHECK(connection.integer("SELECT count(*) FROM runs") == 4);
  CHECK(unconfirmed_runs(connection, std::nullopt).empty());
  CHECK(unconfirmed_runs(connection, 1).empty());
  CHECK(unconfirmed_runs(connection, 2).empty());
}

TEST_CASE("a scan confirms no run of which a value changed, and every other") {
  const TemporaryFolder folder;
  fill(folder / "whole.db");
  const std::int64_t run =
      reader_of(folder / "whole.db").integer("SELECT id FROM runs WHERE hash = 'a-3'");
  const std::string is_run = " WHERE run = " + std::to_string(run);
  for (const std::string& change :
       {"UPDATE runs SET seed = 9 WHERE id = " + std::to_string(run),
        "UPDATE runs SET status = 'diverged' WHERE id = " + std::to_string(run),
        "UPDATE runs SET series_digest = 'x' WHERE id = " + std::to_string(run),
        "UPDATE runs SET digest = NULL WHERE id = " + std::to_string(run),
        "UPDATE runs SET cell = 77 WHERE id = " + std::to_string(run),
        "UPDATE runs SET environment = 77 WHERE id = " + std::to_string(run),
        "UPDATE summary SET last = 7" + is_run + " AND metric = 1",
        "UPDATE summary SET metric = 77" + is_run + " AND metric = 1",
        "DELETE FROM summary" + is_run, "UPDATE ledger SET rounds = 2" + is_run,
        "DELETE FROM ledger" + is_run, "DELETE FROM events" + is_run + " AND position = 1",
        "UPDATE events SET message = 'x'" + is_run + " AND position = 0",
        "UPDATE artifacts SET digest = 'x'" + is_run + " AND name = 'label'",
        "DELETE FROM artifacts" + is_run + " AND name = 'table'",
        std::string("UPDATE cells SET canonical_json = '{}' WHERE hash = 'a'")}) {
    INFO(change);
    CHECK(unconfirmed_after(folder / "whole.db", folder / "r.db", change) ==
          std::vector<std::int64_t>{run});
  }
}

TEST_CASE("a scan confirms nothing once what all runs share has changed") {
  const TemporaryFolder folder;
  fill(folder / "whole.db");
  for (const char* change : {"UPDATE environments SET host = 'x'", "DELETE FROM environments",
                             "UPDATE studies SET name = name || 'x'"}) {
    INFO(change);
    CHECK(unconfirmed_after(folder / "whole.db", folder / "r.db", change).size() == 4);
  }
}

TEST_CASE("runs that a scan cannot confirm, though they are whole, are not named as broken") {
  const TemporaryFolder folder;
  fill(folder / "whole.db");
  // The scan reads artifacts in the order of their rows, which here differs from that of the runs.
  const auto unconfirmed = unconfirmed_after(folder / "whole.db", folder / "r.db",
                                             "UPDATE artifacts SET rowid = -rowid");
  CHECK_FALSE(unconfirmed.empty());
  CHECK(broken_runs(reader_of(folder / "r.db"), SealDepth::values).empty());
}

}  // namespace seal_scan_test
