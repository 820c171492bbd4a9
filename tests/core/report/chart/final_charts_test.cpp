// Charts of final values: points, bars, heat maps, trade-offs, distributions.
#include "report/chart/chart_ranges.hpp"
#include "report/chart/dealt_settings.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "report/compare.hpp"
#include "sample_study.hpp"
#include "test.hpp"

using namespace skald::report;
using namespace skald::report::test;

TEST_CASE("values of an axis are the same as numbers or as texts, and never across") {
  using Value = record::SqlValue;
  CHECK(is_same(Value(1.0), Value(std::int64_t{1})));
  CHECK_FALSE(is_same(Value(1.0), Value(2.0)));
  CHECK(is_same(Value(std::string("a")), Value(std::string("a"))));
  CHECK_FALSE(is_same(Value(1.0), Value(std::string("a"))));
  CHECK_FALSE(is_same(Value(std::string("a")), Value(1.0)));
}

TEST_CASE("points are the means and intervals of compare") {
  const record::StudyRuns runs = sample_study();
  const Chart chart = make_chart(runs, request_for(ChartKind::points));
  CHECK(chart.x.name == "K");  // the axis with the most numbers
  CHECK(chart.x.categories.empty());
  CHECK_FALSE(chart.x.is_log);
  const Comparison comparison = compare(runs, {.by = {"sampler", "K"}, .over = {}});
  REQUIRE(chart.panels.size() == 1);
  REQUIRE(chart.panels[0].series.size() == 2);
  for (std::size_t s = 0; s < 2; ++s) {
    REQUIRE(chart.panels[0].series[s].points.size() == 3);
    for (std::size_t p = 0; p < 3; ++p) {
      const ChartPoint& point = chart.panels[0].series[s].points[p];
      const Estimate& estimate = comparison.rows[3 * s + p].estimates[0];
      CHECK(point.y == estimate.mean);
      CHECK(point.high == estimate.mean + estimate.half_width);
      CHECK(point.n == 3);
    }
  }
  CHECK(chart.panels[0].series[0].points[2].x == 20);
}

TEST_CASE("texts and infinite values make categories, unset values have no place among numbers") {
  record::StudyRuns runs = sample_study();
  const Chart samplers = make_chart(runs, request_for(ChartKind::points, "sampler"));
  CHECK(samplers.x.categories == std::vector<std::string>{"fald", "vr_fald"});
  runs = with_k(runs, 1);
  for (auto& run : runs.runs)
    run.axes[2] = run.axes[0] == record::SqlValue("fald") ? 1.0 : kInfinity;
  const Chart budgets = make_chart(runs, request_for(ChartKind::points, "eps"));
  CHECK(budgets.x.categories == std::vector<std::string>{"1", "inf"});
  for (auto& run : runs.runs) {
    if (run.axes[0] == record::SqlValue("vr_fald")) run.axes[2] = {};
  }
  const Chart numbers = make_chart(runs, request_for(ChartKind::points, "eps"));
  CHECK(numbers.x.categories.empty());
  CHECK(numbers.panels.at(0).series.size() == 1);
  CHECK(has_note(numbers, "1 setting has no value of ε"));
  CHECK(has_note(numbers, "Without a value to draw: VR-FALD*"));
}

TEST_CASE("numbers over two decades are drawn on a logarithmic axis, unless that is refused") {
  record::StudyRuns runs = sample_study();
  for (auto& run : runs.runs) {
    if (run.axes[1] == record::SqlValue(std::int64_t{20})) run.axes[1] = std::int64_t{100};
  }
  ChartRequest request = request_for(ChartKind::points, "K");
  CHECK(make_chart(runs, request).x.is_log);
  request.may_choose_log = false;
  CHECK_FALSE(make_chart(runs, request).x.is_log);
}

TEST_CASE("settings without a finite value, diverged and failed runs are told") {
  record::StudyRuns runs = sample_study();
  for (std::size_t r = 0; r < 3; ++r) runs.runs[r].metrics[0] = kInfinity;
  runs.runs[3].status = record::RunStatus::crashed;
  runs.runs[4].status = record::RunStatus::diverged;
  const Chart chart = make_chart(runs, request_for(ChartKind::points, "K"));
  CHECK(chart.panels.at(0).series.at(0).points.size() == 1);
  CHECK(chart.panels.at(0).series.at(1).source == ChartSource::survivors);
  CHECK(has_note(chart, "1 setting has no finite value of accuracy"));
  runs.metrics[0].name = "total_variation";
  CHECK(has_note(make_chart(runs, request_for(ChartKind::points, "K")),
                 "1 setting has no finite value of total variation and no place here."));
  CHECK(has_note(chart, "Left out: 1 run that diverged, 1 run that failed."));
  CHECK(has_note(chart, "n = 1 to 3"));
}

