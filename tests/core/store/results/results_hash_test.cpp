#include "store/results/results_hash.hpp"

#include "sample_records.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

std::vector<record::RunRecord> sample_runs() {
  std::vector<record::RunRecord> runs;
  for (const char* cell : {"a", "b"}) {
    for (std::int64_t replicate = 0; replicate < 3; ++replicate) {
      runs.push_back(sample_run(1, cell, replicate, {0.25, static_cast<double>(replicate)}));
      runs.back().moments = {{10, 0.25}};
    }
  }
  return runs;
}

std::string hash_of(const std::vector<record::RunRecord>& runs) {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "r.db");
  declare_toy(store);
  for (const auto& run : runs) store.record(run);
  return store.results_hash();
}

}  // namespace

TEST_CASE("the hash of the results does not depend on order, times, hosts or messages") {
  auto runs = sample_runs();
  const std::string hash = hash_of(runs);
  // As it is kept in databases: former runs are found by such hashes.
  CHECK(hash == "8fab04188477417caa8ea3e8032af6102753fb1b7a81ba531bb1bf9007fd5ac4");
  std::reverse(runs.begin(), runs.end());
  runs[0].started += std::chrono::hours(1);
  runs[1].environment.host = "elsewhere";
  runs[2].message = "a warning";
  runs[3].used.wall_seconds = 5;
  runs[4].moments[0].wall_seconds = 7;
  CHECK(hash_of(runs) == hash);
  runs.push_back(runs[0]);  // the same run again
  CHECK(hash_of(runs) == hash);
}

TEST_CASE("the hash of the results sees every number and every run") {
  const std::string hash = hash_of(sample_runs());
  auto runs = sample_runs();
  SECTION("a last bit") { runs[4].series[0].points[0].value += 1e-16; }
  SECTION("a number that is none") {
    runs[4].series[0].points[0].value = std::numeric_limits<double>::quiet_NaN();
  }
  SECTION("a summary") { runs[4].series[0].summary.mean = 3; }
  SECTION("an iteration") { runs[4].series[0].points[0].iteration = 11; }
  SECTION("a metric") { runs[4].series[0].metric = "w2"; }
  SECTION("a status") { runs[4].status = record::RunStatus::diverged; }
  SECTION("a ledger") { runs[4].costs = Costs{}; }
  SECTION("a missing run") { runs.pop_back(); }
  SECTION("a replicate") { runs[5].replicate = 7; }
  CHECK(hash_of(runs) != hash);
}
