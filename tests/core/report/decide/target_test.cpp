#include "report/decide/target.hpp"
#include "report/decide/best.hpp"
#include "report/table_writer.hpp"
#include "sample_runs.hpp"
#include "test.hpp"

namespace target_test {

using namespace skald::report;
using namespace skald_test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::vector<record::MetricRecord> costs{{"rounds", "round", "", record::Better::down},
                                              {"bits_up", "bit", "", record::Better::down},
                                              {"eps_spent", "nat", "", record::Better::down}};

// fald reached it at iterations 10, 30 and never; its third run diverged where `diverges` is true.
record::StudyRuns sample(bool diverges = false) {
  const double none = std::nan("");
  record::StudyRuns runs = empty_study({{"accuracy", "", "", record::Better::up}});
  add_setting(runs, {word("fald"), whole(1)}, {{0.9}, {0.9}, {0.5}});
  add_setting(runs, {word("fald"), whole(5)}, {{0.5}, {0.5}, {0.5}});
  if (diverges) runs.runs[2].status = record::RunStatus::diverged;
  return runs_until(runs, {10, 30, {}, {}, {}, {}}, costs,
                    {{1, none, infinity}, {3, none, infinity}});
}

}  // namespace

TEST_CASE("a target is first reached where a recorded value fulfils it") {
  const record::Curve curve{{10, 0.5}, {20, std::nan("")}, {30, 0.86}, {40, 0.7}, {50, 0.9}};
  CHECK(first_reached(curve, parse_condition("accuracy >= 0.85"), record::Better::up) == 30);
  CHECK(first_reached(curve, parse_condition("accuracy > 0.86"), record::Better::up) == 50);
  CHECK(first_reached(curve, parse_condition("accuracy <= 0.6"), record::Better::up) == 10);
  CHECK_FALSE(first_reached(curve, parse_condition("accuracy >= 0.95"), record::Better::up));
  CHECK_FALSE(first_reached({}, parse_condition("accuracy >= 0"), record::Better::up));
}

TEST_CASE("of a signed error, the size is to reach the target") {
  const record::Curve curve{{10, -0.9}, {20, 0.3}, {30, -0.05}};
  const Condition target = parse_condition("variance_bias <= 0.1");
  CHECK(first_reached(curve, target, record::Better::zero) == 30);
  CHECK(first_reached(curve, target, record::Better::down) == 10);
  CHECK(target_text(target, record::Better::zero) == "|variance_bias| <= 0.1");
  CHECK(target_text(target, record::Better::down) == "variance_bias <= 0.1");
}

TEST_CASE("means are over those that reached it, who are counted") {
  record::StudyRuns until = sample();
  CHECK(drop_unrecorded(until) == std::vector<std::string>{"bits_up"});
  const TargetComparison target = compare_until(until, {});
  CHECK(target.of == std::vector<std::int64_t>{3, 3});
  const Estimate& iterations = target.comparison.rows[0].estimates[0];
  CHECK(iterations.n == 2);
  CHECK(iterations.mean == 20);
  CHECK(iterations.low == 0);
  CHECK(iterations.high == Approx(20 + 12.706204736174698 * 10));  // t(1) sqrt(200) / sqrt(2)
  CHECK(target.comparison.rows[1].estimates[0].n == 0);
  CHECK(marked_rows(target.comparison, 0, Mark::best).empty());
  CHECK(format_report(target_table(target), TableFormat::text) ==
        "K  reached  iterations   rounds [round]  eps_spent [nat]\n"
        "1  2 of 3   20 [0, 147]  2 \xc2\xb1 13          inf\n"
        "5  0 of 3   -            -               -\n");
  CHECK(format_table(target_numbers(target), TableFormat::csv)
            .starts_with("K,reached,of,runs,diverged,failed,chains_state,chains_reason,r_hat,ess,"
                         "acceptance,has_long_steps,silent,exact_z,iterations_mean,"));
}

