#include "report/decide/frontier.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "report/format_table.hpp"
#include "sample_runs.hpp"

using namespace skald;
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
  record::StudyRuns runs = empty_study({{"accuracy", "", "", record::Better::up},
                                        {"bits_up", "bit", "", record::Better::down},
                                        {"eps_spent", "nat", "", record::Better::down}});
  add_setting(runs, {text("a"), whole(0)}, values(0.90, 0.001, 200, 3));
  add_setting(runs, {text("a"), whole(1)}, values(0.80, 0.002, 100, 3));
  add_setting(runs, {text("a"), whole(2)}, values(0.70, 0.001, 150, 3));
  add_setting(runs, {text("a"), whole(3)}, values(0.90, 0.001, 200, infinity));
  add_setting(runs, {text("a"), whole(4)}, values(0.799, -0.002, 100, 3));
  return runs;
}

const std::vector<Objective> three{{"accuracy", true}, {"bits_up", false}, {"eps_spent", false}};

std::vector<std::size_t> rows_of(const Frontier& frontier) {
  std::vector<std::size_t> rows;
  for (const FrontierRow& row : frontier.rows) rows.push_back(row.row);
  return rows;
}

}  // namespace

TEST_CASE("nothing beats what is better in one thing; what is beaten by chance is listed with it") {
  const Frontier f = frontier(sample(), {{}, three, {}});
  CHECK(f.compared == 5);
  CHECK(rows_of(f) == std::vector<std::size_t>{0, 1, 4});
  CHECK_FALSE(f.rows[0].is_beaten);
  CHECK(f.rows[0].rivals.empty());
  CHECK_FALSE(f.rows[1].is_beaten);
  CHECK(f.rows[2].is_beaten);
  CHECK(f.rows[2].rivals == std::vector<std::size_t>{1});
  CHECK(format_report(frontier_table(f), TableFormat::text) ==
        "#  K  accuracy     bits_up [bit]  eps_spent [nat]  n  standing\n"
        "1  0  0.90 \xc2\xb1 0.14  200            3                4\n"
        "2  1  0.80 \xc2\xb1 0.14  100            3                4\n"
        "3  4  0.80 \xc2\xb1 0.15  100            3                4  beaten by 2, perhaps by "
        "chance\n");
  const auto numbers = frontier_numbers(f);
  CHECK(numbers.rows[2][2] == record::SqlValue(std::int64_t{1}));
  CHECK(numbers.rows[2][3] == text("2"));
}

TEST_CASE("an advantage that may be chance is said") {
  record::StudyRuns runs = sample();
  for (std::size_t r = 16; r < 20; ++r) runs.runs[r].metrics[1] = 90;  // 4 is cheaper than 1
  const Frontier f = frontier(runs, {{}, three, {}});
  CHECK(rows_of(f) == std::vector<std::size_t>{0, 1, 4});
  CHECK(f.rows[1].rivals == std::vector<std::size_t>{2});  // 1 is better by 0.001 in accuracy alone
  CHECK(f.rows[2].rivals.empty());                         // its bits are certain
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
  CHECK_THROWS_WITH(frontier(sample(), {{{}, {"K"}, 0.95}, three, parse_conditions("K = 1")}),
                    Catch::Contains("\"K = 1\": K is averaged over"));
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
  add_setting(runs, {text("a"), whole(1)}, values(0.90, 0.001, 200, 3));
  const Frontier f = frontier(runs, {{}, three, {}});
  REQUIRE(f.rows.size() == 2);
  CHECK(f.rows[0].rivals == std::vector<std::size_t>{1});
  CHECK(f.rows[1].rivals == std::vector<std::size_t>{0});
}

TEST_CASE("among more settings than anybody would test, nothing is tested, and that is said") {
  record::StudyRuns runs = empty_study(
      {{"accuracy", "", "", record::Better::up}, {"bits_up", "bit", "", record::Better::down}});
  for (int k = 0; k <= static_cast<int>(kMostTested); ++k) {
    add_setting(runs, {text("a"), whole(k)}, values(0.001 * k, 0.5 + 0.1 * k, 100 + k, 3));
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
  CHECK(table.rows[0].back() == text("perhaps beaten by 2, 3, 4, 5, 6, 7 and 1 more"));
}

TEST_CASE("an objective is named once, and one replicate tests nothing") {
  CHECK_THROWS_WITH(frontier(sample(), {{}, {{"accuracy", true}, {"accuracy", false}}, {}}),
                    Catch::Contains("\"accuracy\" is an objective twice"));
  record::StudyRuns runs = sample();
  std::erase_if(runs.runs, [](const auto& run) { return run.replicate > 0; });
  const Frontier f = frontier(runs, {{}, three, {}});
  for (const FrontierRow& row : f.rows) CHECK(row.rivals.empty());
}
