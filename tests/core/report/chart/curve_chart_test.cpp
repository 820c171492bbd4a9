
#include "report/chart/gnuplot_script.hpp"
#include "report/compare.hpp"
#include "sample_study.hpp"
#include "test.hpp"

using namespace skald::report;
using namespace skald::report::test;

namespace {

using Curves = std::map<std::int64_t, std::vector<RecordedPoint>>;

RecordedPoint at(std::int64_t iteration, double y) {
  RecordedPoint point;
  point.iteration = iteration;
  point.x = static_cast<double>(iteration);
  point.y = y;
  return point;
}

ReadPoints from(const Curves& curves) {
  return [&curves](std::int64_t run) {
    const auto found = curves.find(run);
    return found == curves.end() ? std::vector<RecordedPoint>{} : found->second;
  };
}

// fald with K = 1: runs 0, 1 and 2.
record::StudyRuns one_setting() {
  record::StudyRuns runs = with_k(sample_study(), 1);
  runs.runs.resize(3);
  return runs;
}

}  // namespace

TEST_CASE("a curve ends at the final values that compare shows, to the last digit") {
  const record::StudyRuns runs = sample_study();
  const Comparison comparison = compare(runs, {.by = {"sampler", "K"}, .over = {}});
  const Chart chart =
      curve_chart(runs, request_for(ChartKind::curve, "iteration"), rising_curves(runs));
  REQUIRE(chart.panels.size() == 1);
  REQUIRE(chart.panels[0].series.size() == 6);
  for (std::size_t s = 0; s < 6; ++s) {
    const ChartSeries& series = chart.panels[0].series[s];
    const Estimate& final = comparison.rows[s].estimates[0];
    REQUIRE(series.by == comparison.rows[s].by);
    REQUIRE(series.points.size() == 5);
    CHECK(series.points.back().y == final.mean);
    CHECK(series.points.back().low == final.mean - final.half_width);
    CHECK(series.points.back().high == final.mean + final.half_width);
    CHECK(series.points.back().n == 3);
    CHECK(series.points.back().x == 50);
  }
  CHECK(chart.panels[0].series[1].name == "FALD, K = 5");
  CHECK(chart.notes == std::vector<std::string>{
                           "Mean over replicates with the 95 % interval of Student's t, n = 3."});
}

TEST_CASE("a line ends where the first of its runs does, which is told") {
  const record::StudyRuns runs = one_setting();
  const Curves curves{{0, {at(10, 1), at(20, 2), at(30, 3)}},
                      {1, {at(10, 3), at(20, 4), at(30, 5)}},
                      {2, {at(10, 5)}}};
  const Chart chart = curve_chart(runs, request_for(ChartKind::curve), from(curves));
  const auto& points = chart.panels.at(0).series.at(0).points;
  REQUIRE(points.size() == 1);
  CHECK(points[0].n == 3);
  CHECK(points[0].y == 3);
  CHECK(has_note(chart, "Lines end where the first of their runs does: "));
}

TEST_CASE("runs are averaged at equal costs, between their records by straight lines") {
  const record::StudyRuns runs = one_setting();
  const auto spent = [](std::int64_t iteration, double x, double y) {
    RecordedPoint point = at(iteration, y);
    point.x = x;
    return point;
  };
  // The costs of the first run are half of those of the others: it comes less far.
  const Curves curves{{0, {spent(10, 100, 4), spent(20, 200, 2)}},
                      {1, {spent(10, 200, 8), spent(20, 400, 4)}},
                      {2, {spent(10, 100, 6), spent(20, 400, 0)}}};
  const Chart chart = curve_chart(runs, request_for(ChartKind::curve, "bits_up"), from(curves));
  const auto& points = chart.panels.at(0).series.at(0).points;
  REQUIRE(points.size() == 1);  // what all have in common
  CHECK(points[0].x == 200);
  CHECK(points[0].n == 3);
  CHECK(points[0].y == Approx((2 + 8 + 4) / 3.0));
}

TEST_CASE("places of a curve over costs are the mean costs of its runs, within what all have") {
  // The costs of the runs are 10, 12 and 8 per iteration, and y is the cost + 0, 1 and 2.
  Curves curves;
  for (std::int64_t run = 0; run < 3; ++run) {
    for (const std::int64_t iteration : {10, 20, 30}) {
      RecordedPoint point = at(iteration, 0);
      point.x *= run == 0 ? 10 : run == 1 ? 12 : 8;
      point.y = point.x + static_cast<double>(run);
      curves[run].push_back(point);
    }
  }
  const record::StudyRuns runs = one_setting();
  const Chart chart = curve_chart(runs, request_for(ChartKind::curve, "bits_up"), from(curves));
  const auto& points = chart.panels.at(0).series.at(0).points;
  REQUIRE(points.size() == 3);
  const std::vector<double> places{120, 200, 240};  // of 100, 200 and 300 what lies in [120, 240]
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(points[i].x == places[i]);
    CHECK(points[i].y == Approx(places[i] + 1));
  }
}

