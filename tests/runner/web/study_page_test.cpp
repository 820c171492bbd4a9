// The page of a study: its numbers, and nothing in it that could act.
#include "web/study_page.hpp"

#include <boost/json.hpp>
#include <regex>

#include "has_gnuplot.hpp"
#include "json/json.hpp"
#include "json_document.hpp"
#include "record/records.hpp"
#include "report/comparison_table.hpp"
#include "report/table_writer.hpp"
#include "skald_process.hpp"
#include "system/exit_code.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/number_text.hpp"
#include "web/html_text.hpp"
#include "web/stored_study.hpp"

namespace study_page_test {

namespace {

constexpr const char* kDocument = R"({"name": "grid", "replicates": 3})";

Study study_of(const std::filesystem::path& file, const std::string& name = "") {
  store::StoreReader reader(file);
  return read_study(reader, name);
}

std::string page_of(const std::filesystem::path& file, const std::string& name = "") {
  return study_page(study_of(file, name));
}

// The study of store_grid().
Study stored_study(const std::string& last_words = "it broke") {
  const TemporaryFolder folder;
  store_grid(folder / "a.db", "grid", kDocument, last_words);
  return study_of(folder / "a.db");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool has(const std::string& text, const std::string& part) { return count(text, part) > 0; }

// What stands between the first `begin` and the next `end`.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const auto from = text.find(begin);
  REQUIRE(from != std::string::npos);
  const auto start = from + begin.size();
  return text.substr(start, text.find(end, start) - start);
}

boost::json::object data_of(const std::string& page) {
  return boost::json::parse(between(page, "id=\"data\">", "</script>")).as_object();
}

std::vector<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
       ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

// The page without the text of its own scripts and style.
std::string without_scripts(const std::string& page) {
  std::string text = page.substr(0, page.find("<script>"));
  text.erase(text.find("<style>"), text.find("</style>") - text.find("<style>"));
  return text;
}

}  // namespace

TEST_CASE("the table of a page has the texts and numbers of compare") {
  const Study study = stored_study();
  const std::string page = study_page(study);
  const std::string table = between(page, "<table id=\"comparison\">", "</table>");
  const auto cells = matches(table, "<t[hd](?: scope=\"row\"| class=\"number[^\"]*\")>([^<]*)</t");
  const record::ResultTable texts =
      report::report_texts(report::comparison_table(study.comparison));
  std::vector<std::string> expected;
  for (const auto& row : texts.rows) {
    for (const auto& value : row) expected.push_back(html_line(report::format_value(value)));
  }
  CHECK(cells == expected);
  const record::ResultTable numbers = report::comparison_numbers(study.comparison);
  // Not by Boost.JSON, which rounds some numbers of 17 digits wrongly.
  const json::JsonValue data = json::read_json(between(page, "id=\"data\">", "</script>"));
  const auto& rows = data.find("comparison")->find("rows")->items;
  REQUIRE(rows.size() == numbers.rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < numbers.columns.size(); ++c) {
      const auto* real = std::get_if<double>(&numbers.rows[r][c]);
      if (real != nullptr) CHECK(text::to_number(rows[r].items.at(c).text) == *real);
    }
  }
  CHECK(count(table, "class=\"number best\"") == 1);
  CHECK(has(table, "0.313 \u00b1 0.025 *"));
}

TEST_CASE("curves end at what compare says, without runs that failed or diverged") {
  const Study study = stored_study();
  const auto figures = data_of(study_page(study)).at("figures").as_array();
  const auto& chart = figures.at(0).at(0);
  CHECK(chart.at("y").at("name").as_string() == "accuracy");
  CHECK(chart.at("x").at("name").as_string() == "iteration");
  CHECK(figures.at(0).at(1).at("x").at("name").as_string() == "rounds");
  std::size_t compared = 0;
  for (const auto& panel : chart.at("panels").as_array()) {
    for (const auto& series : panel.at("series").as_array()) {
      const double y = series.at("y").as_array().back().to_number<double>();
      for (const auto& row : study.comparison.rows) compared += row.estimates[0].mean == y;
    }
  }
  CHECK(compared == 6);
  CHECK(has(study_page(study), "<li>Left out: 1 run that diverged, 2 runs"));
}

