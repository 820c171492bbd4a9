// Tests `skald report --follow` as a process: which pages it leaves, and when it ends.
#include <signal.h>

#include "skald_process.hpp"
#include "store/store.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "web/stored_study.hpp"

namespace report_follow_test {

namespace {

bool appears(const fs::path& file) {
  for (int look = 0; look < 300 && !fs::exists(file); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  return fs::exists(file);
}

constexpr const char* kRenewal = "<meta name=\"renewal\"";

}  // namespace

TEST_CASE("a followed page waits for its database and renews itself until the sweep has ended") {
  const TemporaryFolder folder;
  SkaldProcess report(folder.path(), {"report", "a.db", "--follow"});
  REQUIRE(report.wait_for_error("Ctrl-C ends it before\n"));
  {
    store::Store store = store::Store::open(folder / "a.db");
    const record::CellRecord cell{"c", "{}", {{"sampler.K", std::int64_t{1}}}, false};
    const auto study = store.declare_study({"grid", R"({"name": "grid", "replicates": 2})"},
                                           std::vector<record::CellRecord>{cell});
    record::RunRecord run;
    run.hash = "r";
    run.study = study;
    run.cell = cell.hash;
    run.started = run.ended = record::now();
    store.record(run);
    REQUIRE(appears(folder / "a.html"));
    const std::string page = content(folder / "a.html");
    CHECK_THAT(page, Catch::Contains("<strong>1 of 2</strong> runs ended: 1 ok."));
    CHECK_THAT(page, Catch::Contains("Being written by process "));
    CHECK_THAT(page, Catch::Contains(kRenewal));
  }
  const ProcessResult result = report.wait();
  CHECK(result.code == 0);
  CHECK(result.out == "a.html\n");
  const std::string page = content(folder / "a.html");
  CHECK_THAT(page, !Catch::Contains(kRenewal));
  CHECK_THAT(page, !Catch::Contains("id=\"progress\""));
  CHECK(files_in(folder.path()) == std::vector<std::string>{"a.db", "a.html"});
}

TEST_CASE("a followed page that is told to end stops renewing itself") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryFolder folder;
    store_grid(folder / "a.db", "grid", R"({"name": "grid", "replicates": 4})", "");
    SkaldProcess report(folder.path(), {"report", "a.db", "--follow", "-o", "b.html"});
    REQUIRE(appears(folder / "b.html"));
    CHECK_THAT(content(folder / "b.html"), Catch::Contains("Nobody is writing the database now"));
    report.send(signal);
    CHECK(report.wait().code == 0);
    CHECK_THAT(content(folder / "b.html"), !Catch::Contains(kRenewal));
  }
}

}  // namespace report_follow_test