TEST_CASE("a line is broken where averages start anew, whatever x is, and that of a cost is not") {
  record::StudyRuns runs = one_setting();
  for (auto& run : runs.runs) run.restart = 20;
  const auto spent = [](std::int64_t iteration, double per_iteration) {
    RecordedPoint point = at(iteration, static_cast<double>(iteration));
    point.x = per_iteration * point.y;
    return point;
  };
  const auto of = [&](double a, double b, double c) {
    Curves curves;
    for (const std::int64_t i : {10, 20, 30, 40}) {
      curves[0].push_back(spent(i, a));
      curves[1].push_back(spent(i, b));
      curves[2].push_back(spent(i, c));
    }
    return curves;
  };
  const auto breaks = [](const Chart& chart) {
    std::vector<double> found;
    for (const ChartPoint& point : chart.panels.at(0).series.at(0).points)
      if (point.starts_anew) found.push_back(point.x);
    CHECK(has_note(chart, "Lines are broken where averages start anew") == !found.empty());
    return found;
  };
  const Chart by_iteration =
      curve_chart(runs, request_for(ChartKind::curve, "iteration"), from(of(1, 1, 1)));
  CHECK(breaks(by_iteration) == std::vector<double>{30});
  CHECK_THAT(gnuplot_script(by_iteration, PictureFormat::svg), Catch::Contains("\n\n30 30 "));
  const ChartRequest by_bits = request_for(ChartKind::curve, "bits_up");
  // At 2200 bits two runs have started anew and the third has not; at 3300 it is about to.
  const Chart by_cost = curve_chart(runs, by_bits, from(of(100, 100, 130)));
  CHECK(breaks(by_cost) == std::vector<double>{4000});
  CHECK(by_cost.panels[0].series[0].points.size() == 2);
  runs.metrics.front().name = "rounds";
  CHECK(breaks(curve_chart(runs, by_bits, from(of(100, 100, 100)))).empty());
  runs.metrics.front().name = "accuracy";
  runs.runs[1].restart.reset();
  CHECK(breaks(curve_chart(runs, by_bits, from(of(100, 100, 100)))).empty());
}

TEST_CASE("a value between records lies on a straight line, and there is none outside of them") {
  const std::vector<RecordedPoint> run{at(10, 1), at(20, 3), at(40, 7)};
  CHECK(interpolated(run, 10).y == 1);
  CHECK(interpolated(run, 15).y == 2);
  CHECK(interpolated(run, 20).y == 3);
  CHECK(interpolated(run, 30).y == 5);
  CHECK(interpolated(run, 40).y == 7);
  CHECK(std::isnan(interpolated(run, 9).y));
  CHECK(std::isnan(interpolated(run, 41).y));
  CHECK(std::isnan(interpolated({}, 10).y));
}

TEST_CASE("what is left of a setting with diverged runs is drawn apart, and named so") {
  record::StudyRuns runs = one_setting();
  runs.runs[0].status = record::RunStatus::diverged;
  const Curves curves{{1, {at(10, 1), at(20, 2)}}, {2, {at(10, 3), at(20, 4)}}};
  const Chart chart = curve_chart(runs, request_for(ChartKind::curve), from(curves));
  const ChartSeries& series = chart.panels.at(0).series.at(0);
  CHECK(series.source == ChartSource::survivors);
  CHECK(series.name == "1 of 3 diverged");
}

TEST_CASE("records that only some of the runs under way have are counted, not drawn") {
  const record::StudyRuns runs = one_setting();
  const Curves curves{{0, {at(10, 1), at(13, 9)}},  // ended by its budget
                      {1, {at(10, 1), at(20, 2)}},
                      {2, {at(10, 1), at(20, 2)}}};
  const Chart chart = curve_chart(runs, request_for(ChartKind::curve), from(curves));
  const auto& points = chart.panels.at(0).series.at(0).points;
  REQUIRE(points.size() == 1);
  CHECK(points[0].x == 10);
  CHECK(points[0].n == 3);
  CHECK(has_note(chart, "1 record at iterations"));
}

