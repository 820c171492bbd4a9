// Pictures by gnuplot as parts of a page.
#include "web/picture.hpp"

#include "charts/gnuplot.hpp"
#include "has_gnuplot.hpp"
#include "report/chart/gnuplot_script.hpp"
#include "test.hpp"

namespace picture_test {

namespace {

// An element of a picture between the lines that gnuplot writes around it.
std::string picture_of(const std::string& elements) {
  return "<?xml version=\"1.0\"?>\n<svg \n width=\"420\" height=\"317\"\n viewBox=\"0 0 420 "
         "317\"\n>"
         "<title>t</title><g id=\"gnuplot_canvas\"><rect width=\"420\" fill=\"#ffffff\"/><defs>"
         "<circle id='gpDot' r='0.5' stroke='currentColor'/>"
         "<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor' onload='alert(1)'/>"
         "<script id='gpX'>alert(1)</script></defs>" +
         elements + "</g></svg>\n";
}

std::string drawn(const std::string& elements) {
  const std::string picture = page_picture(picture_of(elements));
  const std::string begin = "<svg viewBox=\"0 0 420 317\" width=\"504\">", end = "</svg>";
  REQUIRE(picture.starts_with(begin));
  REQUIRE(picture.ends_with(end));
  return picture.substr(begin.size(), picture.size() - begin.size() - end.size());
}

const std::string kGroup =
    "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"1.80\">\n";

std::string word(const std::string& text) {
  return "<g id=\"gnuplot_plot_1a\" ><title>gnuplot_plot_1a</title>" + kGroup +
         "<g onmousemove=\"gnuplot_svg.showHypertext(evt,'" + text +
         "')\" onmouseout=\"gnuplot_svg.hideHypertext()\"><title> </title>\n<use "
         "xlink:href='#gpDot' x='1' y='1' color='rgb(  0,   0,   0)'/>\n</g></g></g>";
}

std::string plot(const std::string& elements) {
  return "<g id=\"gnuplot_plot_2a\" ><title>gnuplot_plot_2a</title>" + kGroup + elements +
         "</g></g>";
}

report::Chart chart_of(const std::vector<std::string>& names, bool is_log) {
  report::Chart chart;
  chart.x.name = "iteration";
  chart.y.name = "<b>&\"'";
  chart.y.is_log = is_log;
  chart.panels.resize(1);
  for (std::size_t s = 0; s < names.size(); ++s) {
    report::ChartSeries series;
    series.name = names[s];
    series.look = s;
    for (int i = 0; i < 5; ++i) {
      report::ChartPoint point;
      point.x = i;
      point.y = is_log && i == 2 ? 0 : 1 + i + 0.3 * static_cast<double>(s);
      series.points.push_back(point);
    }
    chart.panels[0].series.push_back(series);
  }
  return chart;
}

std::string page_picture_of(const report::Chart& chart) {
  return page_picture(draw_by_gnuplot(gnuplot_script(chart, report::PictureFormat::page)));
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("lines, areas, markers and texts come over, shorter") {
  CHECK(drawn(kGroup +
              "<path stroke='rgb(  0, 114, 178)' stroke-dasharray='7.2,5.4'  d='M88.98,228.26 "
              "L231.79,89.56\n\t\tL354.80,89.56 L360.00,89.56 L360.00,80.00 M1.00,1.00  '/></g>") ==
        "<path stroke=\"#0072b2\" stroke-width=\"1.8\" stroke-dasharray=\"7.2 5.4\" "
        "d=\"M89,228.3l142.8-138.7 128.2,0 0-9.6\"/>");
  CHECK(
      drawn("<g stroke='none'><polygon fill = 'rgb( 68,   1,  84)' fill-opacity = '0.16' points = "
            "'10.00,20.00 30.00,20.00 30.00,5.00 '/></g>") ==
      "<path fill=\"#440154\" fill-opacity=\"0.16\" d=\"M10,20l20,0 0-15z\"/>");
  const auto marker = [](const std::string& place, const std::string& blue) {
    return "<use xlink:href='#gpPt6' transform='translate(" + place +
           ") scale(2.50)' color='rgb(  0, 114, " + blue + ")'/>\n";
  };
  CHECK(drawn(kGroup + marker("50.00,228.26", "178") + marker("1.00,2.00", "178") +
              marker("1.00,2.00", "0") + "</g>") ==
        "<g color=\"#0072b2\" transform=\"scale(2.5)\"><use href=\"#gpPt6\" x=\"20\" "
        "y=\"91.3\"/><use href=\"#gpPt6\" x=\"0.4\" y=\"0.8\"/></g><g color=\"#007200\" "
        "transform=\"scale(2.5)\"><use href=\"#gpPt6\" x=\"0.4\" y=\"0.8\"/></g>");
  CHECK(drawn("<g transform=\"translate(16.90,141.75) rotate(-90.00)\" fill=\"black\" "
              "font-family=\"sans-serif\" font-size=\"10.00\" text-anchor=\"middle\">\n\t\t<text>a "
              "&lt; b &amp;amp; c</text>\n\t</g>") ==
        "<text transform=\"translate(16.9,141.8) rotate(-90)\" text-anchor=\"middle\" "
        "font-size=\"10\">a &lt; b &amp;amp; c</text>");
  CHECK(drawn("<g transform=\"translate(16.90,141.75)\" stroke=\"none\" fill=\"rgb(68,68,68)\" "
              "font-size=\"13.00\" text-anchor=\"start\"><text>a</text></g>") ==
        "<text x=\"16.9\" y=\"141.8\" fill=\"#444444\">a</text>");
  CHECK(drawn(kGroup + "</g>") == "");
}

TEST_CASE("what draws nothing known stays behind") {
  CHECK(drawn("<script>alert(1)</script><a href='javascript:alert(1)'/><image href='http://x/y'/>"
              "<foreignObject><b onclick='alert(1)'/></foreignObject><style>x</style>") == "");
  CHECK(drawn(kGroup + "<path onclick='alert(1)' stroke='url(http://x/y)' fill='\"><script>' "
                       "d='M1,1 L\"><script>alert(1)</script>2,2'/></g>")
            .find_first_of("()") == std::string::npos);
  CHECK(drawn("<use xlink:href='http://x/y#gpPt1' transform='translate(1,2)'/>"
              "<use xlink:href='#data' transform='translate(1,2)'/>") == "");
  CHECK(drawn("<text><b>x</b>&#60;script&#62;</text>") == "<text>x&amp;#60;script&amp;#62;</text>");
  CHECK(picture_symbols(picture_of("")) ==
        "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><circle "
        "id=\"gpDot\" r=\"0.5\" stroke=\"currentColor\"/><use id=\"gpPt6\" fill=\"currentColor\" "
        "href=\"#gpPt5\"/></defs></svg>");
  CHECK(page_picture("") == "<svg></svg>");
  CHECK(page_picture("<svg viewBox='0 0 1 1'><g><path d='M1,1 L") ==
        "<svg viewBox=\"0 0 1 1\" width=\"1.2\"></svg>");
}

TEST_CASE("the parts that words name are groups, and places are listed in their order") {
  const std::string line = "<path stroke='black' d='M1,1 L2,2'/>";
  const std::string path = "<path stroke=\"#000000\" stroke-width=\"1.8\" d=\"M1,1l1,1\"/>";
  CHECK(drawn(word("series 3") + plot(line) + plot(line) + word("entry 12") + plot(line) +
              word("rest") + plot(line) + word("series 4") + kGroup + line + "</g>") ==
        "<g data-series=\"3\">" + path + path + "</g><g data-entry=\"12\">" + path +
            "</g><path stroke=\"#000000\" stroke-width=\"1.8\" d=\"M1,1l1,1M1,1l1,1\"/>");
  const auto dot = [](const std::string& x, const std::string& colour) {
    return "<use xlink:href='#gpDot' x='" + x + "' y='7.40' color='rgb(" + colour + ")'/>\n";
  };
  CHECK(drawn(word("marks 0 2") + plot(dot("10.60", "  0,   0,   0") + dot("30", "  0,   0,   2")) +
              word("marks 1") + plot(dot("1", "  0,   1,   0")) + word("rest") +
              plot(dot("1", "0,0,0")))
            .starts_with(
                "<g data-of=\"0 2\" data-at=\"11,7 - 19,0\"/><g data-of=\"1\" data-at=\"- "));
  CHECK(drawn(word("series 1\"><script>")).empty());
}

TEST_CASE("every series of a chart has its line, its entry and its marks") {
  SKALD_NEEDS_GNUPLOT
  const std::string hostile = "</svg><script>alert('1')</script> `touch x` \" & \n {/Bold x}";
  const std::string picture = page_picture_of(chart_of({"a", hostile, "c"}, false));
  for (const char* number : {"0", "1", "2"}) {
    CHECK(count(picture, std::string("<g data-series=\"") + number + "\">") == 1);
    CHECK(count(picture, std::string("<g data-entry=\"") + number + "\">") == 1);
    CHECK(count(picture, std::string("<g data-of=\"0 ") + number + "\" data-at=\"") == 1);
  }
  CHECK(count(picture, "</svg>") == 1);
  CHECK(count(picture, "<script") == 0);
  CHECK(count(picture, "&lt;/svg&gt;&lt;script&gt;") == 1);
  CHECK(count(picture, "&lt;b&gt;&amp;&quot;&#39;</text>") == 1);
  CHECK(count(picture, "-,") + count(picture, "- ") == 0);
}

TEST_CASE("a mark without a place on a logarithmic axis leaves its neighbours theirs") {
  SKALD_NEEDS_GNUPLOT
  const std::string picture = page_picture_of(chart_of({"a"}, true));
  const auto begin = picture.find("data-at=\"") + std::string("data-at=\"").size();
  std::istringstream places(picture.substr(begin, picture.find('"', begin) - begin));
  const std::vector<std::string> all{std::istream_iterator<std::string>(places), {}};
  REQUIRE(all.size() == 5);
  CHECK(all[2] == "-");
  CHECK(all[1] != "-");
  const auto step = [&](std::size_t i) { return std::stod(all[i]); };
  CHECK(std::abs(step(3) - 2 * step(4)) <= 1);
}

TEST_CASE("one process draws many pictures, and one that fails leaves the others") {
  SKALD_NEEDS_GNUPLOT
  std::vector<std::string> scripts;
  for (const char* name : {"a", "b", "c"}) {
    scripts.push_back(gnuplot_script(chart_of({name, "z"}, false), report::PictureFormat::page));
  }
  const auto pictures = draw_all_by_gnuplot(scripts);
  REQUIRE(pictures.size() == 3);
  for (std::size_t p = 0; p < 3; ++p) {
    const std::string alone = draw_by_gnuplot(scripts[p]);
    CHECK(page_picture(pictures[p]) == page_picture(alone));
    CHECK(picture_symbols(pictures[p]) == picture_symbols(alone));
  }
  scripts[1] = "set term";
  scripts[1] += "\nno command\n";
  const auto others = draw_all_by_gnuplot(scripts);
  REQUIRE(others.size() == 3);
  CHECK(page_picture(others[0]) == page_picture(pictures[0]));
  CHECK(others[1].empty());
  CHECK(page_picture(others[2]) == page_picture(pictures[2]));
  CHECK(draw_all_by_gnuplot({}).empty());
}

}  // namespace picture_test