TEST_CASE("two axes of numbers have a heat map, and costs that vary a trade-off") {
  const Study study = stored_study();
  REQUIRE(study.charts.heat.size() == 1);
  const report::Chart& heat = study.charts.heat[0].choices.at(0);
  CHECK(heat.x.name == "K");
  CHECK(heat.y.name == "rho");
  CHECK(heat.panels.at(0).cells.size() == 6);
  REQUIRE(study.charts.tradeoff.size() == 1);
  REQUIRE(study.charts.tradeoff[0].choices.size() == 1);
  CHECK(study.charts.tradeoff[0].choices[0].x.name == "bits_up");
}

TEST_CASE("a page says what was asked, what failed, which guarantees, and what made it") {
  const std::string page = study_page(stored_study("first line\nsecond line"));
  CHECK(has(page, "6 cells with 3 replicates each: 18 runs"));
  CHECK(has(page, "<th scope=\"row\">K</th><td>1, 2, 5</td>"));
  CHECK(has(page, "<th scope=\"row\">failed</th><td class=\"number\">2</td>"));
  CHECK(has(page, "<th scope=\"row\">ok</th><td class=\"number\">15</td>"));
  CHECK(has(page,
            "<td class=\"number\">2</td><td class=\"words\">first line\nsecond line</td>"
            "<td>K = 5, ρ = 0, replicate 1</td>"));
  CHECK(has(page, "skald rerun a.db grid4-1"));
  CHECK(has(page, "<h3>12 runs</h3><pre tabindex=\"0\">eps = 2 for one record</pre>"));
  CHECK(has(page, "<h3>6 runs</h3><pre tabindex=\"0\">eps = 1 for one record</pre>"));
  CHECK(has(page,
            "<td class=\"code\">fald</td><td class=\"code\">1</td><td class=\"code\">5e</td>"
            "<td class=\"number\">18</td>"));
  CHECK(has(page, "<td class=\"code\">data:x.csv</td><td class=\"code\">d1</td>"));
  CHECK(has(page, "skald run grid.json --db a.db"));
}

TEST_CASE("of several studies the last one or the one named is on the page") {
  const TemporaryFolder folder;
  store_grid(folder / "a.db", "first", kDocument, "");
  store_grid(folder / "a.db", "second", kDocument, "");
  CHECK(has(page_of(folder / "a.db"), "<h1>second</h1>"));
  const std::string first = page_of(folder / "a.db", "first");
  CHECK(has(first, "<h1>first</h1>"));
  CHECK(has(first, "skald report a.db --study first"));
  CHECK(has(first, "holds second too"));
  CHECK_THROWS_AS(page_of(folder / "a.db", "thrid"), std::invalid_argument);
}

TEST_CASE("a study without a run has a page, a database without a study has none") {
  const TemporaryFolder folder;
  {
    store::Store store = store::Store::open(folder / "a.db");
    CHECK_THROWS_AS(page_of(folder / "a.db"), UsageError);
    store.declare_study({"empty", kDocument},
                        std::vector<record::CellRecord>{{"a", "{}", {}, false}});
  }
  const std::string page = page_of(folder / "a.db");
  CHECK(has(page, "No run of this study has ended yet."));
  CHECK(has(page, "There is nothing to compare yet."));
  CHECK(data_of(page).at("figures").as_array().empty());
}

TEST_CASE("whatever a database holds is text on its page") {
  const TemporaryFolder folder;
  const std::string alert = "<script>alert(1)</script>";
  const std::string hostile = alert + "</script><!--\"'&\u202e{{data}}";
  {
    store::Store store = store::Store::open(folder / "a.db");
    store.declare_metrics(
        std::vector<record::MetricRecord>{{alert, alert, hostile, record::Better::up}});
    const auto id = store.declare_study(
        {alert, hostile},
        std::vector<record::CellRecord>{{"a", "{}", {{"sampler." + alert, hostile}}, false},
                                        {"b", "{}", {{"sampler." + alert, "b"}}, false}});
    for (const char* cell : {"a", "b"}) {
      record::RunRecord run;
      run.hash = std::string("0") + cell;
      run.study = id;
      run.cell = cell;
      run.environment.host = hostile;
      run.environment.plugins = "[{\"kind\": \"" + alert + "\", \"name\": \"" + alert + "\"}]";
      run.data_digests = "{\"" + alert + "\": \"" + alert + "\"}";
      run.events = {{{}, "privacy", hostile}};
      run.series = {{alert, {{1, 1}, {2, 2}, {3, *cell == 'a' ? 3.0 : 4.0}}, {}}};
      run.series[0].summary = record::summarize(run.series[0].points, 0);
      store.record(run);
    }
    record::RunRecord failed;
    failed.hash = "0c";
    failed.study = id;
    failed.cell = "a";
    failed.replicate = 1;
    failed.status = record::RunStatus::failed;
    failed.message = hostile;
    store.record(failed);
  }
  const std::string page = page_of(folder / "a.db");
  CHECK(count(page, "<script") == 3);
  CHECK(count(page, "</script>") == 3);
  CHECK_FALSE(has(page, "<script>alert"));
  CHECK_FALSE(has(page, "<!--"));
  CHECK_FALSE(has(page, "\u202e"));
  CHECK(has(page, "<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>"));
  const auto data = data_of(page);
  CHECK(std::string(data.at("document").as_string().c_str()) == hostile);
  CHECK(std::string(data.at("study").as_string().c_str()) == alert);
  CHECK(data.at("figures").as_array().size() == 1);
}