TEST_CASE("diverged, failed and non-finite values are left out and counted") {
  record::StudyRuns runs = one_setting();
  runs.runs[0].status = record::RunStatus::diverged;
  const Curves curves{
      {0, {at(10, 100)}}, {1, {at(10, 1), at(20, kInfinity)}}, {2, {at(10, 3), at(20, 4)}}};
  const Chart chart = curve_chart(runs, request_for(ChartKind::curve), from(curves));
  const auto& points = chart.panels.at(0).series.at(0).points;
  REQUIRE(points.size() == 2);
  CHECK(points[0].y == 2);
  CHECK(points[1].y == 4);
  CHECK(points[1].n == 1);
  CHECK(std::isnan(points[1].low));
  CHECK(has_note(chart, "Left out: 1 run that diverged."));
  CHECK(has_note(chart, "1 recorded value is not finite and not drawn."));
}

TEST_CASE("a mean over an axis has to be asked for, and counts replicates") {
  const record::StudyRuns runs = sample_study();
  ChartRequest request = request_for(ChartKind::curve);
  request.by = {"sampler"};
  CHECK_THROWS_WITH(curve_chart(runs, request, rising_curves(runs)),
                    Catch::Contains("\"K\" varies within the rows"));
  request.over = {"K"};
  const Chart chart = curve_chart(runs, request, rising_curves(runs));
  REQUIRE(chart.panels.at(0).series.size() == 2);
  const Comparison comparison = compare(runs, {.by = {"sampler"}, .over = {"K"}});
  const ChartPoint& last = chart.panels[0].series[0].points.back();
  CHECK(last.n == 3);
  CHECK(last.y == comparison.rows[0].estimates[0].mean);
}

TEST_CASE("the band may be the range of the replicates, or none") {
  const record::StudyRuns runs = one_setting();
  const Curves curves{{0, {at(10, 1)}}, {1, {at(10, 2)}}, {2, {at(10, 6)}}};
  ChartRequest request = request_for(ChartKind::curve);
  request.band = Band::min_max;
  const ChartPoint range =
      curve_chart(runs, request, from(curves)).panels.at(0).series.at(0).points.at(0);
  CHECK(range.low == 1);
  CHECK(range.high == 6);
  request.band = Band::none;
  const ChartPoint bare =
      curve_chart(runs, request, from(curves)).panels.at(0).series.at(0).points.at(0);
  CHECK(std::isnan(bare.low));
}

TEST_CASE("x is the mean over the same replicates, and the note says how far they differ") {
  const record::StudyRuns runs = one_setting();
  Curves curves{{0, {at(10, 1)}}, {1, {at(10, 2)}}, {2, {at(10, 6)}}};
  curves[0][0].x = 90;
  curves[1][0].x = 100;
  curves[2][0].x = 110;
  const Chart chart = curve_chart(runs, request_for(ChartKind::curve, "rounds"), from(curves));
  CHECK(chart.panels.at(0).series.at(0).points.at(0).x == 100);
  CHECK(has_note(chart, "rounds differs between replicates by up to ±10 %"));
}

TEST_CASE("exact values stand beside their series, with its look") {
  const record::StudyRuns runs = sample_study();
  ChartRequest request = request_for(ChartKind::curve);
  request.has_exact = true;
  const Chart chart = curve_chart(runs, request, rising_curves(runs));
  const auto& series = chart.panels.at(0).series;
  REQUIRE(series.size() == 12);
  CHECK(series[0].source == ChartSource::runs);
  CHECK(series[1].source == ChartSource::exact);
  CHECK(series[1].look == series[0].look);
  CHECK(series[1].points.back().y == Approx(0.7).epsilon(1e-15));
}

TEST_CASE("what has no place on a logarithmic axis is told") {
  const record::StudyRuns runs = one_setting();
  const Curves curves{
      {0, {at(0, 1), at(10, 2)}}, {1, {at(0, 1), at(10, 1)}}, {2, {at(0, 1), at(10, -1)}}};
  ChartRequest request = request_for(ChartKind::curve);
  request.is_log_x = request.is_log_y = true;
  const Chart chart = curve_chart(runs, request, from(curves));
  CHECK(chart.panels.at(0).series.at(0).points.size() == 1);
  CHECK(has_note(chart, "1 point at or below 0"));
  CHECK(has_note(chart, "Intervals that reach 0 or below end at the axis."));
}

