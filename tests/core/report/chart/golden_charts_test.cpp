// A script per kind of chart, in tests/golden/charts. Who changes how charts look has the files
// written anew: SKALD_WRITE_GOLDEN=1, with this test alone, and looks at the pictures.
#include "report/chart/chart_ranges.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "report/chart/picture_layout.hpp"
#include "report/chart/published_overlay.hpp"
#include "report/chart/terminal_picture.hpp"
#include "report/table_writer.hpp"
#include "sample_study.hpp"
#include "test.hpp"

using namespace skald::report;
using namespace skald::report::test;

namespace {

void check_golden(const std::string& name, const std::string& text) {
  const std::string file = std::string(SKALD_SOURCE_DIR "/tests/golden/charts/") + name;
  if (std::getenv("SKALD_WRITE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << text;
  INFO(name);
  CHECK(content(file) == text);
}

void check_script(const Chart& chart) {
  check_golden(std::string(chart.kind->name) + ".gp", gnuplot_script(chart, PictureFormat::svg));
}

}  // namespace

TEST_CASE("every kind of chart has the script that it had") {
  const record::StudyRuns runs = sample_study();
  ChartRequest request = request_for(ChartKind::curve, "iteration");
  request.facet = "sampler";
  request.has_exact = true;
  check_script(curve_chart(runs, request, rising_curves(runs)));
  Chart points = make_chart(runs, request_for(ChartKind::points));
  add_published(points, runs, {{{"sampler", std::string("fald")}, {"K", 5.0}, {"accuracy", 0.7}}},
                1);
  check_script(points);
  check_script(make_chart(runs, request_for(ChartKind::bars)));
  check_script(make_chart(runs, request_for(ChartKind::heat)));
  check_script(make_chart(runs, request_for(ChartKind::tradeoff, "bits_up")));
  ChartRequest distribution = request_for(ChartKind::histogram);
  distribution.by = {"sampler"};
  distribution.over = {"K"};
  check_script(make_chart(runs, distribution));
  check_script(draws_chart(with_k(runs, 5), request_for(ChartKind::draws), [](std::int64_t run) {
    const auto r = static_cast<double>(run);
    return PlaneDraws{{0, 1, 2, r}, {0, 1, 4, r}};
  }));
}

// What a script plots, in its order, without the parts that only a page has.
std::vector<std::string> plotted(const std::string& script) {
  std::vector<std::string> elements;
  std::istringstream lines(script);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find("$p"), texts = line.find("'+' using");
    const bool is_element = line.ends_with("\\") || line.ends_with(" notitle");
    if (!is_element || texts != line.npos || line.find("rgb variable") != line.npos) continue;
    if (begin != line.npos) elements.push_back(line.substr(begin, line.find(" notitle") - begin));
  }
  return elements;
}

TEST_CASE("the picture in a page plots what that of a file does, and names its parts") {
  const record::StudyRuns runs = sample_study();
  ChartRequest request = request_for(ChartKind::curve, "iteration");
  request.facet = "sampler";
  request.has_exact = true;
  for (const Chart& chart : {curve_chart(runs, request, rising_curves(runs)),
                             make_chart(runs, request_for(ChartKind::points)),
                             make_chart(runs, request_for(ChartKind::heat)),
                             make_chart(runs, request_for(ChartKind::tradeoff, "bits_up"))}) {
    INFO(chart.kind->name);
    const std::string script = gnuplot_script(chart, PictureFormat::page);
    const auto elements = plotted(gnuplot_script(chart, PictureFormat::svg));
    CHECK(elements.size() > 0);
    CHECK(plotted(script) == elements);
    const LegendEntries entries(chart);
    for (std::size_t p = 0; p < chart.panels.size(); ++p) {
      const ChartPanel& panel = chart.panels[p];
      const std::string its = "('marks " + std::to_string(p);
      if (chart.kind->has_cells()) CHECK_THAT(script, Catch::Contains(its + "')"));
      for (std::size_t s = 0; s < panel.series.size(); ++s) {
        CHECK_THAT(script, Catch::Contains(its + " " + std::to_string(s) + "')"));
        const std::string number = std::to_string(entries.number_of(panel.series[s]));
        CHECK_THAT(script, Catch::Contains("('series " + number + "')"));
        if (entries.size() > 1) CHECK_THAT(script, Catch::Contains("('entry " + number + "')"));
      }
    }
  }
}

TEST_CASE("a title that is wider than its picture takes as many lines as it needs") {
  Chart chart = make_chart(sample_study(), request_for(ChartKind::points));
  const auto layout_with = [&](const std::string& title) {
    chart.title = title;
    return picture_layout(chart, chart_ranges(chart));
  };
  const PictureLayout small = layout_with("A short title");
  CHECK(small.title == std::vector<std::string>{"A short title"});
  const PictureLayout large = layout_with(
      "Twenty words, each of some letters, cannot all be read in one line of a picture that has a "
      "panel");
  REQUIRE(large.title.size() == 2);
  CHECK(large.title[0] + " " + large.title[1] == chart.title);
  CHECK(large.height == small.height + kTitleLine);
  const std::string script = gnuplot_script(chart, PictureFormat::svg);
  for (const std::string& line : large.title) {
    CHECK(kTitleLetter * static_cast<double>(line.size()) < large.width);
    CHECK_THAT(script, Catch::Contains("set label '" + line + "' at first"));
  }
}

TEST_CASE("what is drawn is told as a table") {
  const record::StudyRuns runs = with_k(sample_study(), 5);
  const auto csv = [](const Chart& chart) {
    return format_table(chart_table(chart), TableFormat::csv);
  };
  check_golden("curve.csv", csv(curve_chart(runs, request_for(ChartKind::curve, "iteration"),
                                            rising_curves(runs, 3))));
  check_golden("tradeoff.csv",
               csv(make_chart(sample_study(), request_for(ChartKind::tradeoff, "bits_up"))));
  check_golden("heat.csv", csv(make_chart(sample_study(), request_for(ChartKind::heat))));
}
