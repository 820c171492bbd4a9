#include "report/compare.hpp"

#include "report/comparison_table.hpp"
#include "test.hpp"

using namespace skald::report;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double not_a_number = std::nan("");

// K in {1, 2}, rho in {0, 1}, sampler "fald", no eps; `error` is 10 K + rho + replicate.
record::StudyRuns sample() {
  record::StudyRuns runs;
  runs.axes = {"K", "rho", "sampler", "eps"};
  runs.metrics = {{"error", "", "", record::Better::down},
                  {.name = "accuracy", .better = record::Better::up, .predictive = true}};
  for (const std::int64_t k : {2, 1}) {
    for (const double rho : {0.0, 1.0}) {
      for (std::int64_t r = 0; r < 4; ++r) {
        const double error = 10 * static_cast<double>(k) + rho + static_cast<double>(r);
        runs.runs.push_back({r,
                             record::RunStatus::ok,
                             {k, rho, std::string("fald"), std::monostate{}},
                             {error, not_a_number}});
      }
    }
  }
  return runs;
}

}  // namespace

TEST_CASE("rows are the axes that vary, in the order of the grid, constants stand apart") {
  const Comparison c = compare(sample(), {});
  CHECK(c.by == std::vector<std::string>{"K", "rho"});
  REQUIRE(c.constants.size() == 1);
  CHECK(c.constants[0].first == "sampler");
  CHECK(c.constants[0].second == record::SqlValue(std::string("fald")));
  REQUIRE(c.rows.size() == 4);
  CHECK(c.rows[0].by == std::vector<record::SqlValue>{std::int64_t{2}, 0.0});
  CHECK(c.rows[3].by == std::vector<record::SqlValue>{std::int64_t{1}, 1.0});
  const Estimate& e = c.rows[0].estimates[0];
  CHECK(e.n == 4);
  CHECK(e.mean == 21.5);
  CHECK(e.sd == Approx(std::sqrt(5.0 / 3)).epsilon(1e-14));
  CHECK(e.half_width == Approx(3.182446305284263 * std::sqrt(5.0 / 12)).epsilon(1e-12));
  CHECK(marked_rows(c, 0, Mark::best) == std::vector<std::size_t>{2});  // K = 1, rho = 0
  CHECK(marked_rows(c, 1, Mark::best).empty());                         // nothing was measured
  CHECK(c.rows[0].estimates[1].n == 0);
  CHECK(c.rows[0].estimates[1].non_finite == 4);
}

TEST_CASE("a mean over an axis has to be asked for") {
  CompareRequest request;
  request.by = {"K"};
  CHECK_THROWS_WITH(compare(sample(), request), Catch::Contains("\"rho\" varies within the rows"));
  request.over = {"rho"};
  const Comparison c = compare(sample(), request);
  REQUIRE(c.rows.size() == 2);
  CHECK(c.rows[0].by == std::vector<record::SqlValue>{std::int64_t{1}});  // sorted: by was given
  // The two settings of a replicate share its randomness, so the four draws are 10.5, 11.5, 12.5,
  // 13.5.
  const Estimate& e = c.rows[0].estimates[0];
  CHECK(c.rows[0].runs == 8);
  CHECK(c.rows[0].n == 4);
  CHECK(e.n == 4);
  CHECK(e.mean == 12);
  CHECK(e.sd == Approx(std::sqrt(5.0 / 3)).epsilon(1e-14));
  CHECK(e.half_width == Approx(3.182446305284263 * std::sqrt(5.0 / 12)).epsilon(1e-12));
  request = {{}, {"K"}};
  CHECK(compare(sample(), request).by == std::vector<std::string>{"rho"});
  request = {{"sampler"}, {"K", "rho"}};
  CHECK(compare(sample(), request).rows.size() == 1);
  request = {{"roh"}, {}};
  CHECK_THROWS_WITH(compare(sample(), request), Catch::Contains("did you mean \"rho\""));
}

TEST_CASE("a mean over an axis is compared with means over the same values alone") {
  record::StudyRuns runs = sample();
  std::erase_if(runs.runs, [](const record::StudyRuns::Run& run) {
    return run.axes[0] == record::SqlValue(std::int64_t{2}) && run.axes[1] == record::SqlValue(1.0);
  });
  const CompareRequest over_rho{{"K"}, {"rho"}};
  CHECK_THROWS_WITH(compare(runs, over_rho),
                    Catch::Contains("\"rho\" is averaged over, but K=2 has 0 and K=1 has 0, 1"));
  // A method that does not have the axis has nothing to average over.
  for (record::StudyRuns::Run& run : runs.runs) {
    if (run.axes[0] == record::SqlValue(std::int64_t{2})) run.axes[1] = record::SqlValue();
  }
  CHECK(compare(runs, over_rho).rows.size() == 2);
}