TEST_CASE("a page allows its own scripts and nothing else") {
  const std::string page = study_page(stored_study());
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  CHECK(policy.starts_with("default-src 'none'; script-src 'sha256-"));
  CHECK_FALSE(has(policy, "unsafe"));
  std::size_t scripts = 0;
  for (std::size_t at = page.find("<script>"); at != std::string::npos;
       at = page.find("<script>", at)) {
    at += std::string("<script>").size();
    CHECK(has(policy, content_hash(page.substr(at, page.find("</script>", at) - at))));
    ++scripts;
  }
  CHECK(scripts == 2);
  CHECK(has(policy, "style-src " + content_hash(between(page, "<style>", "</style>")) + ";"));
  const std::string markup = without_scripts(page);
  for (const char* fetched : {"src=", "url(", "@import", "href=\"http", "href=\"//", " style="}) {
    INFO(fetched);
    CHECK_FALSE(has(markup, fetched));
  }
  CHECK(matches(markup, "<(link|img|iframe|object|base|form)\\b") ==
        std::vector<std::string>{"link"});
}

TEST_CASE("a page of few numbers is small, and no name in it occurs twice") {
  SKALD_NEEDS_GNUPLOT
  const std::string page = study_page(stored_study());
  CHECK(page.size() < 100'000);
  CHECK(count(page, "<div class=\"picture\"") == 5);
  std::vector<std::string> ids = matches(page, "\\sid=\"([^\"]*)\"");
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  CHECK(std::binary_search(ids.begin(), ids.end(), "gpPt6"));
}

TEST_CASE("without gnuplot a page has its tables, and says what to install") {
  const TemporaryFolder folder;
  store_grid(folder / "a.db", "grid", kDocument, "it broke");
  SkaldProcess process(folder.path(), {"report", "a.db"},
                       [] { ::setenv("PATH", "/nonexistent", 1); });
  CHECK(process.wait().code == kOk);
  const std::string page = content(folder / "a.html");
  CHECK(has(page, "<table id=\"comparison\">"));
  CHECK(count(page,
              "<p class=\"muted\">No picture: gnuplot, which draws the pictures, is not "
              "there: apt install gnuplot-nox.</p>") == 5);
  CHECK_FALSE(has(page, "<svg"));
  CHECK(data_of(page).at("figures").as_array().size() == 4);
}

TEST_CASE("skald report writes the page beside the database and never over one") {
  const TemporaryFolder folder;
  store_grid(folder / "a.db", "grid", kDocument, "it broke");
  const ProcessResult made = run_skald(folder.path(), {"report", "a.db"});
  CHECK(made.code == kOk);
  CHECK(made.out == "a.html\n");
  CHECK(content(folder / "a.html") == page_of(folder / "a.db"));
  CHECK(run_skald(folder.path(), {"report", "a.db", "-o", "b.html"}).code == kOk);
  CHECK(content(folder / "b.html") == content(folder / "a.html"));
  const ProcessResult refused = run_skald(folder.path(), {"report", "a.db", "-o", "a.db"});
  CHECK(refused.code == kUsage);
  CHECK(has(refused.err, "is a database, not what is to be written"));
  CHECK(run_skald(folder.path(), {"report", "none.db"}).code == kUsage);
  CHECK(run_skald(folder.path(), {"report", "a.db", "-o", "no/such/folder.html"}).code ==
        kEnvironment);
}

}  // namespace study_page_test