TEST_CASE("a target in an average of draws is reached by chains that are known to be good alone") {
  record::StudyRuns runs = empty_study({{"w2", "", "", record::Better::down}});
  add_setting(runs, {word("ula"), whole(1)}, {{0.1}, {0.1}});
  add_setting(runs, {word("ula"), whole(2)}, {{0.1}, {0.1}});
  for (record::StudyRuns::Run& run : runs.runs) run.chains = record::Diagnosis();
  record::Diagnostics good{100, 4, 1000, 2, 0, 1, 1.001, 2000};
  for (std::size_t r = 2; r < 4; ++r) runs.runs[r].chains = record::Diagnosis(good);
  const auto until = [&] { return runs_until(runs, {5, 6, 60, 70}, costs, {{}, {}, {}, {}}); };
  const auto places_of = [](const record::StudyRuns& all) {
    const Best best = best_settings(all, settings_of(all, {}, {}), {.metric = 0, .count = 2});
    std::vector<std::size_t> rows;
    for (const BestRow& row : best.rows) rows.push_back(row.row);
    return rows;
  };
  CHECK(places_of(until()) == std::vector<std::size_t>{1});
  CHECK_THAT(format_report(target_table(compare_until(until(), {})), TableFormat::text),
             Catch::Contains("chains") && Catch::Contains("? not measured"));
  // Neither the exact law nor a cost is a matter of draws.
  runs.metrics.front().exact = true;
  CHECK(places_of(until()) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("a diverged run counts among those that did not reach it, a failed one among none") {
  record::StudyRuns until = sample(true);
  CHECK(compare_until(until, {}).of[0] == 3);
  CHECK(compare_until(until, {}).comparison.rows[0].estimates[0].n == 2);
  until.runs[2].status = record::RunStatus::crashed;
  CHECK(compare_until(until, {}).of[0] == 2);
}

TEST_CASE("a replicate reached it where all its settings did") {
  const TargetComparison target = compare_until(sample(), {{}, {"K"}});
  REQUIRE(target.of.size() == 1);
  CHECK(target.of[0] == 3);
  CHECK(target.comparison.rows[0].estimates[0].n == 0);  // no K = 5 did
}

TEST_CASE("where nobody reached it, no cost is taken for unrecorded") {
  record::StudyRuns runs = empty_study({{"accuracy", "", "", record::Better::up}});
  add_setting(runs, {word("fald"), whole(1)}, {{0.5}});
  record::StudyRuns until = runs_until(runs, {std::nullopt}, costs, {});
  CHECK(drop_unrecorded(until).empty());
  CHECK(compare_until(until, {}).comparison.metrics.size() == 4);
}

}  // namespace target_test

using namespace skald::report;

namespace {

const record::Curve curve{{10, 1}, {20, 3}, {30, 2}, {40, 6}};

}  // namespace

TEST_CASE("a running mean begins where all its values are there") {
  const record::Curve means = running_mean(curve, 3);
  REQUIRE(means.size() == 2);
  CHECK(means[0].iteration == 30);
  CHECK(means[0].value == 2);
  CHECK(means[1].iteration == 40);
  CHECK(means[1].value == Approx(11.0 / 3));
  CHECK(running_mean(curve, 5).empty());
  CHECK(running_mean(curve, 1).size() == 4);
  const record::Curve gap = running_mean({{1, 1}, {2, std::nan("")}, {3, 1}, {4, 3}}, 2);
  CHECK(std::isnan(gap[1].value));
  CHECK(gap[2].value == 2);  // what was not a number is forgotten with its value
}

TEST_CASE("no mean over records is of both sides of where averages start anew") {
  const record::Curve means = running_mean(curve, 2, 20);
  REQUIRE(means.size() == 2);
  CHECK(means[0].iteration == 20);
  CHECK(means[0].value == 2);
  CHECK(means[1].iteration == 40);
  CHECK(means[1].value == 4);
  CHECK(running_mean(curve, 2, 5).size() == 3);
  CHECK(running_mean(curve, 2, 40).size() == 3);
  CHECK(running_mean(curve, 1, 20).size() == 4);
  CHECK(running_mean(curve, 3, 20).empty());
  CHECK(after_restart(curve, 20).size() == 2);
  CHECK(after_restart(curve, 20).front().iteration == 30);
  CHECK(after_restart(curve, std::nullopt).size() == 4);
}

TEST_CASE("the mean of the last values, which must all be there") {
  CHECK(last_mean(curve, 2) == 4);
  CHECK(last_mean(curve, 4) == 3);
  CHECK(std::isnan(last_mean(curve, 5)));
  CHECK(std::isnan(last_mean({}, 1)));
}

TEST_CASE("means of curves have names") {
  CHECK(parse_curve_mean("running").count == 10);
  CHECK(parse_curve_mean("running:20").count == 20);
  CHECK(parse_curve_mean("last:100").kind == CurveMean::Kind::last);
  CHECK(curve_mean_text(parse_curve_mean("last:100")) == "mean of the last 100 recorded values");
  for (const char* wrong :
       {"", "last", "last:", "last:0", "last:-1", "last:x", "mean:3", "running:1.5", "last:1e30"}) {
    INFO(wrong);
    CHECK_THROWS_WITH(parse_curve_mean(wrong),
                      Catch::Contains("expected running, running:COUNT or last:COUNT"));
  }
}