TEST_CASE("a heat map has the means over two axes, and gaps where nothing was run") {
  record::StudyRuns runs = sample_study();
  std::erase_if(runs.runs, [](const auto& run) {
    return run.axes[0] == record::SqlValue("fald") &&
           run.axes[1] == record::SqlValue(std::int64_t{5});
  });
  const Chart chart = make_chart(runs, request_for(ChartKind::heat));
  CHECK(chart.x.name == "K");
  CHECK(chart.y.name == "sampler");
  CHECK(chart.value.name == "accuracy");
  CHECK(chart.x.categories == std::vector<std::string>{"1", "5", "20"});
  REQUIRE(chart.panels.at(0).cells.size() == 5);
  const HeatCell& last = chart.panels[0].cells.back();
  CHECK(last.column == 2);
  CHECK(last.row == 1);
  CHECK(last.value ==
        compare(runs, {.by = {"sampler", "K"}, .over = {}}).rows.back().estimates[0].mean);
  CHECK_THROWS_WITH(make_chart(with_k(runs, 1), request_for(ChartKind::heat)),
                    Catch::Contains("needs axes that vary"));
}

TEST_CASE("a trade-off has a point per setting and the front of the means") {
  const Chart chart = make_chart(sample_study(), request_for(ChartKind::tradeoff, "bits_up"));
  const auto& series = chart.panels.at(0).series;  // few settings are told apart one by one
  REQUIRE(series.size() == 6);
  for (const ChartSeries& each : series) {
    REQUIRE(each.points.size() == 1);
    CHECK(each.points[0].setting == each.by);
    CHECK(each.points[0].front == (each.by[0] == record::SqlValue("vr_fald") ? 1 : 0));
  }
  CHECK(series[2].by == std::vector<record::SqlValue>{std::string("fald"), std::int64_t{20}});
  CHECK(series[2].name == "FALD, K = 20");
  CHECK(series[2].points[0].x == 5e4);
  CHECK_FALSE(chart.is_larger_x_better);
  record::StudyRuns runs = sample_study();
  runs.metrics.back().better = record::Better::up;
  const Chart larger = make_chart(runs, request_for(ChartKind::tradeoff, "bits_up"));
  CHECK(larger.is_larger_x_better);
  // What costs most is on the front now, whatever its y, as more of x is better.
  std::set<double> on_front;
  double most = 0;
  for (const ChartSeries& series : larger.panels.at(0).series) {
    for (const ChartPoint& point : series.points) {
      most = std::max(most, point.x);
      if (point.front > 0) on_front.insert(point.x);
    }
  }
  CHECK(on_front.contains(most));
  runs = sample_study();
  runs.metrics[0].better = record::Better::none;
  const Chart without = make_chart(runs, request_for(ChartKind::tradeoff, "bits_up"));
  CHECK(has_note(without, "there is no Pareto front"));
  CHECK(without.panels.at(0).series.at(1).points.at(0).front == 0);
}

TEST_CASE("of more than six settings, a trade-off tells the values of the first axis apart") {
  record::StudyRuns runs = sample_study();
  for (record::StudyRuns::Run run : with_k(sample_study(), 20).runs) {
    run.axes[1] = std::int64_t{40};
    run.id = static_cast<std::int64_t>(runs.runs.size());
    runs.runs.push_back(std::move(run));
  }
  const Chart chart = make_chart(runs, request_for(ChartKind::tradeoff, "bits_up"));
  REQUIRE(chart.panels.at(0).series.size() == 2);
  for (const ChartSeries& each : chart.panels[0].series) CHECK(each.points.size() == 4);
  CHECK(chart.panels[0].series[1].name == "VR-FALD*");
}

TEST_CASE("settings of a trade-off are those of all axes that vary or are asked for, each once") {
  using Axes = std::vector<std::string>;
  ChartRequest request = request_for(ChartKind::tradeoff, "bits_up");
  const auto axes = [&](const Axes& by) {
    request.by = by;
    return make_chart(sample_study(), request).setting_axes;
  };
  CHECK(axes({}) == Axes{"sampler", "K"});
  CHECK(axes({"K"}) == Axes{"sampler", "K"});
  CHECK(axes({"eps"}) == Axes{"sampler", "K", "eps"});  // it has one value
}

