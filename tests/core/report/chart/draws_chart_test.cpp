// Tests charts of draws.
#include "report/chart/draws_chart.hpp"

#include "catch.hpp"
#include "report/chart/chart_table.hpp"
#include "sample_study.hpp"

using namespace skald;
using namespace skald::report;
using namespace skald::report::test;

namespace {

// A lattice of 60 x 60 points around (2, -1), half as wide for the runs from `narrow` on.
ReadDraws lattice(std::int64_t narrow = 1000) {
  return [narrow](std::int64_t run) {
    const double width = run >= narrow ? 0.5 : 1;
    PlaneDraws draws;
    for (int i = 0; i < 60; ++i) {
      for (int k = 0; k < 60; ++k) {
        draws.x.push_back(2 + width * (i - 29.5) / 29.5);
        draws.y.push_back(-1 + width * (k - 29.5) / 29.5);
      }
    }
    return draws;
  };
}

}  // namespace

TEST_CASE("the density of draws integrates to 1 over the cells, a panel for each setting") {
  const record::StudyRuns runs = with_k(sample_study(), 5);
  const Chart chart =
      draws_chart(runs, request_for(ChartKind::draws), lattice(9), "first", "second");
  REQUIRE(chart.panels.size() == 2);
  CHECK(chart.panels[0].title == "fald");
  CHECK(has_note(chart, "10800 draws in each panel."));
  CHECK(chart.x.name == "first");
  CHECK(chart.x.first + 19.5 * chart.x.step == Approx(2));
  CHECK(chart.y.first + 19.5 * chart.y.step == Approx(-1));
  for (const ChartPanel& panel : chart.panels) {
    double all = 0;
    std::int64_t draws = 0;
    for (const HeatCell& cell : panel.cells) {
      all += cell.value * chart.x.step * chart.y.step;
      draws += cell.n;
    }
    CHECK(all == Approx(1));
    CHECK(draws == 10800);
  }
  // A quarter of the area at four times the density.
  const std::size_t middle = 20 * 40 + 20;
  CHECK(chart.panels[1].cells[middle].value > 2 * chart.panels[0].cells[middle].value);
}

TEST_CASE("draws beyond the cells are told") {
  const record::StudyRuns runs = with_k(sample_study(), 5);
  ChartRequest request = request_for(ChartKind::draws);
  request.facet = "sampler";
  const Chart chart = draws_chart(
      runs, request,
      [](std::int64_t run) {
        PlaneDraws draws = lattice()(run);
        draws.x[0] = 1e3;
        return draws;
      },
      "x", "y");
  CHECK(has_note(chart, "0.028 % of them outside"));
}

TEST_CASE("the table of draws has the coordinates of the cells") {
  const record::StudyRuns runs = with_k(sample_study(), 5);
  const Chart chart = draws_chart(runs, request_for(ChartKind::draws), lattice(), "x", "y");
  const record::ResultTable table = chart_table(chart);
  CHECK(table.columns ==
        std::vector<std::string>{"sampler", "y", "x", "density of draws", "low", "high", "n"});
  REQUIRE(table.rows.size() == 2 * 40 * 40);
  CHECK(std::get<double>(table.rows[1][2]) == Approx(chart.x.first + chart.x.step));
}