TEST_CASE("diverged, failed and non-finite runs are counted, not averaged, and never best") {
  record::StudyRuns runs = sample();
  // K = 1, rho = 0 (runs 8 to 11) would be best.
  runs.runs[8].status = record::RunStatus::diverged;
  runs.runs[8].metrics[0] = -1000;
  runs.runs[9].status = record::RunStatus::out_of_memory;
  runs.runs[9].metrics[0] = not_a_number;
  runs.runs[10].metrics[0] = -infinity;
  const Comparison c = compare(runs, {});
  const ComparisonRow& row = c.rows[2];
  CHECK(row.runs == 4);
  CHECK(row.diverged == 1);
  CHECK(row.failed == 1);
  CHECK(row.n == 2);
  CHECK(row.estimates[0].n == 1);
  CHECK(row.estimates[0].non_finite == 1);
  CHECK(row.estimates[0].mean == 13);
  CHECK(std::isnan(row.estimates[0].half_width));
  CHECK(marked_rows(c, 0, Mark::best) == std::vector<std::size_t>{3});
}

TEST_CASE("an axis with one value where it has one stands apart unless it tells rows apart") {
  record::StudyRuns runs = sample();
  runs.axes.push_back("lr");  // an option that only the runs with K = 1 have
  for (record::StudyRuns::Run& run : runs.runs) {
    const bool has_lr = run.axes[0] == record::SqlValue(std::int64_t{1});
    run.axes.push_back(has_lr ? record::SqlValue(0.1) : record::SqlValue());
  }
  const Comparison c = compare(runs, {});
  CHECK(c.by == std::vector<std::string>{"K", "rho"});
  REQUIRE(c.constants.size() == 2);
  CHECK(c.constants[1] == std::pair<std::string, record::SqlValue>{"lr", 0.1});

  for (record::StudyRuns::Run& run : runs.runs) run.axes[0] = std::int64_t{1};
  const Comparison by_lr = compare(runs, {});
  CHECK(by_lr.by == std::vector<std::string>{"rho", "lr"});
  CHECK(by_lr.rows.size() == 4);
}

TEST_CASE("an axis that follows those asked for is not shown as a constant") {
  record::StudyRuns runs = sample();
  runs.axes.push_back("q_cv");  // as a formula over K would make it
  for (record::StudyRuns::Run& run : runs.runs) run.axes.push_back(run.axes[0]);
  CompareRequest request;
  request.by = {"K", "rho"};
  const Comparison c = compare(runs, request);
  CHECK(c.rows.size() == 4);
  REQUIRE(c.constants.size() == 1);
  CHECK(c.constants[0].first == "sampler");
}

TEST_CASE("values that are all infinite are infinite, not missing") {
  record::StudyRuns runs = sample();
  for (record::StudyRuns::Run& run : runs.runs) run.metrics[1] = infinity;
  const Comparison all = compare(runs, {});
  CHECK(all.rows[0].estimates[1].mean == infinity);
  CHECK(all.rows[0].estimates[1].n == 0);
  CHECK(marked_rows(all, 1, Mark::best).empty());
  runs.runs.front().metrics[1] = not_a_number;
  CHECK(std::isnan(compare(runs, {}).rows[0].estimates[1].mean));
}

TEST_CASE("nothing stored compares to nothing") {
  record::StudyRuns runs = sample();
  runs.runs.clear();
  const Comparison c = compare(runs, {});
  CHECK(c.rows.empty());
  CHECK(c.constants.empty());
  CHECK(marked_rows(c, 0, Mark::best).empty());
}

TEST_CASE(
    "a replicate without all its settings is left out of means over them, not half averaged") {
  record::StudyRuns runs = sample();  // K = 2: runs 0 to 3 have rho 0, 4 to 7 have rho 1
  runs.runs[0].status = record::RunStatus::crashed;
  runs.runs[5].metrics[0] = infinity;
  runs.runs.erase(runs.runs.begin() + 6);  // not done yet
  const Comparison c = compare(runs, {{}, {"rho"}});
  REQUIRE(c.rows.size() == 2);
  const ComparisonRow& row = c.rows[0];
  CHECK(row.runs == 7);
  CHECK(row.failed == 1);
  CHECK(row.n == 2);  // replicates 1 and 3
  CHECK(row.estimates[0].n == 1);
  CHECK(row.estimates[0].non_finite == 1);
  CHECK(row.estimates[0].mean == 23.5);  // 20 + (0 + 1) / 2 + 3
  CHECK(c.rows[1].n == 4);
}