TEST_CASE("the front of a trade-off is that of frontier: by adjusted means, problem by problem") {
  record::StudyRuns runs = sample_study();
  const auto is_fald = [](const auto& run) { return run.axes[0] == record::SqlValue("fald"); };
  for (record::StudyRuns::Run& run : runs.runs) run.problem = is_fald(run) ? 1 : 2;
  // Without its best replicates, vr_fald with K = 1 has a worse plain mean than with K = 5.
  std::erase_if(runs.runs, [&](const auto& run) {
    return !is_fald(run) && run.axes[1] == record::SqlValue(std::int64_t{1}) && run.replicate > 0;
  });
  const Chart chart = make_chart(runs, request_for(ChartKind::tradeoff, "bits_up"));
  REQUIRE(chart.panels.at(0).series.size() == 6);
  std::map<record::SqlValue, std::set<std::size_t>> fronts;  // by sampler
  for (const ChartSeries& series : chart.panels[0].series) {
    REQUIRE(series.points.size() == 1);
    fronts[series.by[0]].insert(series.points[0].front);
  }
  CHECK(fronts ==
        std::map<record::SqlValue, std::set<std::size_t>>{{"fald", {1}}, {"vr_fald", {2}}});
  CHECK(has_note(chart, "Steps follow the Pareto fronts of the problems"));
  CHECK(has_note(chart, "adjusted for those"));
}

TEST_CASE("settings whose chains disagree are told") {
  record::StudyRuns runs = sample_study();
  const auto told = [&](const std::string& text) {
    return has_note(make_chart(runs, request_for(ChartKind::points, "K")), text);
  };
  CHECK_FALSE(told("chains"));
  runs.runs[0].chains = record::Diagnosis({100, 2, 90, 3, 0, 1, 1.2, 200});
  CHECK(told("Of 1 setting that averages draws, 1 has chains that disagree (R-hat above 1.01)."));
  runs.runs[0].chains = record::Diagnosis({100, 2, 90, 3, 3, 0, std::nan(""), std::nan("")});
  CHECK(told("Of 1 setting that averages draws, of 1 it is not known whether they agree."));
}

TEST_CASE("a setting with a run that diverged is on no front of a trade-off") {
  record::StudyRuns runs = sample_study();
  runs.runs.back().status = record::RunStatus::diverged;
  const Chart chart = make_chart(runs, request_for(ChartKind::tradeoff, "bits_up"));
  REQUIRE(chart.panels.at(0).series.size() == 6);
  const ChartSeries& series = chart.panels[0].series[5];
  CHECK(series.source == ChartSource::survivors);
  CHECK(series.name == "VR-FALD*, K = 20, some diverged");
  CHECK(series.points.at(0).front == 0);
  CHECK(has_note(chart, "1 setting is excluded from the front: some of its runs diverged"));
  CHECK(has_note(chart, "1 setting has runs that diverged: a mean of the others, drawn apart"));
}

TEST_CASE("a histogram counts every final value once") {
  ChartRequest request = request_for(ChartKind::histogram);
  request.by = {"sampler"};
  request.over = {"K"};
  record::StudyRuns runs = sample_study();
  runs.runs[0].metrics[0] = std::nan("");
  const Chart chart = make_chart(runs, request);
  REQUIRE(chart.panels.at(0).series.size() == 2);
  std::vector<std::int64_t> counts;
  for (const ChartSeries& series : chart.panels[0].series) {
    counts.push_back(0);
    double shares = 0;
    for (const ChartPoint& bin : series.points) {
      counts.back() += bin.n;
      shares += bin.y;
    }
    CHECK(shares == Approx(1));  // whatever the number of values
  }
  CHECK(counts == std::vector<std::int64_t>{8, 9});
  CHECK(has_note(chart, "Final values of 17 runs."));
  CHECK(has_note(chart, "1 final values are not finite."));
}

TEST_CASE("final values that are not finite are counted") {
  record::StudyRuns runs = sample_study();
  runs.runs[0].metrics[0] = kInfinity;
  const auto notes_of = [&] { return make_chart(runs, request_for(ChartKind::points, "K")); };
  CHECK(has_note(notes_of(), "1 final value is not finite and in no mean."));
  runs.runs[4].metrics[0] = kInfinity;
  CHECK(has_note(notes_of(), "2 final values are not finite and in no mean."));
}

TEST_CASE("in a category, exact values stand where the mean does that they belong to") {
  ChartRequest request = request_for(ChartKind::points, "sampler");
  request.has_exact = true;
  const Chart chart = make_chart(sample_study(), request);
  const auto& series = chart.panels.at(0).series;
  const std::string script = gnuplot_script(chart, PictureFormat::svg);
  // Where the first point of a series stands.
  const auto place = [&](std::size_t s) {
    const std::string block = "$p0s" + std::to_string(s) + " << END\n";
    const std::size_t begin = script.find(block);
    REQUIRE(begin != std::string::npos);
    return std::stod(script.substr(begin + block.size()));
  };
  std::size_t exact = 0, means = 0;
  for (std::size_t s = 0; s < series.size(); ++s) {
    // K = 1, 5 and 20, side by side about 0, at .16 from one another.
    const double wanted = 0.16 * (static_cast<double>(series[s].look) - 1);
    CHECK(place(s) == Approx(wanted).margin(1e-12));
    ++(series[s].source == ChartSource::exact ? exact : means);
  }
  CHECK(exact == 3);
  CHECK(means == 3);
}

