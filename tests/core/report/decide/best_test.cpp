#include "report/decide/best.hpp"

#include "report/comparison_table.hpp"
#include "report/table_writer.hpp"
#include "sample_runs.hpp"
#include "test.hpp"

namespace best_test {

using namespace skald::report;
using namespace skald_test;

namespace {

const record::MetricRecord error{"error", "", "", record::Better::down};
const record::MetricRecord bits{"bits_up", "bit", "", record::Better::down};

// error of fald: 5, 3 and 3.1 (with noise that all settings share) for K = 1, 2, 4; of fedavg 1.
record::StudyRuns sample() {
  record::StudyRuns runs = empty_study({error, bits});
  const auto around = [](double mean, double own) {
    std::vector<std::vector<double>> values;
    for (const double shared : {-20.0, 10.0, 30.0, -20.0}) {
      values.push_back({mean + shared + own, 8});
      own = -own;
    }
    return values;
  };
  add_setting(runs, {word("fald"), whole(1)}, around(5, 0.1));
  add_setting(runs, {word("fald"), whole(2)}, around(3, 0.2));
  add_setting(runs, {word("fald"), whole(4)}, around(3.1, -0.2));
  add_setting(runs, {word("fedavg"), {}}, around(1, 0));
  return runs;
}

Best best_of(const record::StudyRuns& runs, const BestRequest& request) {
  return best_settings(runs, settings_of(runs, {}, {}), request);
}

}  // namespace

TEST_CASE("the best of each group, and those that pairs cannot tell from it") {
  const record::StudyRuns runs = sample();
  const Best best =
      best_of(runs, {.metric = 0, .group_axes = {"sampler"}, .leaves_out_lone = true});
  CHECK(best.lone == 1);
  REQUIRE(best.rows.size() == 2);  // K = 1 is worse beyond chance, though its interval is as wide
  CHECK(best.rows[0].row == 1);
  CHECK(best.rows[0].place == 1);
  CHECK(std::isnan(best.rows[0].p));
  CHECK(best.rows[1].row == 2);
  CHECK(best.rows[1].place == 2);
  CHECK(best.rows[1].is_tied);
  // Differences -0.3, 0.5, -0.3, 0.5: t = 0.1 / (0.4619 / 2) = 0.4330, three degrees.
  CHECK(best.rows[1].p == Approx(0.6942).epsilon(1e-3));
  CHECK(format_report(best_table(best), TableFormat::text) ==
        "sampler  place  K  error     bits_up [bit]  n  p     of  as chosen\n"
        "fald         1  2  3 \xc2\xb1 39 *  8              4         3  3 \xc2\xb1 60\n"
        "fald         2  4  3 \xc2\xb1 39 ~  8              4  0.69   3  -\n");
}

TEST_CASE("so many best settings, whatever their distance") {
  const record::StudyRuns runs = sample();
  const Best best = best_of(runs, {.metric = 0, .count = 3});
  REQUIRE(best.rows.size() == 3);
  CHECK(best.rows[0].row == 3);
  CHECK(best.rows[1].row == 1);
  CHECK_FALSE(best.rows[1].is_tied);
  CHECK(best.rows[1].p < 0.01);
  CHECK(
      format_table(best_numbers(best), TableFormat::csv)
          .starts_with("place,sampler,K,p,is_best,is_tied,of,chosen_low,chosen_high,runs,"
                       "diverged,failed,chains_state,chains_reason,r_hat,ess,acceptance,"
                       "has_long_steps,silent,exact_z,error_mean,error_half_width,error_sd,error_n,"
                       "error_low,error_high,bits_up_mean,"));
}

TEST_CASE("of a signed error, the mean that is nearest to 0 is best") {
  record::StudyRuns runs = empty_study({{"bias", "", "", record::Better::zero}});
  add_setting(runs, {word("fald"), whole(1)}, {{-0.9}, {-1.1}, {-0.8}, {-1.0}});
  add_setting(runs, {word("fald"), whole(2)}, {{0.1}, {-0.1}, {0.2}, {0.0}});
  add_setting(runs, {word("fald"), whole(4)}, {{-0.05}, {0.15}, {-0.25}, {-0.02}});
  const Best best = best_of(runs, {.metric = 0, .count = 3});
  REQUIRE(best.rows.size() == 3);
  CHECK(best.rows[0].row == 2);  // -0.0425
  CHECK(best.rows[1].row == 1);  // 0.05: as near, on the other side
  CHECK(best.rows[1].is_tied);
  CHECK(best.rows[2].row == 0);
  CHECK(best.rows[2].p < 0.02);
}

TEST_CASE("a best at the end of an axis is told") {
  const record::StudyRuns runs = sample();
  CHECK(best_of(runs, {.metric = 0, .group_axes = {"sampler"}}).edges.empty());  // K = 2
  record::StudyRuns more = empty_study({error});
  add_setting(more, {word("fald"), whole(1)}, {{3}, {4}});
  add_setting(more, {word("fald"), whole(5)}, {{1}, {2}});
  CHECK(best_of(more, {.metric = 0}).edges ==
        std::vector<std::string>{"K = 5 is the largest tried"});
}

TEST_CASE("costs may be ranked where they are asked for, what has no better direction may not") {
  record::StudyRuns runs = sample();
  for (std::size_t r = 0; r < 4; ++r) runs.runs[r].metrics[1] = 4;
  CHECK(best_of(runs, {.metric = 1}).rows[0].row == 0);
  runs.metrics[0].better = record::Better::none;
  CHECK_THROWS_WITH(best_of(runs, {.metric = 0}), Catch::Contains("no direction that is better"));
  CHECK_THROWS_WITH(best_of(runs, {.metric = 1, .group_axes = {"rho"}}),
                    Catch::Contains("\"rho\" tells no rows apart"));
}

TEST_CASE("a setting with a diverged run has no place, and is counted") {
  record::StudyRuns runs = sample();
  runs.runs[4].status = record::RunStatus::diverged;
  const Best best = best_of(runs, {.metric = 0, .group_axes = {"sampler"}});
  CHECK(best.ineligible == 1);
  CHECK(best.rows[0].row == 2);
}

TEST_CASE("one replicate tells nothing apart and ties nothing") {
  record::StudyRuns runs = empty_study({error});
  add_setting(runs, {word("fald"), whole(1)}, {{1}});
  add_setting(runs, {word("fald"), whole(2)}, {{2}});
  const Best best = best_of(runs, {.metric = 0, .count = 2});
  REQUIRE(best.rows.size() == 2);
  CHECK(std::isnan(best.rows[1].p));
  CHECK_FALSE(best.rows[1].is_tied);
  CHECK_FALSE(best.rows[0].is_best);
  CHECK(best.has_untested);
  CHECK(best_table(best).rows[0][2].mark == Mark::none);
}

TEST_CASE("the best is marked once every other row was tested against it") {
  record::StudyRuns runs = empty_study({error});
  add_setting(runs, {word("fald"), whole(1)}, {{1}, {1.5}});
  add_setting(runs, {word("fald"), whole(2)}, {{2}, {2.5}});
  CHECK(best_of(runs, {.metric = 0}).rows[0].is_best);
  CHECK(marked_rows(compare(runs, {}), 0, Mark::best) == std::vector<std::size_t>{0});
  add_setting(runs, {word("fald"), whole(3)}, {{3}});
  const Best best = best_of(runs, {.metric = 0});
  CHECK_FALSE(best.rows[0].is_best);
  CHECK(best.has_untested);
  const Comparison comparison = compare(runs, {});
  CHECK(marked_rows(comparison, 0, Mark::best).empty());
  CHECK_THAT(why_none_is_best(comparison), Catch::Contains("fewer than two replicates"));
}

TEST_CASE("a ranking of settings on different problems is known to be one") {
  record::StudyRuns runs = sample();
  CHECK_FALSE(best_of(runs, {.metric = 0}).is_mixed);
  for (std::size_t r = 12; r < 16; ++r) runs.runs[r].problem = 1;  // fedavg
  CHECK(best_of(runs, {.metric = 0}).is_mixed);
  CHECK_FALSE(best_of(runs, {.metric = 0, .group_axes = {"sampler"}}).is_mixed);
}

}  // namespace best_test
