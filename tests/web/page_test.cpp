// Tests the page of a study in a real browser: drawing, use by pointer and by keyboard, legibility.
#include "legibility.hpp"
#include "shown_page.hpp"
#include "test.hpp"
#include "web/stored_study.hpp"
#include "web/study_page.hpp"

namespace page_test {

namespace {

constexpr const char* kHostile = "<script>alert(1)</script>";

// The page of a study in a browser. Without a browser, the test reports that and is skipped.
class OpenPage : public ShownPage {
 public:
  explicit OpenPage(const std::string& name = "grid", int width = 1600, bool is_dark = false,
                    const std::function<void(Study&)>& change = {})
      : ShownPage(width, is_dark) {
    if (!*this) return;
    store_grid(folder_ / "a.db", name, R"({"name": "grid", "replicates": 3})",
               std::string("last words</script>") + kHostile);
    store::StoreReader reader(folder_ / "a.db");
    Study study = read_study(reader, "");
    if (change) change(study);
    std::ofstream(folder_ / "a.html", std::ios::binary) << study_page(study);
    (*this)->open(folder_ / "a.html");
    REQUIRE((*this)->wait_until("document.querySelectorAll('[data-entry][role]').length > 0"));
  }

 private:
  TemporaryFolder folder_;
};

const std::string kFirst = "#figure-0 .choice:not([hidden]) ";
const std::string kFirstLines =
    "document.querySelectorAll('" + kFirst + "[data-series]:not(.off) path[stroke-width]').length";

}  // namespace

TEST_CASE("charts are drawn and texts are legible on every screen, and nothing complains") {
  for (const int width : {360, 1600}) {
    for (const bool is_dark : {false, true}) {
      OpenPage page("grid", width, is_dark);
      if (!page) return;
      INFO(width << (is_dark ? " dark" : " light"));
      CHECK(page.integer("document.querySelectorAll('figure').length") == 4);
      CHECK(page.integer(kFirstLines) == 6);
      CHECK(page.integer("document.querySelectorAll('[data-series] path[fill-opacity]').length") >=
            5);
      // A setting of which a run diverged has a blank cell.
      CHECK(page.integer(
                "document.querySelectorAll('[data-cells] text:not([fill=\"#444444\"])').length") ==
            5);
      CHECK(page.integer("document.querySelectorAll('[data-series] use').length") > 50);
      page.check_legible(width);
      const double on_cells = page->evaluate(kLeastContrastOnCells).to_number<double>();
      CHECK(on_cells >= 4.5);
      CHECK(on_cells < 99);
      const std::string ground = page.text("getComputedStyle(document.body).backgroundColor");
      CHECK((ground == "rgb(255, 255, 255)") == !is_dark);
      page.check_quiet();
    }
  }
}

TEST_CASE("the table sorts by keyboard, and what is missing stays last") {
  OpenPage page;
  if (!page) return;
  const std::string head = "document.querySelector('th[data-name=\"accuracy\"]')";
  const std::string column =
      "[...document.querySelectorAll('#comparison tbody tr')].map((r) => "
      "parseFloat(r.cells[2].textContent))";
  page->evaluate(head + ".querySelector('button').focus()");
  page->press("Enter");
  CHECK(page.text(head + ".getAttribute('aria-sort')") == "descending");
  CHECK(page.is(column + ".every((v, i, all) => i === 0 || all[i - 1] >= v)"));
  CHECK(page.is(column + "[0] > " + column + "[5]"));
  page->press(" ");
  CHECK(page.text(head + ".getAttribute('aria-sort')") == "ascending");
  CHECK(page.is(column + ".every((v, i, all) => i === 0 || all[i - 1] <= v)"));
  CHECK(page.text("document.getElementById('table-status').textContent") ==
        "Sorted by accuracy, ascending.");
  page->evaluate("document.querySelector('th[data-name=\"rho\"] button').click()");
  CHECK(page.is("!" + head + ".hasAttribute('aria-sort')"));
  page.check_quiet();
}

TEST_CASE("columns are hidden and shown") {
  OpenPage page;
  if (!page) return;
  const std::string box = "document.querySelectorAll('#columns input')[2]";
  const std::string hidden =
      "[...document.querySelectorAll('#comparison tr')].filter((r) => r.cells[2].hidden).length";
  page->evaluate(box + ".click()");
  CHECK(page.integer(hidden) == 7);
  page->evaluate(box + ".click()");
  CHECK(page.integer(hidden) == 0);
}

TEST_CASE("curves are hidden by their legend, by keyboard too") {
  OpenPage page;
  if (!page) return;
  const std::string entry = "document.querySelector('" + kFirst + "[data-entry]')";
  const std::string series = entry + ".dataset.entry";
  page->evaluate(entry + ".focus()");
  page->press("Enter");
  CHECK(page.integer(kFirstLines) == 5);
  CHECK(page.text("document.activeElement.getAttribute('aria-pressed')") == "false");
  CHECK(
      page.is("[...document.querySelectorAll('#figure-0 [data-series].off')].every((part) => "
              "part.dataset.series === " +
              series + ")"));
  page->press(" ");
  CHECK(page.integer(kFirstLines) == 6);
  page->evaluate(entry + ".dispatchEvent(new Event('click'))");
  CHECK(page.integer(kFirstLines) == 5);
  page->evaluate("[...document.querySelectorAll('#figure-0 .controls button')].at(-1).click()");
  CHECK(page.integer(kFirstLines) == 0);
  page->evaluate("[...document.querySelectorAll('#figure-0 .controls button')].at(-2).click()");
  CHECK(page.integer(kFirstLines) == 6);
  page.check_quiet();
}

// Makes the values of the first figure span a logarithmic axis.
void spread(Study& study) {
  for (report::Chart& chart : study.charts.metrics.at(0).choices) {
    for (report::ChartSeries& series : chart.panels.at(0).series) {
      for (report::ChartPoint& point : series.points) point.y = std::pow(point.y, 3);
    }
  }
}

TEST_CASE("x is chosen, and a logarithmic axis where values span one") {
  OpenPage page("grid", 1600, false, spread);
  if (!page) return;
  const auto shows = [&](const std::string& title) {
    return page.is("[...document.querySelectorAll('" + kFirst +
                   "text')].some((text) => text.textContent === '" + title + "')");
  };
  CHECK(shows("iteration"));
  page->evaluate(
      "(() => { const s = document.querySelector('#figure-0 select'); s.value = 1; "
      "s.dispatchEvent(new Event('change')); })()");
  CHECK(shows("rounds"));
  CHECK_FALSE(shows("iteration"));
  const std::string lowest = "parseFloat([...document.querySelectorAll('" + kFirst +
                             "text')].find((text) => !isNaN(text.textContent)).textContent)";
  CHECK(page.is(lowest + " === 0"));
  CHECK(page.is("document.querySelector('#figure-1 .controls input') === null"));
  page->evaluate("document.querySelector('#figure-0 input').click()");
  CHECK(shows("rounds"));
  CHECK(page.is(lowest + " > 0"));
  page->evaluate("document.querySelector('#figure-0 input').click()");
  CHECK(page.is(lowest + " === 0"));
  page.check_quiet();
}

TEST_CASE("what is pointed at is told, by arrow keys too") {
  OpenPage page;
  if (!page) return;
  page->evaluate("document.querySelector('#figure-0').scrollIntoView()");
  const auto box = page->evaluate(
      "(() => { const svg = document.querySelector('#figure-0 svg');"
      "const [x, y] = charts.placesOf(svg.querySelector('[data-at]'))[4];"
      "const b = svg.getBoundingClientRect(), scale = b.width / svg.viewBox.baseVal.width;"
      "return [b.x + scale * x, b.y + scale * y]; })()");
  page->move_pointer(box.at(0).to_number<double>(), box.at(1).to_number<double>());
  const std::string tip = "document.querySelector('#figure-0 .tip')";
  CHECK(page->wait_until("!" + tip + ".hidden"));
  CHECK(page.is(tip + ".textContent.includes('accuracy: ')"));
  CHECK(page.is(tip + ".textContent.includes('iteration: 50')"));
  page->move_pointer(0, 0);
  CHECK(page->wait_until(tip + ".hidden"));
  page->evaluate("document.querySelector('#figure-0 .picture').focus()");
  page->press("ArrowRight");
  const std::string first = page.text(tip + ".textContent");
  CHECK(first.find("iteration: 10\nn = 3") != std::string::npos);
  page->press("ArrowRight");
  CHECK(page.text(tip + ".textContent").find("iteration: 20") != std::string::npos);
  CHECK(page.text("document.querySelector('#figure-0 .spoken').textContent") ==
        page.text(tip + ".textContent"));
  page->press("ArrowUp");
  CHECK(page.text(tip + ".textContent") != first);
  page->press("Escape");
  CHECK(page.is(tip + ".hidden"));
  page.check_quiet();
}

// The marks are where the picture has its lines, and the data say what they are.
TEST_CASE("what is told of a mark is what the picture shows there") {
  OpenPage page;
  if (!page) return;
  CHECK(page.is(R"js((() => {
    const data = JSON.parse(document.getElementById("data").textContent).figures[0][0];
    const svg = document.querySelector("#figure-0 svg");
    return data.panels[0].series.every((series, s) => {
      const at = charts.placesOf(svg.querySelector(`[data-of="0 ${s}"]`));
      const line = svg.querySelector(`[data-series="${series.entry}"] path[stroke-width]`);
      const end = line.getPointAtLength(line.getTotalLength());
      const [x, y] = at.at(-1);
      return at.length === series.x.length && Math.abs(end.x - x) < 1 && Math.abs(end.y - y) < 1;
    });
  })())js"));
  // Cells: the number on each is the value of its mark.
  CHECK(page.is(R"js((() => {
    const figure = document.querySelector("figure:has([data-cells])");
    const data = JSON.parse(document.getElementById("data").textContent)
        .figures[Number(figure.dataset.figure)][0];
    const columns = data.x.categories.length;
    const at = charts.placesOf(figure.querySelector("[data-of]"));
    return [...figure.querySelectorAll("[data-cells] text:not([fill='#444444'])")].every((text) => {
      const [e, f] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
      const place = at.findIndex(([x, y]) => Math.abs(x - e) < 2 && Math.abs(y - f) < 8);
      const cell = data.panels[0].cells.find(
          ([x, y]) => x === place % columns && y === Math.floor(place / columns));
      return Math.abs(cell[2] - Number(text.textContent)) < 0.005 * Math.abs(cell[2]);
    });
  })())js"));
}

