#include "datasets/label_picture.hpp"

#include "test.hpp"

namespace {

LabelCounts example(std::vector<std::int64_t> tests = {}) {
  LabelCounts counts{problem::LabelHistogram(3, 2), std::move(tests)};
  counts.labels << 90, 10, 0, 7, 50, 50;
  return counts;
}

}  // namespace

TEST_CASE("labels are drawn by their share of the client's rows") {
  CHECK(text_picture(example()) ==
        "client   0  1       rows\n"
        "     0 |%%%...|      100\n"
        "     1 |   @@@|        7\n"
        "     2 |++++++|      100\n"
        "3 clients, 207 rows, sizes 7 to 100\n");
}

TEST_CASE("of many clients the first are drawn") {
  const std::string text = text_picture(example(), 1);
  CHECK(text.find("     1 |") == std::string::npos);
  CHECK(text.find("... and 2 further clients") != std::string::npos);
}

TEST_CASE("sizes are drawn where there are no labels") {
  problem::LabelHistogram sizes(2, 1);
  sizes << 10, 5;
  CHECK(text_picture({sizes, {}}) == "     0 |" + std::string(50, '#') + "|       10\n     1 |" +
                                         std::string(25, '#') + std::string(25, ' ') +
                                         "|        5\n2 clients, 15 rows, sizes 5 to 10\n");
}

TEST_CASE("test rows are shown where they belong to clients") {
  const LabelCounts counts = example({25, 0, 4});
  CHECK(text_picture(counts) ==
        "client   0  1       rows     test\n"
        "     0 |%%%...|      100       25\n"
        "     1 |   @@@|        7        0\n"
        "     2 |++++++|      100        4\n"
        "3 clients, 207 rows, sizes 7 to 100; 29 test rows, 0 to 25\n");
  CHECK(csv_text(counts) ==
        "client,rows,test_rows,label_0,label_1\n0,100,25,90,10\n1,7,0,0,7\n2,100,4,50,50\n");
  const report::Chart chart = label_chart(counts, "skew", "titanic; iid");
  CHECK(chart.y.categories == std::vector<std::string>{"2 (100 + 4)", "1 (7 + 0)", "0 (100 + 25)"});
}

TEST_CASE("the files hold every count") {
  CHECK(csv_text(example()) == "client,rows,label_0,label_1\n0,100,90,10\n1,7,0,7\n2,100,50,50\n");
  const report::Chart chart = label_chart(example(), "skew", "titanic; iid");
  CHECK(chart.kind == &report::ChartKind::heat);
  CHECK(chart.x.categories == std::vector<std::string>{"0", "1"});
  CHECK(chart.y.categories == std::vector<std::string>{"2 (100)", "1 (7)", "0 (100)"});
  CHECK(chart.notes ==
        std::vector<std::string>{"titanic; iid", "3 clients, 207 rows, sizes 7 to 100."});
  std::vector<double> shares;
  std::int64_t rows = 0;
  for (const report::HeatCell& cell : chart.panels.at(0).cells) {
    shares.push_back(cell.value);
    rows += cell.n;
  }
  CHECK(shares == std::vector<double>{0.5, 0.5, 0, 1, 0.9, 0.1});
  CHECK(rows == 207);
}

TEST_CASE("where the target is no class, bars have the clients' sizes") {
  problem::LabelHistogram sizes(2, 1);
  sizes << 10, 5;
  const report::Chart chart = label_chart({sizes, {}}, "skew", "titanic; iid");
  CHECK(chart.kind == &report::ChartKind::bars);
  REQUIRE(chart.panels.at(0).series.at(0).points.size() == 2);
  CHECK(chart.panels[0].series[0].points[1].x == 1);
  CHECK(chart.panels[0].series[0].points[1].y == 5);
  CHECK(chart.x.categories == std::vector<std::string>{"0", "1"});
}
