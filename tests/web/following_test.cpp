// Tests pages that `skald report --follow` rewrites, in a real browser.
#include "shown_page.hpp"
#include "test.hpp"
#include "web/stored_study.hpp"
#include "web/study_page.hpp"

namespace following_test {

namespace {

constexpr const char* kDocument = R"({"name": "grid", "replicates": 3})";
constexpr const char* kHostile = "<script>alert(1)</script>";

const std::string kProgress = "document.getElementById('progress').textContent";
const std::string kFirst = "#figure-0 .choice:not([hidden]) ";
const std::string kLines =
    "document.querySelectorAll('" + kFirst + "[data-series]:not(.off) path[stroke-width]').length";

// The page of a study of which so many of 18 runs have ended.
void write_page(const TemporaryFolder& folder, std::int64_t ended, int renewal) {
  store::StoreReader reader(folder / "a.db");
  StudyProgress progress;
  progress.declared = 18;
  progress.ended = progress.ok = ended;
  std::ofstream(folder / "a.html", std::ios::binary) << study_page(
      read_study(reader, ""), Following{progress, std::string(kHostile), "3m20s", renewal});
}

std::string shows(const std::string& text) { return kProgress + ".includes('" + text + "')"; }

}  // namespace

TEST_CASE("a page that is rewritten loads itself again and keeps what was chosen") {
  ShownPage page(1600, false);
  if (!page) return;
  const TemporaryFolder folder;
  store_grid(folder / "a.db", "grid", kDocument, "last words");
  write_page(folder, 2, 3600);
  page->open(folder / "a.html");
  REQUIRE(page->wait_until(kLines + " === 6"));
  CHECK(page.is(shows("2 of 18 runs ended: 2 ok. About 3m20s left.")));
  CHECK(page.is(shows(std::string("Being written by ") + kHostile)));
  CHECK(page.is("document.querySelector('progress').value === 2"));

  page->evaluate("document.querySelector('th[data-name=\"accuracy\"] button').click()");
  page->evaluate("[...document.querySelectorAll('#columns label')].at(-1).firstChild.click()");
  page->evaluate(
      "document.querySelector('#figure-0 [data-entry]').dispatchEvent(new Event('click'))");
  page->evaluate(
      "(() => { const s = document.querySelector('#figure-0 select'); s.value = 1; "
      "s.dispatchEvent(new Event('change')); })()");
  REQUIRE(page->wait_until(kLines + " === 5"));
  page->evaluate("document.querySelector('#asked ~ details').open = true");
  page->evaluate("scrollTo(0, 700)");
  const std::string hidden =
      "[...document.querySelectorAll('#comparison th')].filter((h) => h.hidden)"
      ".map((h) => h.dataset.name).join(' ')";
  const std::string last_column = page.text(hidden);
  REQUIRE(!last_column.empty());
  write_page(folder, 7, 0);
  page->evaluate("setTimeout(() => location.reload())");
  REQUIRE(page->wait_until(shows("7 of 18 runs ended")));
  REQUIRE(page->wait_until(kLines + " === 5"));
  CHECK(page.text("document.querySelector('th[data-name=\"accuracy\"]').ariaSort") == "descending");
  CHECK(page.text(hidden) == last_column);
  CHECK(
      page.is("document.querySelector('#figure-0 [data-entry]').getAttribute('aria-pressed') "
              "=== 'false'"));
  CHECK(page.text("document.querySelector('#figure-0 select').value") == "1");
  CHECK(page.is("document.querySelector('#asked ~ details').open"));
  CHECK(page->wait_until("Math.round(scrollY) === 700"));
  CHECK(page.is("sessionStorage.length === 0"));
  page.check_quiet();

  write_page(folder, 8, 1);
  page->evaluate("setTimeout(() => location.reload())");
  CHECK(page->wait_until(shows("8 of 18 runs ended")));
  write_page(folder, 9, 0);
  CHECK(page->wait_until(shows("9 of 18 runs ended")));
}

TEST_CASE("the progress of a sweep is legible on every screen") {
  const TemporaryFolder folder;
  store_grid(folder / "a.db", "grid", kDocument, "last words");
  write_page(folder, 2, 0);
  for (const int width : {360, 1600}) {
    for (const bool is_dark : {false, true}) {
      ShownPage page(width, is_dark);
      if (!page) return;
      page->open(folder / "a.html");
      REQUIRE(page->wait_until("document.querySelector('progress') !== null"));
      page.check_legible(width);
    }
  }
}

}  // namespace following_test
