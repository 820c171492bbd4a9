// Tests published values beside those of a comparison.
#include "report/comparison_table.hpp"
#include "report/table_writer.hpp"
#include "test.hpp"

namespace comparison_table_test {

using namespace skald::report;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double none = std::numeric_limits<double>::quiet_NaN();

Comparison sample() {
  Comparison c;
  c.by = {"K"};
  c.metrics = {{"error", "nats", "", record::Better::down}};
  c.rows = {{{std::int64_t{1}}, 10, 10, 0, 0, {{10, 0, 0.51234, 0.01, 0.0071}}},
            {{std::int64_t{2}}, 10, 8, 2, 0, {{7, 1, 0.25, 0.5, 0.41}}},
            {{std::int64_t{4}}, 2, 0, 0, 2, {{0, 0, none, none, none}}}};
  c.standings = {{{Mark::best, {}}, {Mark::tied, 0.31}, {}}};
  c.rows[0].chains = record::Diagnosis({100, 2, 90, 3, 0, 1, 1.25, 200});
  return c;
}

}  // namespace

TEST_CASE("an estimate has as many digits as its interval allows") {
  CHECK(format_estimate({5, 0, 0.81234, 0.1, 0.0413}) == "0.812 \xc2\xb1 0.041");
  CHECK(format_estimate({5, 0, 812.34, 0.1, 14.2}) == "812 \xc2\xb1 14");
  CHECK(format_estimate({5, 0, 812.34, 0.1, 214.0}) == "812 \xc2\xb1 214");
  CHECK(format_estimate({5, 0, -0.5, 0.1, 2.0}) == "-0.5 \xc2\xb1 2.0");
  CHECK(format_estimate({5, 0, 1.2345e-7, 0.1, 2.1e-9}) == "(1.235 \xc2\xb1 0.021)e-7");
  CHECK(format_estimate({5, 0, 3.5e8, 0.1, 1e6}) == "(3.500 \xc2\xb1 0.010)e8");
  CHECK(format_estimate({5, 0, 0.25, 0, 0}) == "0.25");
  CHECK(format_estimate({0, 5, infinity, none, none}) == "inf");
  CHECK(format_estimate({1, 0, 0.123456, none, none}) == "0.1235");
  CHECK(format_estimate({1, 0, 35840, none, none}) == "35840");
  CHECK(format_estimate({0, 2, none, none, none}) == "-");
}

TEST_CASE("the note on chains tells of those that disagree and of those that are not known") {
  const auto note = [](const std::vector<std::optional<record::Diagnosis>>& chains) {
    Comparison c = sample();
    for (std::size_t row = 0; row < chains.size(); ++row) c.rows[row].chains = chains[row];
    return chains_note(c);
  };
  const record::Diagnosis bad({100, 2, 90, 3, 0, 1, 1.25, 200}), unknown;
  const std::string rest =
      "; averages of such draws need not describe the target, and are never best";
  const std::string disagree = "!: R-hat above 1.01: the chains disagree";
  const std::string not_known = "?: whether the chains agree is not known";
  CHECK(note({bad, {}, {}}) == disagree + rest);
  CHECK(note({unknown, {}, {}}) == not_known + rest);
  CHECK(note({{}, unknown, bad}) == disagree + "; " + not_known + rest);
  CHECK(note({{}, {}, {}}).empty());
}

TEST_CASE("for people: best marked, missing runs said, empty columns left out") {
  CHECK(format_report(comparison_table(sample()), TableFormat::text) ==
        "K  error [nats]            n  diverged  failed  chains\n"
        "1  0.5123 \xc2\xb1 0.0071 *      10         0       0  R-hat 1.25 !\n"
        "2  0.25 \xc2\xb1 0.41 ~ (n = 7)   8         2       0\n"
        "4  -                       0         0       2\n");
}

TEST_CASE("for programs: numbers") {
  CHECK(format_table(comparison_numbers(sample()), TableFormat::csv) ==
        "K,runs,diverged,failed,chains_state,chains_reason,r_hat,ess,acceptance,has_long_steps,"
        "silent,exact_z,"
        "error_mean,error_half_width,error_sd,error_n,error_non_finite,error_mark,error_p,"
        "error_low,error_high\n"
        "1,10,0,0,bad,R-hat 1.25,1.25,200,1,0,0,,0.51234,0.0071,0.01,10,0,best,,,\n"
        "2,10,2,0,,,,,,0,0,,0.25,0.41,0.5,7,1,tied,0.31,,\n"
        "4,2,0,2,,,,,,0,0,,,,,0,0,,,,\n");
  CHECK(comparison_numbers(sample()).columns[mean_column(sample(), 0)] == "error_mean");
}

