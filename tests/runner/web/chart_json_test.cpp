// Charts as the page's script reads them.
#include "web/chart_json.hpp"

#include <boost/json.hpp>

#include "test.hpp"

namespace chart_json_test {

namespace {

std::vector<report::ChartPoint> curve(std::size_t count) {
  std::vector<report::ChartPoint> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    points[i].x = static_cast<double>(i);
    points[i].y = std::sin(0.01 * static_cast<double>(i));
    points[i].n = 3;
  }
  return points;
}

report::ChartSeries series_of(const std::vector<report::ChartPoint>& points, std::size_t look) {
  report::ChartSeries series;
  series.name = "a";
  series.look = look;
  series.points = points;
  return series;
}

}  // namespace

TEST_CASE("short curves are drawn as they are") {
  CHECK(drawn_points(curve(200), 200).size() == 200);
  CHECK(drawn_points({}, 200).empty());
  CHECK(drawn_points(curve(1), 0) == std::vector<std::size_t>{0});
}

TEST_CASE("long curves keep their ends and whatever stands out") {
  auto points = curve(10'000);
  points[4321].y = 7;
  points[8765].y = -7;
  const auto places = drawn_points(points, 200);
  CHECK(places.size() <= 200);
  CHECK(places.size() > 150);
  CHECK(std::is_sorted(places.begin(), places.end()));
  CHECK(std::adjacent_find(places.begin(), places.end()) == places.end());
  CHECK(places.front() == 0);
  CHECK(places.back() == 9999);
  CHECK(std::count(places.begin(), places.end(), 4321) == 1);
  CHECK(std::count(places.begin(), places.end(), 8765) == 1);
}

TEST_CASE("numbers in a page are numbers of JSON") {
  CHECK(json_number_text(0.1) == "0.1");
  CHECK(json_number_text(1.0 / 3, 6) == "0.333333");
  CHECK(json_number_text(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(json_number_text(-std::numeric_limits<double>::infinity(), 6) == "\"-Infinity\"");
}

TEST_CASE("a chart as JSON has its last point to the last digit") {
  report::Chart chart;
  chart.title = "</script>";
  chart.x.name = "<";
  chart.panels.push_back({"", {}, {}, {}});
  auto points = curve(1000);
  points.back().y = 1.0 / 3;
  points.back().low = 0.3;
  chart.panels[0].series = {series_of(points, 2), series_of(points, 3)};
  chart.panels[0].series[1].source = report::ChartSource::exact;
  const std::string text = chart_json(chart);
  CHECK(text.find('<') == std::string::npos);
  const auto json = boost::json::parse(text).as_object();
  const auto& series = json.at("panels").at(0).at("series").at(0).as_object();
  CHECK(series.at("y").as_array().size() == 1000);
  CHECK(series.at("y").as_array().back().as_double() == 1.0 / 3);
  CHECK(series.at("low").as_array().front().is_null());
  CHECK(series.at("n").as_int64() == 3);
  CHECK(json.at("entries") == boost::json::array{"runs a", "exact exact"});
  CHECK(json.at("panels").at(0).at("series").at(1).at("entry").as_int64() == 1);
}

TEST_CASE("a chart with many points is thinned, and says so") {
  report::Chart chart;
  chart.panels.push_back({"", {}, {}, {}});
  auto points = curve(1000);
  points[501].starts_anew = true;
  chart.panels[0].series.push_back(series_of(points, 0));
  const report::Chart few = thinned(chart, 20);
  const auto& left = few.panels[0].series[0].points;
  CHECK(left.size() <= 21);
  CHECK(left.back().x == 999);
  CHECK(std::count_if(left.begin(), left.end(),
                      [](const auto& p) { return p.starts_anew && p.x == 501; }) == 1);
  REQUIRE(few.notes.size() == 1);
  CHECK_THAT(few.notes[0], Catch::Contains("some are drawn"));
  CHECK(thinned(chart, 1000).notes.empty());
}

TEST_CASE("a trade-off of many settings keeps its front") {
  report::Chart chart;
  chart.kind = &report::ChartKind::tradeoff;
  chart.panels.push_back({"", {}, {}, {}});
  auto points = curve(1000);
  for (const std::size_t place : {100U, 101U, 102U}) points[place].front = 1;
  chart.panels[0].series.push_back(series_of(points, 0));
  const report::Chart few = thinned(chart, 50);
  CHECK_THAT(few.notes.at(0), Catch::Contains("all of the front"));
  const auto json = boost::json::parse(chart_json(few));
  const auto& series = json.at("panels").at(0).at("series").at(0);
  const auto& front = series.at("front").as_array();
  CHECK(front.size() <= 53);
  CHECK(std::count(front.begin(), front.end(), boost::json::value(1)) == 3);
  CHECK(series.at("settings").as_array().size() == front.size());
}

}  // namespace chart_json_test
