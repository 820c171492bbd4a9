#include "report/decide/frontier.hpp"

#include "report/decide/frontier_table.hpp"
#include "report/table_writer.hpp"
#include "sample_runs.hpp"
#include "test.hpp"

namespace frontier_test {

using namespace skald::report;
using namespace skald_test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Four replicates: accuracy around a mean with noise that settings share, and a little of their
// own; costs are the same in all.
std::vector<std::vector<double>> values(double accuracy, double own, double bits, double eps) {
  std::vector<std::vector<double>> all;
  for (const double shared : {-0.1, 0.1, 0.05, -0.05}) {
    all.push_back({accuracy + shared + own, bits, eps});
    own = -own;
  }
  return all;
}

// 0 is dear and accurate, 1 cheaper and worse, 2 beaten by 1, 3 has no guarantee, 4 is as good as 1
// by chance alone, and beaten by it.
record::StudyRuns sample() {
  record::StudyRuns runs =
      empty_study({{.name = "accuracy", .better = record::Better::up, .predictive = true},
                   {"bits_up", "bit", "", record::Better::down},
                   {"eps_spent", "nat", "", record::Better::down}});
  add_setting(runs, {word("a"), whole(0)}, values(0.90, 0.001, 200, 3));
  add_setting(runs, {word("a"), whole(1)}, values(0.80, 0.002, 100, 3));
  add_setting(runs, {word("a"), whole(2)}, values(0.70, 0.001, 150, 3));
  add_setting(runs, {word("a"), whole(3)}, values(0.90, 0.001, 200, infinity));
  add_setting(runs, {word("a"), whole(4)}, values(0.799, -0.002, 100, 3));
  return runs;
}

const std::vector<Objective> three{{"accuracy", true}, {"bits_up", false}, {"eps_spent", false}};

std::vector<std::size_t> places(const FrontierRow& row) {
  std::vector<std::size_t> all;
  for (const Rival& rival : row.rivals) all.push_back(rival.place);
  return all;
}

std::vector<std::size_t> rows_of(const Frontier& frontier) {
  std::vector<std::size_t> rows;
  for (const FrontierRow& row : frontier.rows) rows.push_back(row.row);
  return rows;
}

}  // namespace

TEST_CASE(
    "the least of a signed error is the nearest to 0, of positive values by their logarithms") {
  record::StudyRuns runs =
      empty_study({{"bias", "", "", record::Better::zero},
                   {"w2", "", "", record::Better::down, record::Scale::positive}});
  add_setting(runs, {word("a"), whole(0)}, {{-3, 1}, {-3.2, 1.1}});
  add_setting(runs, {word("a"), whole(1)}, {{0.5, 2}, {0.6, 0.5}});  // beats 0 in both: 1 < 1.05
  const Frontier front = frontier(
      runs, {.rows = {}, .objectives = {{"bias", false}, {"w2", false}}, .has_tests = false});
  REQUIRE(front.rows.size() == 1);
  CHECK(front.rows[0].row == 1);
  CHECK(front.rows[0].means[0] == Approx(0.55));
  CHECK(front.rows[0].means[1] == Approx(1));
}

TEST_CASE("nothing beats what is better in one thing, what is beaten by chance is listed with it") {
  const Frontier f = frontier(sample(), {{}, three, {}});
  CHECK(f.compared == 5);
  CHECK(rows_of(f) == std::vector<std::size_t>{0, 1, 4});
  CHECK_FALSE(f.rows[0].is_beaten);
  CHECK(f.rows[0].rivals.empty());
  CHECK_FALSE(f.rows[1].is_beaten);
  CHECK(f.rows[2].is_beaten);
  CHECK(places(f.rows[2]) == std::vector<std::size_t>{1});
  CHECK(format_report(frontier_table(f), TableFormat::text) ==
        "#  K  accuracy     bits_up [bit]  eps_spent [nat]  n  standing\n"
        "1  0  0.90 \xc2\xb1 0.14  200            3                4\n"
        "2  1  0.80 \xc2\xb1 0.14  100            3                4\n"
        "3  4  0.80 \xc2\xb1 0.15  100            3                4  beaten by 2, perhaps by "
        "chance\n");
  const auto numbers = frontier_numbers(f);
  CHECK(numbers.rows[2][2] == record::SqlValue(std::int64_t{1}));
  CHECK(numbers.rows[2][3] == word("2"));
  CHECK(numbers.rows[2][4] == word("4"));  // pairs
  CHECK(f.has_same_replicates);
}