TEST_CASE("cells of a heat map have their values on them where there is room") {
  const auto labels = [](std::int64_t rows) {
    record::StudyRuns runs = sample_study();
    runs.runs.resize(2);
    runs.runs[1].axes[1] = std::int64_t{5};
    const std::vector<record::StudyRuns::Run> columns = runs.runs;
    runs.runs.clear();
    for (std::int64_t row = 0; row < rows; ++row) {
      for (record::StudyRuns::Run run : columns) {
        run.axes[0] = "s" + std::to_string(row);
        runs.runs.push_back(run);
      }
    }
    const Chart chart = make_chart(runs, request_for(ChartKind::heat));
    const std::string script = gnuplot_script(chart, PictureFormat::svg);
    std::int64_t count = 0;
    for (std::size_t at = 0;
         (at = script.find(" center front noenhanced tc", at)) != script.npos;) {
      ++count;
      ++at;
    }
    return count;
  };
  CHECK(labels(3) == 6);
  CHECK(labels(60) == 0);
}

TEST_CASE("a setting of which all runs diverged has a mark and no mean") {
  record::StudyRuns runs = sample_study();
  for (std::size_t r = 0; r < 3; ++r) runs.runs[r].status = record::RunStatus::diverged;
  const Chart chart = make_chart(runs, request_for(ChartKind::points, "K"));
  const ChartSeries& series = chart.panels.at(0).series.at(0);
  CHECK(series.source == ChartSource::runs);
  CHECK(series.diverged == std::vector<double>{1});
  CHECK(series.points.size() == 2);
  CHECK(has_note(chart, "Left out: 3 runs that diverged, all of 1 setting."));
  CHECK_THAT(gnuplot_script(chart, PictureFormat::svg), Catch::Contains("$p0s0lost << END\n1 "));
}

TEST_CASE("an interval that leaves the axis has an arrow, a single replicate a ring") {
  record::StudyRuns runs = sample_study();
  Chart chart = make_chart(runs, request_for(ChartKind::points, "K"));
  const std::string plain = gnuplot_script(chart, PictureFormat::svg);
  for (const char* mark : {"s0up", "s0down", "s0single"}) {
    CHECK_THAT(plain, !Catch::Contains(mark));
  }
  ChartPoint& point = chart.panels.at(0).series.at(0).points.at(0);
  point.low = -100;
  chart.panels[0].series[1].points.at(1).n = 1;
  const std::string marked = gnuplot_script(chart, PictureFormat::svg);
  CHECK_THAT(marked, Catch::Contains("$p0s0down << END\n1 0"));  // a share ends at 0
  CHECK_THAT(marked, Catch::Contains("$p0s1single << END\n5 0.75"));
  CHECK_THAT(marked, !Catch::Contains("s0up"));
}

TEST_CASE("an interval that reaches 0 does not lengthen a logarithmic axis") {
  Chart chart = make_chart(sample_study(), request_for(ChartKind::points, "K"));
  chart.y.is_log = true;
  ChartPoint& point = chart.panels.at(0).series.at(0).points.at(0);
  const ChartRanges before = chart_ranges(chart);
  point.low = 0;
  CHECK(chart_ranges(chart).y.low >= before.y.low);
  point.low = before.y.low / 2;
  CHECK(chart_ranges(chart).y.low < before.y.low);
}

TEST_CASE("notes are cut to two lines, but never to none") {
  const std::string line(70, 'x');
  CHECK(short_notes({line, line, line}).size() == 2);
  const std::string words = line + " " + line + " " + line;
  CHECK(short_notes({words, line}) == std::vector<std::string>{words});
  const std::string mean = "Mean over replicates, n = 5.";
  const std::string ends =
      "Lines end where the first of their runs does: SCAFFOLD, K = 1; SCAFFOLD, K = 20.";
  CHECK(short_notes({mean, ends}) == std::vector<std::string>{mean + " " + ends});
  CHECK(short_notes({}).empty());
  CHECK(short_notes({"One.", "Two.", "Three."}) == std::vector<std::string>{"One. Two. Three."});
}

TEST_CASE("texts on an axis keep the order of the grid") {
  record::StudyRuns runs = with_k(sample_study(), 5);
  for (auto& run : runs.runs) {
    run.axes[0] =
        std::string(run.axes[0] == record::SqlValue(std::string("fald")) ? "h / 5" : "h / 10");
  }
  ChartRequest request = request_for(ChartKind::points, "sampler");
  CHECK(make_chart(runs, request).x.categories == std::vector<std::string>{"h / 5", "h / 10"});
}