TEST_CASE("rows with a run in which no client has ever reported are counted and best in nothing") {
  record::StudyRuns runs;
  runs.axes = {"K"};
  runs.metrics = {{"error", "", "", record::Better::down}};
  for (const std::int64_t K : {1, 2}) {
    for (std::int64_t replicate = 0; replicate < 3; ++replicate) {
      record::StudyRuns::Run run{.replicate = replicate, .axes = {K}, .metrics = {0.1 * K}};
      run.is_silent = K == 1;
      runs.runs.push_back(run);
    }
  }
  const Comparison c = compare(runs, {});
  CHECK(c.rows[0].silent == 3);
  CHECK(marked_rows(c, 0, Mark::best) != std::vector<std::size_t>{0});
  const std::string text = format_report(comparison_table(c), TableFormat::text);
  CHECK_THAT(text, Catch::Contains("silent"));
  const auto notes = verdict_notes(c);
  REQUIRE(notes.size() == 1);
  CHECK_THAT(notes[0], Catch::StartsWith("silent: in 3 runs no client has ever reported"));
}

TEST_CASE("which rows compete is said, or why none does") {
  Comparison c;
  c.rows.resize(4);
  c.metrics = {{"w2", "", "", record::Better::down}};
  c.problems = c.targets = 1;
  CHECK(of_competing_rows(c) == "");
  CHECK(why_none_is_best(c) == "");
  c.problems = c.targets = 2;
  CHECK(of_competing_rows(c) == " of the rows with the same data, partition and model");
  c.targets = 4;
  CHECK(of_competing_rows(c) ==
        " of the rows with the same data, partition and model, and the same temperature unless the "
        "metric judges predictions");
  CHECK(
      why_none_is_best(c) ==
      "no two rows have the same data, partition, model and temperature, so that none is marked as "
      "best");
  c.metrics.push_back({.name = "accuracy", .better = record::Better::up, .predictive = true});
  CHECK(why_none_is_best(c) == "");
  c.problems = 4;
  CHECK(why_none_is_best(c) ==
        "no two rows have the same data, partition and model, so that none is marked as best");
}

}  // namespace comparison_table_test

using namespace skald::report;

namespace {

// sampler x K in {1, 5}; temp is 1 in all runs.
Comparison example() {
  record::StudyRuns runs;
  runs.axes = {"sampler", "K", "temp"};
  runs.metrics = {{"loss", "nat", "", record::Better::down}, {"accuracy", "", "", {}}};
  for (const char* sampler : {"fald", "vr_fald"}) {
    for (const std::int64_t k : {1, 5}) {
      record::StudyRuns::Run run;
      run.axes = {std::string(sampler), k, 1.0};
      run.metrics = {0.1, 0.9};
      runs.runs.push_back(run);
    }
  }
  return compare(runs, {.by = {}, .over = {}});
}

std::vector<std::string> texts_of(const ReportTable& table, std::size_t column) {
  std::vector<std::string> texts;
  for (const auto& row : table.rows) texts.push_back(std::get<std::string>(row[column].value));
  return texts;
}

}  // namespace

TEST_CASE("published values stand behind their metric, in the rows that they name") {
  const Comparison comparison = example();
  ReportTable table = comparison_table(comparison);
  const std::vector<PublishedRow> rows{
      {{"sampler", std::string("fald")}, {"K", 5.0}, {"loss", 30.0}},
      {{"sampler", std::string("vr_fald")}, {"loss", 20.0}},
      {{"sampler", std::string("vr_fald")}, {"loss", 25.0}, {"K", 1.0}},
      {{"sampler", std::string("hmc")}, {"loss", 10.0}}};
  CHECK(add_published_columns(comparison, {{"loss", rows, 0.01}}, table) == 3);
  REQUIRE(table.columns.size() == 6);  // sampler, K, loss, published, accuracy, n
  CHECK(table.columns[2].name == "loss");
  CHECK(table.columns[3].name == "published");
  CHECK(table.columns[4].name == "accuracy");
  CHECK(texts_of(table, 3) == std::vector<std::string>{"", "0.3", "0.2, 0.25", "0.2"});
}

TEST_CASE("an axis on which all runs agree is held against published rows, too") {
  const Comparison comparison = example();
  ReportTable table = comparison_table(comparison);
  CHECK(add_published_columns(comparison, {{"loss", {{{"temp", 2.0}, {"loss", 1.0}}}, 1}}, table) ==
        0);
  ReportTable other = comparison_table(comparison);
  CHECK(add_published_columns(comparison, {{"loss", {{{"temp", 1.0}, {"loss", 1.0}}}, 1}}, other) ==
        4);
}