namespace {

// Replicates of one accuracy each, at equal cost.
std::vector<std::vector<double>> accuracies(const std::vector<double>& values) {
  std::vector<std::vector<double>> all;
  for (const double value : values) all.push_back({value, 100, 3});
  return all;
}

// K = 0 has four replicates, of which the first two are easy; K = 1 has only those. K = 0 is better
// by 0.02 and 0.03 where both have a value, and its plain mean is worse: 0.9 against 1.075.
record::StudyRuns unlike() {
  record::StudyRuns runs = empty_study({{"accuracy", "", "", record::Better::up},
                                        {"bits_up", "bit", "", record::Better::down},
                                        {"eps_spent", "nat", "", record::Better::down}});
  add_setting(runs, {word("a"), whole(0)}, accuracies({1.0, 1.2, 0.8, 0.6}));
  add_setting(runs, {word("a"), whole(1)}, accuracies({0.98, 1.17}));
  return runs;
}

}  // namespace

TEST_CASE("settings with unlike replicates are compared over those that they share") {
  const Frontier f = frontier(unlike(), {{}, three, {}});
  CHECK_FALSE(f.has_same_replicates);
  REQUIRE(rows_of(f) == std::vector<std::size_t>{0, 1});
  CHECK_FALSE(f.rows[0].is_beaten);
  CHECK(f.rows[0].means[0] == Approx(0.9).epsilon(1e-12));
  CHECK(f.rows[0].means[1] == Approx(100).epsilon(1e-12));
  // Differences 0.02 and 0.03: the adjusted mean is 0.9 - 0.025; t = 5 with one degree of freedom,
  // of which p = 1 - 2 atan(5) / pi = 0.126.
  CHECK(f.rows[1].is_beaten);
  CHECK(f.rows[1].means[0] == Approx(0.875).epsilon(1e-9));
  CHECK(f.rows[1].rivals == std::vector<Rival>{{0, 2}});
  CHECK(format_report(frontier_table(f), TableFormat::text) ==
        "#  K  accuracy     bits_up [bit]  eps_spent [nat]  n  accuracy, adjusted  bits_up, "
        "adjusted  eps_spent, adjusted  standing\n"
        "1  0  0.90 \xc2\xb1 0.41  100            3                4  0.9                 100"
        "                3\n"
        "2  1  1.1 \xc2\xb1 1.2    100            3                2  0.875               100"
        "                3                    beaten by 1 (2 pairs), perhaps by chance\n");
  const auto numbers = frontier_numbers(f);
  CHECK(numbers.columns[4] == "pairs");
  CHECK(numbers.rows[1][4] == word("2"));
  const auto adjusted = static_cast<std::size_t>(
      std::find(numbers.columns.begin(), numbers.columns.end(), "accuracy_adjusted") -
      numbers.columns.begin());
  REQUIRE(adjusted < numbers.columns.size());
  CHECK(std::get<double>(numbers.rows[1][adjusted]) == Approx(0.875).epsilon(1e-9));
}

TEST_CASE("a third pair makes the advantage of the shared replicates certain") {
  record::StudyRuns runs = unlike();
  // Differences 0.02, 0.03, 0.02: t = 7 with two degrees, p = 1 - 7 / sqrt(51) = 0.0198.
  runs.runs.push_back({2, record::RunStatus::ok, {word("a"), whole(1)}, {0.78, 100, 3}, 7});
  CHECK(rows_of(frontier(runs, {{}, three, {}})) == std::vector<std::size_t>{0});
}

TEST_CASE("without two shared replicates, the samples are tested as unpaired") {
  record::StudyRuns runs = unlike();
  runs.runs[4].replicate = 7;
  runs.runs[5].replicate = 8;
  const Frontier f = frontier(runs, {{}, three, {}});
  // Welch: difference 0.175, t = 0.175 / sqrt(0.0667 / 4 + 0.01805 / 2) = 1.09.
  REQUIRE(rows_of(f) == std::vector<std::size_t>{1, 0});
  CHECK(f.rows[1].is_beaten);
  CHECK(f.rows[1].rivals == std::vector<Rival>{{0, 0}});
  CHECK(report_texts(frontier_table(f)).rows[1].back() ==
        word("beaten by 1 (unpaired), perhaps by chance"));
}

