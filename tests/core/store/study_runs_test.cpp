#include "sample_records.hpp"
#include "store/store_reader.hpp"
#include "test.hpp"

namespace study_runs_test {

using namespace skald::store;
using namespace skald_test;
using State = record::Diagnosis::State;

TEST_CASE_METHOD(OpenStore, "a run that averages draws has what its chains were at its end") {
  const std::int64_t study = declare_toy(store);
  record::RunRecord judged = sample_run(study, "a", 0, {1}),
                    unjudged = sample_run(study, "a", 1, {1}),
                    other = sample_run(study, "b", 0, {1});
  judged.averages_draws = unjudged.averages_draws = true;
  // iteration, chains, draws, coordinates, still, acceptance, r_hat, ess
  judged.diagnostics = {{100, 4, 100, 3, 0, 1, 1.5, 10}, {900, 4, 900, 3, 0, 1, 1.001, 800}};
  store.record(std::vector<record::RunRecord>{judged, unjudged, other});
  const auto runs = StoreReader(file).study_runs("toy").runs;
  REQUIRE(runs.size() == 3);
  REQUIRE(runs[0].chains);
  CHECK(runs[0].chains->state() == State::good);
  CHECK(runs[0].chains->r_hat() == 1.001);
  REQUIRE(runs[1].chains);
  CHECK(runs[1].chains->state() == State::unknown);
  CHECK_FALSE(runs[2].chains);
}

}  // namespace study_runs_test
