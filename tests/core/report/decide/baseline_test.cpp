#include "report/decide/baseline.hpp"

#include "report/table_writer.hpp"
#include "sample_runs.hpp"
#include "test.hpp"

namespace baseline_test {

using namespace skald::report;
using namespace skald_test;

namespace {

// Three replicates far apart, on which vr_fald is better than fald by about 1, and 10 cheaper.
record::StudyRuns sample() {
  record::StudyRuns runs = empty_study(
      {{"error", "", "", record::Better::down}, {"bits_up", "bit", "", record::Better::down}});
  add_setting(runs, {word("fald"), whole(1)}, {{10, 50}, {20, 50}, {30, 50}});
  add_setting(runs, {word("fald"), whole(5)}, {{12, 50}, {22, 50}, {32, 50}});
  add_setting(runs, {word("vr_fald"), whole(1)}, {{9, 40}, {19, 40}, {28, 40}});
  add_setting(runs, {word("vr_fald"), whole(5)}, {{12.5, 40}, {21, 40}, {31, 40}});
  return runs;
}

BaselineComparison with(const record::StudyRuns& runs, const char* baseline,
                        const CompareRequest& request = {}) {
  return compare_with_baseline(runs, request, parse_conditions(baseline));
}

}  // namespace

TEST_CASE("differences are within replicates, from the setting that is equal on the other axes") {
  const BaselineComparison c = with(sample(), "sampler = fald");
  CHECK(c.baseline_of == std::vector<std::optional<std::size_t>>{0, 1, 0, 1});
  CHECK(c.differences[0].empty());
  const Difference& d = c.differences[2][0];  // -1, -1, -2
  CHECK(d.estimate.n == 3);
  CHECK(d.estimate.mean == Approx(-4.0 / 3));
  CHECK(d.estimate.sd == Approx(std::sqrt(1.0 / 3)));
  CHECK(d.estimate.half_width == Approx(4.302652729911275 / 3));  // t(2) sqrt(1/3) / sqrt(3)
  CHECK(d.same_sign == 3);
  CHECK(c.differences[3][0].same_sign == 2);  // 0.5, -1, -1
  CHECK(c.differences[3][0].estimate.mean == Approx(-0.5));
  CHECK(format_report(baseline_table(c), TableFormat::text) ==
        "sampler  K  error                bits_up [bit]  n\n"
        "fald     1  20 \xc2\xb1 25 (baseline)   50 (baseline)  3\n"
        "fald     5  22 \xc2\xb1 25 (baseline)   50 (baseline)  3\n"
        "vr_fald  1  -1.3 \xc2\xb1 1.4 (3 of 3)  -10 (3 of 3)   3\n"
        "vr_fald  5  -0.5 \xc2\xb1 2.2 (2 of 3)  -10 (3 of 3)   3\n");
  const auto numbers = baseline_numbers(c);
  CHECK(numbers.columns[3] == "baseline");
  CHECK(numbers.rows[2][2] == record::SqlValue(std::int64_t{0}));
  CHECK(numbers.rows[2][3] == word("sampler = fald, K = 1"));
  const auto column = [&](const char* name) {
    return std::find(numbers.columns.begin(), numbers.columns.end(), name) -
           numbers.columns.begin();
  };
  const auto difference = static_cast<std::size_t>(column("error_difference"));
  REQUIRE(difference < numbers.columns.size());
  CHECK(numbers.rows[0][difference] == record::SqlValue());
  CHECK(std::get<double>(numbers.rows[3][difference]) == Approx(-0.5));
}

TEST_CASE("one baseline for all where the condition selects one setting") {
  const BaselineComparison c = with(sample(), "sampler = fald, K = 5");
  CHECK(c.baseline_of == std::vector<std::optional<std::size_t>>{1, 1, 1, 1});
  CHECK(c.differences[0][0].estimate.mean == -2);
}

TEST_CASE("replicates that one of the two lacks make no pair") {
  record::StudyRuns runs = sample();
  runs.runs[1].status = record::RunStatus::crashed;  // fald, K = 1, replicate 1
  runs.runs[8].metrics[0] = std::nan("");            // vr_fald, K = 1, replicate 2
  const BaselineComparison c = with(runs, "sampler = fald");
  CHECK(c.differences[2][0].estimate.n == 1);
  CHECK(c.differences[2][0].estimate.mean == -1);
  CHECK(c.differences[2][1].estimate.n == 2);
}

TEST_CASE("a setting without an option is compared with the only baseline that fits the others") {
  record::StudyRuns runs = sample();
  add_setting(runs, {word("hmc"), {}}, {{1, 1}, {2, 2}, {3, 3}});
  CHECK_THROWS_WITH(
      with(runs, "sampler = fald"),
      "baseline \"sampler = fald\" is ambiguous: (sampler = hmc) could be compared with (sampler = "
      "fald, K = 1); (sampler = fald, K = 5); add a condition that selects one of them, as in "
      "\"sampler = fald, K = 1\"");
  CHECK(with(runs, "sampler = fald, K = 1").baseline_of[4] == 0);
  CHECK(with(runs, "sampler = hmc").baseline_of[0] == 4);  // all with the only one
  add_setting(runs, {word("vr_fald"), whole(9)}, {{1, 1}, {2, 2}, {3, 3}});
  runs.runs.erase(runs.runs.begin() + 12, runs.runs.begin() + 15);  // hmc
  CHECK_FALSE(with(runs, "sampler = fald").baseline_of[4]);         // there is no fald with K = 9
}

TEST_CASE("a baseline that selects nothing, everything or no axis is refused") {
  CHECK_THROWS_WITH(with(sample(), "sampler = falt"),
                    "baseline \"sampler = falt\" selects no setting; sampler has the values fald, "
                    "vr_fald");
  CHECK_THROWS_WITH(with(sample(), "K >= 1"), Catch::Contains("selects every setting"));
  CHECK_THROWS_WITH(with(sample(), "samplr = fald"), Catch::Contains("did you mean \"sampler\""));
  CHECK_THROWS_WITH(with(sample(), "K = 1", {{}, {"K"}}), Catch::Contains("K is averaged over"));
}

TEST_CASE("settings that are averaged over count once per replicate") {
  const BaselineComparison c = with(sample(), "sampler = fald", {{}, {"K"}});
  REQUIRE(c.differences.size() == 2);
  const Difference& d = c.differences[1][0];  // 10.75 - 11, 20 - 21, 29.5 - 31
  CHECK(d.estimate.n == 3);
  CHECK(d.estimate.mean == Approx(-2.75 / 3));
  CHECK(d.same_sign == 3);
}

TEST_CASE(
    "a baseline is compared only with settings on its problem, and in metrics of its target") {
  record::StudyRuns runs = sample();
  runs.metrics[0].name = "w2";
  for (record::StudyRuns::Run& run : runs.runs) run.problem = run.axes[1] == whole(1) ? 3 : 4;
  const BaselineComparison c = with(runs, "sampler = fald, K = 5");
  CHECK(c.baseline_of == std::vector<std::optional<std::size_t>>{std::nullopt, 1, std::nullopt, 1});
  CHECK(c.differences[3][0].estimate.n == 3);
  CHECK_THROWS_WITH(with(runs, "K = 5"), Catch::Contains("same data, partition and model"));
  for (record::StudyRuns::Run& run : runs.runs) {
    if (run.axes[0] == word("vr_fald")) run.temperature = 0.5;
  }
  const BaselineComparison cold = with(runs, "sampler = fald, K = 5");
  CHECK(cold.differences[3][0].estimate.n == 0);  // w2, from another target
  CHECK(cold.differences[3][1].estimate.n == 3);  // bits_up
}

TEST_CASE("what varies together with the axis of the baseline is no difference") {
  record::StudyRuns runs = empty_study({{"w2", "", "", record::Better::down}});
  runs.axes.push_back("lr");  // 0.1 for fald, 0.3 for vr_fald
  for (const std::int64_t k : {1, 5}) {
    const double base = static_cast<double>(k);
    add_setting(runs, {word("fald"), whole(k), 0.1}, {{base + 2}, {base + 3}});
    add_setting(runs, {word("vr_fald"), whole(k), 0.3}, {{base}, {base + 1}});
  }
  const BaselineComparison c = compare_with_baseline(runs, {}, parse_conditions("sampler = fald"));
  CHECK(c.baseline_of == std::vector<std::optional<std::size_t>>{0, 0, 2, 2});
  CHECK(c.differences[3][0].estimate.mean == -2);
}

TEST_CASE("ratios to a baseline, where all values are positive") {
  record::StudyRuns runs =
      empty_study({{"w2", "", "", record::Better::down, record::Scale::positive},
                   {"bits_up", "", "", record::Better::down, record::Scale::count},
                   {"bias", "", "", record::Better::zero}});
  add_setting(runs, {word("fald"), whole(1)}, {{1, 8, -1}, {2, 8, 1}, {4, 8, 1}});
  add_setting(runs, {word("fald"), whole(5)}, {{3, 4, 0}, {3, 4, 2}, {12, 4, 3}});
  const BaselineComparison c = compare_with_baseline(runs, {}, parse_conditions("K = 1"), true);
  const std::vector<Difference>& d = c.differences[1];  // 3, 1.5, 3
  CHECK(d[0].is_ratio);
  CHECK(d[0].estimate.mean == Approx(std::cbrt(13.5)));
  CHECK(d[0].estimate.low * d[0].estimate.high == Approx(std::pow(13.5, 2.0 / 3)));
  CHECK(d[0].same_sign == 3);
  CHECK(d[1].is_ratio);
  CHECK(d[1].estimate.mean == Approx(0.5));
  CHECK_FALSE(d[2].is_ratio);
  CHECK(d[2].estimate.mean == Approx(4.0 / 3));
  CHECK(format_report(baseline_table(c), TableFormat::text)
            .find("\xc3\x97"
                  "0.5 (3 of 3)") != std::string::npos);
  CHECK_FALSE(
      compare_with_baseline(runs, {}, parse_conditions("K = 1")).differences[1][0].is_ratio);
}

}  // namespace baseline_test