TEST_CASE("what a run costs has no best row") {
  record::StudyRuns runs = sample();
  for (const char* cost :
       {"rounds", "bits_up", "bits_down", "gradient_evaluations", "normals", "eps_spent"}) {
    INFO(cost);
    runs.metrics[0] = {cost, "", "", record::Better::down};
    CHECK(marked_rows(compare(runs, {}), 0, Mark::best).empty());
  }
  runs.metrics[0].name = "nll";
  CHECK(marked_rows(compare(runs, {}), 0, Mark::best) == std::vector<std::size_t>{2});
}

TEST_CASE("rows on different problems do not compete: each problem has its best") {
  record::StudyRuns runs = sample();  // error: K = 2 about 21.5, K = 1 about 11.5
  for (record::StudyRuns::Run& run : runs.runs) {
    run.problem = run.axes[0] == record::SqlValue(std::int64_t{2}) ? 7 : 8;
  }
  const Comparison c = compare(runs, {});
  CHECK(c.problems == 2);
  CHECK(marked_rows(c, 0, Mark::best) == std::vector<std::size_t>{0, 2});
  // Averaged over both, the rows are on the same two problems.
  const Comparison over = compare(runs, {{}, {"K"}});
  CHECK(over.problems == 1);
  CHECK(marked_rows(over, 0, Mark::best) == std::vector<std::size_t>{0});
  // Each row on its own: nothing competes.
  const Comparison alone = compare(runs, {{"K"}, {"rho"}});
  CHECK(alone.problems == 2);
  CHECK(marked_rows(alone, 0, Mark::best).empty());
}

TEST_CASE("in what is measured against the target, temperatures do not compete, predictions do") {
  record::StudyRuns runs = sample();  // error: K = 2 about 21.5, K = 1 about 11.5
  for (record::StudyRuns::Run& run : runs.runs) {
    const bool is_cold = run.axes[0] == record::SqlValue(std::int64_t{1});
    run.temperature = is_cold ? 0.1 : 1;
    run.metrics[1] = is_cold ? 0.9 : 0.8;
  }
  const Comparison c = compare(runs, {});
  CHECK(c.problems == 1);
  CHECK(c.targets == 2);
  CHECK(groups_in(c, 0) == 2);
  CHECK(groups_in(c, 1) == 1);
  CHECK(marked_rows(c, 0, Mark::best) ==
        std::vector<std::size_t>{0, 2});  // "error": against the target, for all we know
  CHECK(marked_rows(c, 1, Mark::best) == std::vector<std::size_t>{2});  // accuracy
  CHECK(marked_rows(c, 1, Mark::tied) == std::vector<std::size_t>{3});
  runs.metrics.pop_back();
  for (record::StudyRuns::Run& run : runs.runs) run.metrics.pop_back();
  CHECK(marked_rows(compare(runs, {{"K"}, {"rho"}}), 0, Mark::best).empty());
}

TEST_CASE("ties are with the best of the same problem") {
  record::StudyRuns runs = sample();
  std::erase_if(runs.runs, [](const auto& run) { return run.replicate > 1; });
  for (std::size_t r = 0; r < runs.runs.size(); ++r) {
    runs.runs[r].problem = r < 4 ? 7 : 8;
    if (r % 3 == 0) runs.runs[r].metrics[0] += 5;
  }
  // Errors of the four rows: 25, 21; 21, 27 and on the other problem 10, 11; 16, 12. With two
  // pairs, t is below 1.5.
  const Comparison c = compare(runs, {});
  CHECK(marked_rows(c, 0, Mark::best) == std::vector<std::size_t>{0, 2});
  CHECK(marked_rows(c, 0, Mark::tied) == std::vector<std::size_t>{1, 3});
}

namespace {

// Four chains of 1000 draws that are known to agree, unless it is said otherwise.
record::Diagnostics agreeing() {
  return {.iteration = 1000,
          .chains = 4,
          .draws = 1000,
          .coordinates = 2,
          .still = 0,
          .acceptance = 1,
          .r_hat = 1.002,
          .ess = 2000};
}

// Settings K = 1, 2, 3, of which the smaller is the better one in all metrics.
record::StudyRuns judged_runs() {
  record::StudyRuns runs;
  runs.axes = {"K"};
  runs.metrics = {{"w2", "", "", record::Better::down},
                  {.name = "accuracy", .better = record::Better::up, .predictive = true},
                  {.name = "exact_w2", .better = record::Better::down, .exact = true}};
  for (const std::int64_t k : {1, 2, 3}) {
    for (std::int64_t r = 0; r < 3; ++r) {
      record::StudyRuns::Run run;
      run.replicate = r;
      run.axes = {k};
      const double value = static_cast<double>(10 * k + r);
      run.metrics = {value, -value, value};
      run.chains = record::Diagnosis(agreeing());
      runs.runs.push_back(run);
    }
  }
  return runs;
}

using RowList = std::vector<std::size_t>;

}  // namespace

