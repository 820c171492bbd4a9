// Something that the store refuses costs only the run that it belongs to.
#include "sweep/run_record.hpp"
#include "stored_rows.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

TEST_CASE("the memory of a record is about that of its points and artifacts") {
  record::RunRecord record;
  const std::size_t empty = memory_of(record);
  CHECK(empty > 0);
  CHECK(empty < 10'000);
  record.series.resize(3);
  for (record::SeriesRecord& series : record.series) series.points.resize(10'000);
  record.artifacts.push_back({"reference", std::vector<std::byte>(1'000'000)});
  const std::size_t content = 3 * 10'000 * sizeof(record::PointRecord) + 1'000'000;
  CHECK(memory_of(record) >= empty + content);
  CHECK(memory_of(record) < empty + content + 10'000);
}

TEST_CASE("a record has the temperature that its run declares") {
  OutcomeMessage message;
  message.outcome.temperature = 2.5;
  record::RunRecord record;
  add_outcome(std::move(message), record);
  CHECK(record.temperature == 2.5);
}

namespace run_committer_test {
namespace {

record::RunRecord run(std::int64_t study, std::int64_t replicate) {
  record::RunRecord record;
  record.hash = "run-" + std::to_string(replicate);
  record.study = study;
  record.cell = "a";
  record.replicate = replicate;
  record.series = {{"sampler.x", {{10, 0.5}}, {0.5, 0.5, 0.5, 0.5, {}}}};
  return record;
}

std::int64_t declare(store::Store& store) {
  return store.declare_study({"toy", "{}"},
                             std::vector<record::CellRecord>{{"a", "{}", {}, false}});
}

std::int64_t count(const std::filesystem::path& file, const std::string& sql) {
  return test::number_in(file, "SELECT count(*) FROM " + sql);
}

}  // namespace

TEST_CASE("a refused run is stored as failed with the store's words, the others as they are") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  store::Store store = store::Store::open(file);
  const auto study = declare(store);
  std::vector<record::RunRecord> runs{run(study, 0), run(study, 1), run(study, 2), run(study, 3)};
  runs[1].series[0].points.push_back({10, 0.75});  // the same iteration twice
  runs[1].costs = Costs{1, 2, 3, 4, 5, 6};
  runs[3].series.push_back(
      {"sampler." + std::string(193, 'x'), {}, {}});  // a name that is too long
  CHECK(RunCommitter(store).commit(runs).empty());
  CHECK(runs[1].status == record::RunStatus::failed);
  CHECK_THAT(runs[1].message, Catch::Contains("the database refused what the run has left: ") &&
                                  Catch::Contains("UNIQUE constraint failed: points.run"));
  CHECK_THAT(runs[3].message, Catch::Contains("metric name of 201 bytes"));
  CHECK(count(file, "runs WHERE status = 'ok'") == 2);
  CHECK(count(file, "runs WHERE status = 'failed' AND message LIKE 'the database refused%'") == 2);
  CHECK(count(file, "points") == 2);
  CHECK(count(file, "ledger") == 0);
}

TEST_CASE("what cannot even be stored as failed is said, and the others are stored") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  store::Store store = store::Store::open(file);
  const auto study = declare(store);
  std::vector<record::RunRecord> runs{run(study, 0), run(study, 1)};
  runs[0].cell = "no such cell";
  CHECK(RunCommitter(store).commit(runs) == std::vector<std::size_t>{0});
  CHECK_THAT(runs[0].message, Catch::Contains("it cannot be stored as failed either"));
  CHECK(count(file, "runs") == 1);
}

TEST_CASE("what keeps the store from taking anything is no fault of a run") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "r.db";
  store::StoreOptions options;
  options.timeout = std::chrono::milliseconds(10);
  store::Store store = store::Store::open(file, options);
  std::vector<record::RunRecord> runs{run(declare(store), 0)};
  RunCommitter committer(store);
  {
    store::Connection other(file, store::Access::write, std::chrono::milliseconds(10));
    const store::Transaction lock(other, store::Transaction::Kind::write);
    CHECK_THROWS_AS(committer.commit(runs), std::runtime_error);
  }
  CHECK(runs[0].status == record::RunStatus::ok);
  CHECK(committer.commit(runs).empty());
  CHECK(count(file, "runs WHERE status = 'ok'") == 1);
}

}  // namespace run_committer_test
