// Tests charts of draws.
#include "report/chart/gnuplot_script.hpp"
#include "report/chart/terminal_picture.hpp"
#include "sample_study.hpp"
#include "test.hpp"

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
  const Chart chart = draws_chart(runs, request_for(ChartKind::draws), lattice(9));
  REQUIRE(chart.panels.size() == 2);
  CHECK(chart.panels[0].title == "FALD");
  CHECK(has_note(chart, "10800 draws in each panel."));
  CHECK(chart.x.name == "θ_1");
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
  const Chart chart = draws_chart(runs, request, [](std::int64_t run) {
    PlaneDraws draws = lattice()(run);
    draws.x[0] = 1e3;
    return draws;
  });
  CHECK(has_note(chart, "0.028 % of them outside"));
}

TEST_CASE("the table of draws has the coordinates of the cells") {
  const record::StudyRuns runs = with_k(sample_study(), 5);
  const Chart chart = draws_chart(runs, request_for(ChartKind::draws), lattice());
  const record::ResultTable table = chart_table(chart);
  CHECK(table.columns ==
        std::vector<std::string>{"sampler", "θ_2", "θ_1", "density of draws", "low", "high", "n"});
  REQUIRE(table.rows.size() == 2 * 40 * 40);
  CHECK(std::get<double>(table.rows[1][2]) == Approx(chart.x.first + chart.x.step));
}

namespace {

// Covariance L L' with L = (2, 0; 0.6, 0.8): determinant 2.56.
constexpr PlaneLaw kLaw{1, 2, 4, 1.2, 1};

// Returns the mean of kLaw plus L u for u of these lengths.
PlaneDraws at_distances(const std::vector<double>& squared) {
  PlaneDraws draws;
  double angle = 0.3;
  for (const double each : squared) {
    const double u = std::sqrt(each) * std::cos(angle), v = std::sqrt(each) * std::sin(angle);
    draws.x.push_back(1 + 2 * u);
    draws.y.push_back(2 + 0.6 * u + 0.8 * v);
    angle += 1.7;
  }
  return draws;
}

}  // namespace

TEST_CASE("a Gaussian law of two coordinates, by hand") {
  CHECK(squared_distance(kLaw, 1 + 2 * 3, 2 + 0.6 * 3) == Approx(9));
  CHECK(density_at(kLaw, 1, 2) == Approx(1 / (2 * std::numbers::pi * 1.6)));
  CHECK(squared_reach(0.9) == Approx(2 * std::log(10.0)));
  const std::vector<ChartPoint> line = line_around(kLaw, 0.5);
  CHECK(line.front().x == Approx(line.back().x));
  for (const ChartPoint& point : line) {
    CHECK(squared_distance(kLaw, point.x, point.y) == Approx(2 * std::log(2.0)));
  }
}

TEST_CASE("lines hold shares of the exact law, the shares of the draws within them are told") {
  record::StudyRuns runs = with_k(sample_study(), 5);
  ChartRequest request = request_for(ChartKind::draws);
  request.facet = "sampler";
  // The reaches are 1.39, 4.61 and 9.21: one, two and three of four draws lie within.
  const auto draws = [](std::int64_t) { return at_distances({1, 3, 6, 10}); };
  const Chart chart = draws_chart(runs, request, draws, [](std::int64_t) { return kLaw; });
  REQUIRE(!chart.panels.empty());
  CHECK(has_note(chart,
                 "Lines hold 50, 90 and 99 % of the exact posterior; within them lie 25.0, "
                 "50.0, 75.0 (" +
                     chart.panels[0].title + ")"));
  for (const ChartPanel& panel : chart.panels) {
    REQUIRE(panel.series.size() == 3);
    CHECK(panel.series[2].source == ChartSource::exact);
    const HeatCell& cell = panel.cells[7 * 40 + 5];
    CHECK(cell.exact ==
          density_at(kLaw, chart.x.first + 5 * chart.x.step, chart.y.first + 7 * chart.y.step));
  }
  const record::ResultTable table = chart_table(chart);
  CHECK(table.columns.back() == "exact");
  CHECK(table.rows[0].size() == table.columns.size());
  CHECK_THAT(gnuplot_script(chart, PictureFormat::svg), Catch::Contains("$p0line2 using 1:2 with"));
}

TEST_CASE("runs of one panel with different laws are refused") {
  const record::StudyRuns runs = with_k(sample_study(), 5);
  const auto law = [](std::int64_t run) {
    PlaneLaw its = kLaw;
    its.mean_x += static_cast<double>(run);
    return its;
  };
  CHECK_THROWS_WITH(
      draws_chart(runs, request_for(ChartKind::draws), lattice(), law),
      Catch::Contains("runs of one panel have different posteriors") && Catch::Contains("seed"));
}