TEST_CASE("only a setting whose chains are known to agree is best in what averages draws") {
  record::StudyRuns runs = judged_runs();
  CHECK(marked_rows(compare(runs, {}), 0, Mark::best) == RowList{0});
  record::Diagnostics apart = agreeing(), still = agreeing(), few = agreeing(), slow = agreeing();
  apart.r_hat = 4.45;
  still.still = 1;
  still.r_hat = std::nan("");
  few.draws = 3;
  few.r_hat = few.ess = std::nan("");
  slow.ess = 60;
  const auto state = GENERATE(0, 1, 2, 3, 4);
  const std::array<record::Diagnosis, 5> states{record::Diagnosis(apart), record::Diagnosis(still),
                                                record::Diagnosis(few), record::Diagnosis(slow),
                                                record::Diagnosis()};
  const std::array<std::string, 5> texts{"R-hat 4.45 !", "? 1 of 2 coordinates stands still",
                                         "? 3 draws", "? ESS 60, at least 400 wanted",
                                         "? not measured"};
  runs.runs[2].chains = states[static_cast<std::size_t>(state)];  // one of three of K = 1
  const Comparison comparison = compare(runs, {});
  CHECK(chains_text(comparison.rows[0]) == texts[static_cast<std::size_t>(state)]);
  CHECK(chains_text(comparison.rows[1]) == "R-hat 1.002");
  CHECK(marked_rows(comparison, 0, Mark::best) == RowList{1});
  CHECK(marked_rows(comparison, 1, Mark::best) == RowList{1});
  CHECK(marked_rows(comparison, 2, Mark::best) == RowList{0});  // averages no draws
}

TEST_CASE("whoever averages no draws needs no chains that agree") {
  record::StudyRuns runs = judged_runs();
  for (record::StudyRuns::Run& run : runs.runs) run.chains.reset();
  const Comparison comparison = compare(runs, {});
  CHECK(marked_rows(comparison, 0, Mark::best) == RowList{0});
  CHECK(chains_note(comparison).empty());
}

TEST_CASE("a row has the worst of what is known of its chains") {
  record::StudyRuns runs = judged_runs();
  record::Diagnostics still = agreeing(), apart = agreeing();
  still.still = 2;
  apart.r_hat = 1.2;
  runs.runs[0].chains = record::Diagnosis(still);
  CHECK(chains_text(compare(runs, {}).rows[0]) == "? stands still");
  runs.runs[1].chains = record::Diagnosis(apart);
  CHECK(chains_text(compare(runs, {}).rows[0]) == "R-hat 1.2 !");
}

TEST_CASE("simulations that contradict the exact values of their own chains are marked") {
  record::StudyRuns runs = judged_runs();
  runs.metrics = {{.name = "variance_bias", .better = record::Better::zero},
                  {.name = "exact_variance_bias", .better = record::Better::zero, .exact = true},
                  {.name = "exact_variance_bias_error", .exact = true}};
  for (record::StudyRuns::Run& run : runs.runs) {
    const bool is_off = run.axes[0] == record::SqlValue(std::int64_t{2});
    run.metrics = {is_off ? -0.7 : 0.11, 0.1, 0.2};
  }
  // Three runs, each four errors off: -4 sqrt(3).
  const Comparison comparison = compare(runs, {});
  REQUIRE(comparison.rows[1].exact_z);
  CHECK(*comparison.rows[1].exact_z == Approx(-4 * std::sqrt(3.0)));
  CHECK(contradicts_exact(comparison.rows[1]));
  CHECK_FALSE(contradicts_exact(comparison.rows[0]));
  CHECK_THAT(format_report(comparison_table(comparison), TableFormat::text),
             Catch::Contains("-6.9 !"));
  for (record::StudyRuns::Run& run : runs.runs) run.metrics[2] = std::nan("");
  CHECK_FALSE(compare(runs, {}).rows[1].exact_z);
  CHECK(exact_note(compare(runs, {})).empty());
}