TEST_CASE("0 has no place on a logarithmic axis, neither a mean nor the end of an interval") {
  const record::StudyRuns runs = one_setting();
  const Curves curves{
      {0, {at(10, 1), at(20, 0)}}, {1, {at(10, 0), at(20, 0.5)}}, {2, {at(10, -1), at(20, 1)}}};
  ChartRequest request = request_for(ChartKind::curve);
  request.is_log_y = true;
  request.band = Band::min_max;
  const Chart chart = curve_chart(runs, request, from(curves));
  const auto& points = chart.panels.at(0).series.at(0).points;
  REQUIRE(points.size() == 1);  // the mean at 10 is 0
  CHECK(points[0].x == 20);
  CHECK(points[0].y == Approx(0.5));
  CHECK(points[0].low == 0);
  CHECK(has_note(chart, "1 point at or below 0"));
  CHECK(has_note(chart, "Intervals that reach 0 or below end at the axis."));
}

namespace {

// Settings a x b, of which y at the end is b, and more of it is better.
record::StudyRuns many_settings(std::int64_t as, std::int64_t bs) {
  record::StudyRuns runs;
  runs.axes = {"a", "b"};
  runs.metrics = {{"y", "", "", record::Better::up}};
  for (std::int64_t a = 0; a < as; ++a) {
    for (std::int64_t b = 0; b < bs; ++b) {
      record::StudyRuns::Run run;
      run.axes = {a, b};
      run.metrics = {1};
      run.id = b;
      runs.runs.push_back(run);
    }
  }
  return runs;
}

std::vector<RecordedPoint> up_to(std::int64_t id) {
  return {at(1, 1), at(2, static_cast<double>(id))};
}

}  // namespace

TEST_CASE("many settings are divided among panels, of which the best have colours") {
  const Chart chart = curve_chart(many_settings(3, 20), request_for(ChartKind::curve), up_to);
  CHECK(chart.facet == "a");
  REQUIRE(chart.panels.size() == 3);
  CHECK(chart.panels[2].title == "a = 2");
  const std::vector<ChartSeries>& series = chart.panels[0].series;
  REQUIRE(series.size() == kMostSeries);
  for (std::size_t s = 0; s < series.size(); ++s) {
    // The grey ones stand behind the six best; the four worst are not there.
    CHECK(series[s].points.back().y == static_cast<double>(s + 4));
    CHECK(series[s].is_faint == (s < kMostSeries - 6));
  }
  CHECK(has_note(chart, "Not drawn: 12 settings, the worst of their panels."));
  CHECK_THAT(chart.hint, Catch::Contains("42 settings are grey or not drawn: --where"));
}

TEST_CASE("the axis that leaves six lines in a panel divides settings, unless some lack it") {
  CHECK(curve_chart(many_settings(8, 3), request_for(ChartKind::curve), up_to).facet == "a");
  CHECK(curve_chart(many_settings(6, 3), request_for(ChartKind::curve), up_to).facet == "b");
  CHECK(curve_chart(many_settings(2, 3), request_for(ChartKind::curve), up_to).facet.empty());
  record::StudyRuns runs = many_settings(6, 3);
  runs.runs.front().axes[1] = {};
  CHECK(curve_chart(runs, request_for(ChartKind::curve), up_to).facet == "a");
}

TEST_CASE("series that were asked for all have colours, and of each family the best comes first") {
  ChartRequest request = request_for(ChartKind::curve);
  request.by = {"a", "b"};
  const Chart chosen = curve_chart(many_settings(4, 3), request, up_to);
  CHECK(chosen.panels.at(0).series.size() == 12);
  for (const ChartSeries& series : chosen.panels[0].series) CHECK_FALSE(series.is_faint);
  CHECK(chosen.hint.empty());
  request.by = {"b", "a"};
  const Chart cut = curve_chart(many_settings(9, 3), request, up_to);
  std::set<record::SqlValue> families;
  for (const ChartSeries& series : cut.panels.at(0).series) families.insert(series.by.front());
  CHECK(cut.panels[0].series.size() == kMostSeries);
  CHECK(families.size() == 3);  // b = 0 is the worst of all, and its best is drawn
}

TEST_CASE("a positive metric over two decades has a logarithmic axis, a signed one has not") {
  record::StudyRuns runs = one_setting();
  runs.metrics[0].scale = record::Scale::positive;
  const auto is_log = [&](double last) {
    const std::vector<RecordedPoint> curve{at(10, 1), at(20, last)};
    return curve_chart(runs, request_for(ChartKind::curve), [&](std::int64_t) { return curve; })
        .y.is_log;
  };
  CHECK(is_log(100));
  CHECK_FALSE(is_log(99));
  runs.metrics[0].scale = record::Scale::real;
  CHECK_FALSE(is_log(100));
}
