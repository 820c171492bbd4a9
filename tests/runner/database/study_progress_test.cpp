#include "database/study_progress.hpp"

#include "store/store.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "web/stored_study.hpp"

using namespace std::chrono_literals;

namespace {

constexpr const char* kBegin = "2026-01-31T12:00:00Z";

// A study of two cells with six replicates each. `ended` of its runs have ended, one every 10 s,
// the first 10 s after kBegin.
void store_runs(const std::filesystem::path& file, int ended) {
  store::Store store = store::Store::open(file);
  const std::vector<record::CellRecord> cells{{"a", "{}", {{"sampler.K", std::int64_t{1}}}, false},
                                              {"b", "{}", {{"sampler.K", std::int64_t{2}}}, false}};
  const auto study = store.declare_study({"grid", R"({"name": "grid", "replicates": 6})"}, cells);
  const auto begin = std::chrono::sys_days(std::chrono::year(2026) / 1 / 31) + 12h;
  for (int r = 0; r < ended; ++r) {
    record::RunRecord run;
    run.hash = "run-" + std::to_string(r);
    run.study = study;
    run.cell = r % 2 == 0 ? "a" : "b";
    run.replicate = r / 2;
    run.started = begin + r * 10s;
    run.ended = begin + (r + 1) * 10s;
    store.record(run);
  }
}

}  // namespace

TEST_CASE("progress counts the runs of every study by how they ended") {
  const TemporaryFolder folder;
  test::store_grid(folder / "a.db", "first", R"({"name": "first", "replicates": 3})", "");
  test::store_grid(folder / "a.db", "second", R"({"name": "second", "replicates": 5})", "");
  const store::StoreReader reader(folder / "a.db");
  const auto studies = study_progress(reader);
  REQUIRE(studies.size() == 2);
  CHECK(studies[0].name == "first");
  CHECK(studies[0].cells == 6);
  CHECK(studies[0].declared == 18);
  CHECK(studies[1].declared == 30);
  for (const StudyProgress& study : studies) {
    CHECK(study.ended == 18);
    CHECK(study.ok == 15);
    CHECK(study.diverged == 1);
    CHECK(study.failed == 2);
    CHECK(study.last_ended.size() == 24);
  }
}

TEST_CASE("the time that is left follows the pace of the present sweep") {
  const TemporaryFolder folder;
  store_runs(folder / "a.db", 4);
  const store::StoreReader reader(folder / "a.db");
  const StudyProgress study = study_progress(reader).at(0);
  CHECK(study.last_ended == "2026-01-31T12:00:40.000Z");
  // Four in 60 s, so eight more take 120 s. Two of them ended after 12:00:20, in 40 s.
  const auto left = [&](const char* since, const char* now) {
    return seconds_left(reader, study, since, now);
  };
  REQUIRE(left(kBegin, "2026-01-31T12:01:00Z"));
  CHECK(*left(kBegin, "2026-01-31T12:01:00Z") == Approx(120).margin(0.01));
  REQUIRE(left("2026-01-31T12:00:25Z", "2026-01-31T12:01:05Z"));
  CHECK(*left("2026-01-31T12:00:25Z", "2026-01-31T12:01:05Z") == Approx(160).margin(0.01));
  CHECK_FALSE(left("2026-01-31T12:00:35Z", "2026-01-31T12:01:00Z"));
  CHECK_FALSE(left("2026-01-31T13:00:00Z", "2026-01-31T13:01:00Z"));
}
