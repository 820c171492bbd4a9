#include "report/chart/published_overlay.hpp"

#include "report/chart/gnuplot_script.hpp"
#include "report/chart/look.hpp"
#include "sample_study.hpp"
#include "test.hpp"

using namespace skald::report;
using namespace skald::report::test;

namespace {

PublishedRow row(const std::string& sampler, double k, double accuracy) {
  return {{"sampler", sampler}, {"K", k}, {"accuracy", accuracy}};
}

}  // namespace

TEST_CASE("published points join the series that they name") {
  const record::StudyRuns runs = sample_study();
  Chart chart = make_chart(runs, request_for(ChartKind::points, "K"));
  CHECK(add_published(chart, runs, {row("vr_fald", 5, 72), row("hmc", 5, 90), row("fald", 7, 70)},
                      0.01) == 2);
  const auto& series = chart.panels.at(0).series;
  REQUIRE(series.size() == 4);
  CHECK(series[2].source == ChartSource::published);
  CHECK(series[2].name == "VR-FALD*, published");
  CHECK(series[2].look == series[1].look);
  CHECK(series[2].points.at(0).x == 5);
  CHECK(series[2].points.at(0).y == Approx(0.72));
  CHECK(series[3].points.at(0).x == 7);  // a place that no run of ours has
}

TEST_CASE("runs without a name of their own are called measured beside published values") {
  const record::StudyRuns runs = with_k(sample_study(), 1);
  ChartRequest request = request_for(ChartKind::points, "sampler");
  request.by = {"sampler"};
  Chart chart = make_chart(runs, request);
  REQUIRE(chart.panels.at(0).series.front().name.empty());
  const auto names_them = Catch::Contains("'measured'");
  CHECK_THAT(gnuplot_script(chart, PictureFormat::svg), !names_them);
  REQUIRE(add_published(chart, runs, {{{"sampler", std::string("fald")}, {"accuracy", 0.8}}}, 1) ==
          1);
  CHECK_THAT(gnuplot_script(chart, PictureFormat::svg), names_them);
}

TEST_CASE("a published value without a place is a line across a curve chart") {
  const record::StudyRuns runs = with_k(sample_study(), 1);
  Chart chart = curve_chart(runs, request_for(ChartKind::curve, "iteration"), rising_curves(runs));
  const auto fald = [](double accuracy) {
    return PublishedRow{{"sampler", std::string("fald")}, {"accuracy", accuracy}};
  };
  CHECK(add_published(chart, runs, {fald(0.8), fald(0.9)}, 1) == 2);
  REQUIRE(chart.panels.at(0).series.size() == 4);
  for (const std::size_t s : {2U, 3U}) {
    const ChartSeries& series = chart.panels[0].series[s];
    REQUIRE(series.points.size() == 2);
    CHECK(series.points[0].x == 10);
    CHECK(series.points[1].x == 50);
    CHECK(series.points[0].y == (s == 2 ? 0.8 : 0.9));
    CHECK(series.points[1].y == series.points[0].y);
  }
}

TEST_CASE("a published value that fits several series stands for itself") {
  const record::StudyRuns runs = sample_study();
  Chart chart = curve_chart(runs, request_for(ChartKind::curve), rising_curves(runs));
  CHECK(add_published(chart, runs, {{{"sampler", std::string("fald")}, {"accuracy", 0.8}}}, 1) ==
        1);
  CHECK(chart.panels.at(0).series.back().look == kNoLook);
  CHECK(chart.panels.at(0).series.back().name == "FALD, published");
  CHECK(add_published(chart, runs, {{{"sampler", std::string("vr_fald")}, {"accuracy", 0.9}}}, 1) ==
        1);
  const std::size_t other = chart.panels.at(0).series.back().look;
  CHECK(is_black(other));
  CHECK(look(other).marker != look(kNoLook).marker);
}

TEST_CASE("among points a published value without a place stands at every place") {
  const record::StudyRuns runs = sample_study();
  Chart chart = make_chart(runs, request_for(ChartKind::points));
  const std::size_t ours = chart.panels.at(0).series.size();
  CHECK(add_published(chart, runs, {{{"sampler", std::string("fald")}, {"accuracy", 0.8}}}, 1) ==
        1);
  REQUIRE(chart.panels[0].series.size() == ours + 1);
  std::vector<double> places;
  for (const ChartPoint& point : chart.panels[0].series.back().points) {
    places.push_back(point.x);
    CHECK(point.y == 0.8);
  }
  CHECK(places == std::vector<double>{1, 5, 20});
  CHECK(add_published(chart, runs, {{{"K", 7.0}, {"accuracy", 0.8}}}, 1) == 1);
}
