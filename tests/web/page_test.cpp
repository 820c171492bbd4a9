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
  explicit OpenPage(const std::string& name = "grid", int width = 1600, bool is_dark = false)
      : ShownPage(width, is_dark) {
    if (!*this) return;
    store_grid(folder_ / "a.db", name, R"({"name": "grid", "replicates": 3})",
               std::string("last words</script>") + kHostile);
    store::StoreReader reader(folder_ / "a.db");
    std::ofstream(folder_ / "a.html", std::ios::binary) << study_page(read_study(reader, ""));
    (*this)->open(folder_ / "a.html");
    REQUIRE((*this)->wait_until(
        "[...document.querySelectorAll('figure')].every((f) => f.dataset.drawn === 'yes')"));
  }

 private:
  TemporaryFolder folder_;
};

constexpr const char* kFirstLines =
    "document.querySelectorAll('#figure-0 .mark-line.role-mark path').length";

}  // namespace

TEST_CASE("charts are drawn and texts are legible on every screen, and nothing complains") {
  for (const int width : {360, 1600}) {
    for (const bool is_dark : {false, true}) {
      OpenPage page("grid", width, is_dark);
      if (!page) return;
      INFO(width << (is_dark ? " dark" : " light"));
      CHECK(page.integer("document.querySelectorAll('figure').length") == 4);
      CHECK(page.integer(kFirstLines) == 6);
      CHECK(page.integer("document.querySelectorAll('.mark-area.role-mark path').length") >= 5);
      // A setting of which a run diverged has a blank cell.
      CHECK(page.integer("document.querySelectorAll('.mark-rect.role-mark path').length") == 5);
      CHECK(page.integer("document.querySelectorAll('.mark-symbol.role-mark path').length") > 50);
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
  page->evaluate("document.querySelector('#figure-0 .legend button').focus()");
  page->press("Enter");
  CHECK(page->wait_until(std::string(kFirstLines) + " === 5"));
  CHECK(page.text("document.activeElement.getAttribute('aria-pressed')") == "false");
  page->press(" ");
  CHECK(page->wait_until(std::string(kFirstLines) + " === 6"));
  page->evaluate("[...document.querySelectorAll('#figure-0 .legend button')].at(-1).click()");
  CHECK(page->wait_until(std::string(kFirstLines) + " === 0"));
  page.check_quiet();
}

TEST_CASE("x is chosen, and made logarithmic") {
  OpenPage page;
  if (!page) return;
  const std::string title = "document.querySelector('#figure-0 .role-axis-title text').textContent";
  CHECK(page.text(title) == "iteration");
  page->evaluate(
      "(() => { const s = document.querySelector('#figure-0 select'); s.value = 1; "
      "s.dispatchEvent(new Event('change')); })()");
  CHECK(page->wait_until(title + " === 'rounds'"));
  page->evaluate("document.querySelector('#figure-0 .controls input').click()");
  CHECK(page->wait_until(
      "document.querySelector('#figure-0 .role-axis').getAttribute('aria-label').includes('log')"));
  page.check_quiet();
}

TEST_CASE("what is pointed at is told, by arrow keys too") {
  OpenPage page;
  if (!page) return;
  page->evaluate("document.querySelector('#figure-0').scrollIntoView()");
  const auto box = page->evaluate(
      "(() => { const b = document.querySelector('#figure-0 .mark-symbol.role-mark path')"
      ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()");
  page->move_pointer(box.at(0).to_number<double>(), box.at(1).to_number<double>());
  const std::string tip = "document.querySelector('#figure-0 .tip')";
  CHECK(page->wait_until("!" + tip + ".hidden"));
  CHECK(page.is(tip + ".textContent.includes('accuracy: ')"));
  page->move_pointer(0, 0);
  CHECK(page->wait_until(tip + ".hidden"));
  page->evaluate("document.querySelector('#figure-0 .stage').focus()");
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

TEST_CASE("the keyboard comes to everything, and it shows where it is") {
  OpenPage page;
  if (!page) return;
  CHECK(page.check_keyboard() > 40);
}

TEST_CASE("every chart has a text, and its numbers as a table") {
  OpenPage page;
  if (!page) return;
  CHECK(
      page.is("[...document.querySelectorAll('.stage')].every((s) => "
              "s.getAttribute('role') === 'img' && s.getAttribute('aria-label').length > 20)"));
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
  CHECK(page.integer("document.querySelectorAll('script').length") == 4);
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