TEST_CASE("pairs that contradict the means leave no advantage beyond chance") {
  // Where K = 0 and 1 both have values, 1 is better in each of three by 0.01 to 0.02; the model
  // over all three settings puts 0 ahead. 1 is cheaper, so that neither beats the other.
  record::StudyRuns runs = empty_study(
      {{"accuracy", "", "", record::Better::up}, {"bits_up", "bit", "", record::Better::down}});
  const auto with_bits = [](const std::vector<double>& values, double bits) {
    std::vector<std::vector<double>> all;
    for (const double value : values) all.push_back({value, bits});
    return all;
  };
  add_setting(runs, {word("a"), whole(0)}, with_bits({0.50, 0.51, 0.50, 0.9, 0.9, 0.9}, 200));
  add_setting(runs, {word("a"), whole(1)}, with_bits({0.51, 0.53, 0.515}, 100));
  add_setting(runs, {word("a"), whole(2)}, with_bits({0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, 300));
  const Frontier f =
      frontier(runs, {{}, {{"accuracy", true}, {"bits_up", false}}, parse_conditions("K < 3")});
  REQUIRE(rows_of(f) == std::vector<std::size_t>{0, 1});
  CHECK(f.rows[0].means[0] > f.rows[1].means[0]);
  CHECK(f.rows[0].rivals == std::vector<Rival>{{1, 3}});
  CHECK(f.rows[1].rivals.empty());
}

TEST_CASE("means that differ by rounding alone are equal") {
  record::StudyRuns runs = empty_study(
      {{"accuracy", "", "", record::Better::up}, {"bits_up", "bit", "", record::Better::down}});
  add_setting(runs, {word("a"), whole(0)}, {{0.5, 0.1}, {0.6, 0.2}, {0.7, 0.3}});
  add_setting(runs, {word("a"), whole(1)}, {{0.5, 0.3}, {0.6, 0.2}, {0.7, 0.1}});
  const Frontier f = frontier(runs, {{}, {{"accuracy", true}, {"bits_up", false}}, {}});
  REQUIRE(f.rows.size() == 2);
  CHECK_FALSE(f.rows[0].is_beaten);
  CHECK_FALSE(f.rows[1].is_beaten);
}

TEST_CASE("constants that differ by less than anybody means are equal") {
  // Noise calibrated to eps = 3 spends a little less, and no setting is better for that.
  record::StudyRuns runs = sample();
  runs.runs.clear();
  add_setting(runs, {word("fedavg"), whole(0)}, values(0.626, 0.001, 1.66e7, 2.999999993534));
  add_setting(runs, {word("fedpaq"), whole(0)}, values(0.629, 0.001, 8.3e6, 3));
  CHECK(rows_of(frontier(runs, {{}, three, {}, false})) == std::vector<std::size_t>{1});
  runs.runs.clear();
  add_setting(runs, {word("fedavg"), whole(0)}, values(0.626, 0.001, 1.66e7, 2.9999));
  add_setting(runs, {word("fedpaq"), whole(0)}, values(0.629, 0.001, 8.3e6, 3));
  CHECK(rows_of(frontier(runs, {{}, three, {}, false})).size() == 2);
}

TEST_CASE("an advantage that may be chance is said") {
  record::StudyRuns runs = sample();
  for (std::size_t r = 16; r < 20; ++r) runs.runs[r].metrics[1] = 90;  // 4 is cheaper than 1
  const Frontier f = frontier(runs, {{}, three, {}});
  CHECK(rows_of(f) == std::vector<std::size_t>{0, 1, 4});
  CHECK(places(f.rows[1]) ==
        std::vector<std::size_t>{2});  // 1 is better by 0.001 in accuracy alone
  CHECK(f.rows[2].rivals.empty());     // its bits are certain
}

TEST_CASE("a cost without bound is the worst, and no reason to be left out") {
  const Frontier f = frontier(sample(), {{}, {{"accuracy", true}, {"eps_spent", false}}, {}});
  CHECK(rows_of(f) == std::vector<std::size_t>{0});
  record::StudyRuns runs = sample();
  for (std::size_t r = 12; r < 16; ++r) runs.runs[r].metrics[0] += 0.05;
  const Frontier g = frontier(runs, {{}, {{"accuracy", true}, {"eps_spent", false}}, {}});
  CHECK(rows_of(g) == std::vector<std::size_t>{3, 0});
  CHECK(g.rows[0].rivals.empty());
  runs.runs[12].metrics[2] = 1;  // some of its runs have a bound: the setting has none
  CHECK(rows_of(frontier(runs, {{}, three, {}}))[0] == 3);
}

TEST_CASE("under a bound on a metric, a cost or an axis") {
  const auto under = [](const char* text) {
    return frontier(sample(), {{}, three, parse_conditions(text)});
  };
  CHECK(under("eps_spent <= 3").excluded == 1);
  CHECK(rows_of(under("bits_up < 200, K != 4")) == std::vector<std::size_t>{1});
  CHECK(under("accuracy > 1").rows.empty());
  CHECK_THROWS_WITH(under("k = 1"), Catch::Contains("did you mean \"K\""));
  CHECK_THROWS_WITH(frontier(sample(), {{{}, {"K"}}, three, parse_conditions("K = 1")}),
                    Catch::Contains("\"K = 1\": K is averaged over"));
}

TEST_CASE("chains of which nothing is known meet no bound on an average of their draws") {
  record::StudyRuns runs = sample();
  const auto under = [&](const char* bound) {
    return frontier(runs, {{}, {{"bits_up", false}}, parse_conditions(bound)});
  };
  const auto dearest = [&] { return rows_of(under("accuracy > 0.85, eps_spent <= 3")); };
  CHECK(dearest() == std::vector<std::size_t>{0});
  runs.runs[3].chains = record::Diagnosis();
  CHECK(dearest().empty());
  CHECK(under("accuracy > 0.85, eps_spent <= 3").ineligible == 1);
  runs.metrics[0].predictive = false;
  CHECK(under("accuracy > 0.85").yardstick == Yardstick::target);
  CHECK(under("eps_spent <= 3").yardstick == Yardstick::data);
  CHECK(under("eps_spent <= 3").ineligible == 0);
}

TEST_CASE("a bound is on all runs: no value meets none, and one without bound exceeds it") {
  record::StudyRuns runs = sample();
  const auto cheapest = [&](const char* bound) {
    return rows_of(frontier(runs, {{}, {{"bits_up", false}}, parse_conditions(bound)}));
  };
  CHECK(cheapest("accuracy > 0.85, eps_spent <= 3") == std::vector<std::size_t>{0});
  runs.runs[2].metrics[2] = infinity;
  CHECK(cheapest("accuracy > 0.85, eps_spent <= 3").empty());
  runs.runs[2].metrics[2] = 3;
  runs.runs[1].metrics[0] = std::nan("");
  CHECK(cheapest("accuracy > 0.85, eps_spent <= 3").empty());
}

TEST_CASE("settings with diverged runs or without a value are left out and counted") {
  record::StudyRuns runs = sample();
  runs.runs[0].status = record::RunStatus::diverged;
  runs.runs[4].metrics[0] = std::nan("");
  const Frontier f = frontier(runs, {{}, three, {}});
  CHECK(f.ineligible == 2);
  CHECK(f.compared == 3);
}

TEST_CASE("equal settings beat each other not, and are said to be equal") {
  record::StudyRuns runs = sample();
  runs.runs.resize(4);
  add_setting(runs, {word("a"), whole(1)}, values(0.90, 0.001, 200, 3));
  const Frontier f = frontier(runs, {{}, three, {}});
  REQUIRE(f.rows.size() == 2);
  CHECK(places(f.rows[0]) == std::vector<std::size_t>{1});
  CHECK(places(f.rows[1]) == std::vector<std::size_t>{0});
}

TEST_CASE("among more settings than anybody would test, nothing is tested, and that is said") {
  record::StudyRuns runs = empty_study(
      {{"accuracy", "", "", record::Better::up}, {"bits_up", "bit", "", record::Better::down}});
  for (int k = 0; k <= static_cast<int>(kMostTested); ++k) {
    add_setting(runs, {word("a"), whole(k)}, values(0.001 * k, 0.5 + 0.1 * k, 100 + k, 3));
  }
  const std::vector<Objective> two{{"accuracy", true}, {"bits_up", false}};
  const Frontier all = frontier(runs, {{}, two, {}});
  CHECK_FALSE(all.is_tested);
  CHECK(all.rows.size() == kMostTested + 1);
  CHECK(all.rows[0].rivals.empty());
  const Frontier fewer = frontier(runs, {{}, two, parse_conditions("K < 8")});
  CHECK(fewer.is_tested);
  REQUIRE(fewer.rows.size() == 8);
  CHECK(fewer.rows[0].rivals.size() == 7);
  const auto table = report_texts(frontier_table(fewer));
  CHECK(table.rows[0].back() == word("perhaps beaten by 2, 3, 4, 5, 6, 7 and 1 more"));
}

TEST_CASE("an objective is named once, and one replicate tests nothing") {
  CHECK_THROWS_WITH(frontier(sample(), {{}, {{"accuracy", true}, {"accuracy", false}}, {}}),
                    Catch::Contains("\"accuracy\" is an objective twice"));
  record::StudyRuns runs = sample();
  std::erase_if(runs.runs, [](const auto& run) { return run.replicate > 0; });
  const Frontier f = frontier(runs, {{}, three, {}});
  for (const FrontierRow& row : f.rows) CHECK(row.rivals.empty());
}

TEST_CASE("each problem has a front of its own") {
  record::StudyRuns runs = sample();
  for (record::StudyRuns::Run& run : runs.runs) {
    run.problem = run.axes[1] == whole(0) || run.axes[1] == whole(2) ? 4 : 5;
  }
  // On problem 4: 0 and the cheaper 2. On problem 5: 3, and 1 with 4, which it beats by chance.
  const Frontier f = frontier(runs, {{}, three, {}});
  CHECK(f.problems == 2);
  CHECK(f.compared == 5);
  CHECK(rows_of(f) == std::vector<std::size_t>{0, 2, 3, 1, 4});
  CHECK(f.rows[4].is_beaten);
  CHECK(f.rows[4].rivals == std::vector<Rival>{{3, 4}});
}

TEST_CASE("settings of unlike temperatures share a front only in predictions and costs") {
  record::StudyRuns runs = sample();
  for (record::StudyRuns::Run& run : runs.runs) {
    if (run.axes[1] == whole(2)) run.temperature = 0.5;
  }
  const Frontier of_data = frontier(runs, {{}, three, {}});
  CHECK(of_data.yardstick == Yardstick::data);
  CHECK(of_data.problems == 1);
  runs.metrics[0].predictive = false;
  const Frontier of_target = frontier(runs, {{}, three, {}});
  CHECK(of_target.yardstick == Yardstick::target);
  CHECK(of_target.problems == 2);
  const std::vector<std::size_t> rows = rows_of(of_target);
  CHECK(std::find(rows.begin(), rows.end(), 2) != rows.end());  // nothing of its kind beats it
}

TEST_CASE("rivals that are infinite in all objectives have no pairs, as nothing is tested") {
  record::StudyRuns runs = empty_study({{"eps_spent", "nat", "", record::Better::down}});
  add_setting(runs, {word("a"), whole(0)}, {{infinity}, {infinity}, {infinity}});
  add_setting(runs, {word("a"), whole(1)}, {{infinity}, {infinity}});
  const Frontier f = frontier(runs, {{}, {{"eps_spent", false}}, {}});
  REQUIRE(f.rows.size() == 2);
  CHECK(f.rows[0].rivals == std::vector<Rival>{{1, std::nullopt}});
  CHECK(report_texts(frontier_table(f)).rows[0].back() == word("perhaps beaten by 2"));
  CHECK(frontier_numbers(f).rows[0][4] == word("-"));
}

TEST_CASE("without tests a front has what nothing beats, and no rivals") {
  FrontierRequest request{{}, three, {}};
  request.has_tests = false;
  const Frontier f = frontier(sample(), request);
  CHECK_FALSE(f.is_tested);
  for (const FrontierRow& row : f.rows) {
    CHECK_FALSE(row.is_beaten);
    CHECK(row.rivals.empty());
  }
}

}  // namespace frontier_test