TEST_CASE("the keyboard comes to everything, and it shows where it is") {
  OpenPage page;
  if (!page) return;
  CHECK(page.check_keyboard() > 40);
}

TEST_CASE("every chart has a text, and its numbers as a table") {
  OpenPage page;
  if (!page) return;
  CHECK(
      page.is("[...document.querySelectorAll('.picture')].every((s) => "
              "s.getAttribute('role') === 'group' && s.getAttribute('aria-label').length > 20)"));
  CHECK(
      page.is("[...document.querySelectorAll('table')].every((t) => t.caption && "
              "t.tHead.rows[0].cells[0].scope === 'col')"));
  page->evaluate("document.querySelector('#figure-0 details').open = true");
  CHECK(page->wait_until("document.querySelectorAll('#figure-0 tbody tr').length === 6"));
  const std::string last =
      "[...document.querySelectorAll('#figure-0 tbody tr')].map((r) => r.cells[2].textContent)";
  CHECK(page.is(last + ".includes(document.querySelector('#comparison tbody tr').cells[2]"
                       ".textContent.replace(' *', ''))"));
}

TEST_CASE("a study called like a script is text") {
  OpenPage page(kHostile);
  if (!page) return;
  CHECK(page.text("document.querySelector('h1').textContent") == kHostile);
  CHECK(page.text("document.querySelector('td.words').textContent") ==
        std::string("last words</script>") + kHostile);
  CHECK(page.integer("document.querySelectorAll('script').length") == 3);
  page.check_quiet();
}

TEST_CASE("the policy forbids what is not the page's own") {
  OpenPage page;
  if (!page) return;
  page.check_confined();
  CHECK(
      page.is("new Promise((done) => { const i = new Image(); i.onerror = () => done(true); "
              "i.onload = () => done(false); i.src = 'https://example.org/x.png'; })"));
}

}  // namespace page_test
