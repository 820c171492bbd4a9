// Tests published values beside those of a comparison.
#include "report/published_columns.hpp"

#include "report/comparison_table.hpp"
#include "test.hpp"

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
