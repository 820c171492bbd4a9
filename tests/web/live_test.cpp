// Tests pages of skald serve in a real browser while their database grows.
#include "serve/http_message.hpp"
#include "serve/http_server.hpp"
#include "serve/site.hpp"
#include "shown_page.hpp"
#include "test.hpp"
#include "text/percent.hpp"
#include "web/stored_study.hpp"

namespace live_test {

namespace {

constexpr const char* kHostile = "<script>alert(1)</script>";
constexpr const char* kDocument = R"({"name": "grid", "replicates": 3})";
constexpr const char* kToken = "0123456789abcdef";

// Three replicates of K = 1, 2, 5 and 10, stored one by one, with `accuracy` at 10, ..., 50.
class GrowingStudy {
 public:
  GrowingStudy(const std::filesystem::path& file, std::string name)
      : name_(std::move(name)), store_(store::Store::open(file)) {
    store_.declare_metrics(std::vector<record::MetricRecord>{
        {"accuracy", "", "Share of right answers", record::Better::up}});
    std::vector<record::CellRecord> cells;
    for (const int k : {1, 2, 5, 10}) {
      cells.push_back({name_ + std::to_string(k), "{}", {{"sampler.K", std::int64_t{k}}}, false});
      hashes_.push_back(cells.back().hash);
    }
    study_ = store_.declare_study({name_, kDocument}, cells);
  }

  void end_run(bool fails = false) {
    record::RunRecord run;
    const std::size_t cell = ended_ % hashes_.size();
    run.hash = name_ + "-run-" + std::to_string(ended_);
    run.study = study_;
    run.cell = hashes_[cell];
    run.replicate = static_cast<int>(ended_ / hashes_.size());
    run.started = run.ended = record::now();
    if (fails) {
      run.status = record::RunStatus::failed;
      run.message = std::string("it broke ") + kHostile;
    } else {
      record::SeriesRecord accuracy{"accuracy", {}, {}};
      for (int p = 1; p <= 5; ++p) {
        accuracy.points.push_back({10 * p, 0.1 * static_cast<double>(ended_ * ended_) + 0.03 / p});
      }
      accuracy.summary = record::summarize(accuracy.points, 0);
      run.series = {accuracy};
    }
    store_.record(run);
    ++ended_;
  }

 private:
  std::string name_;
  store::Store store_;
  std::vector<std::string> hashes_;
  std::int64_t study_ = 0;
  std::size_t ended_ = 0;
};

// A site with one database, a.db, shown in a browser. Without a browser, the test reports that
// and is skipped.
class Open : public ShownPage {
 public:
  explicit Open(int width = 1600, bool is_dark = false) : ShownPage(width, is_dark) {
    if (!*this) return;
    using std::chrono::milliseconds;
    server_.emplace("127.0.0.1", 0,
                    [this](const HttpRequest& request) { return site_->respond(request); });
    site_.emplace(std::vector<std::filesystem::path>{file()},
                  SiteOptions{kToken, server_->port(), true, {milliseconds(10), milliseconds(50)}});
    site_->start();
    thread_ = std::thread([this] { server_->run(); });
  }
  ~Open() {
    close();
    end_server();
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;

  std::filesystem::path file() const { return folder_ / "a.db"; }
  std::string address() const { return "http://127.0.0.1:" + std::to_string(server_->port()); }

  void end_server() {
    if (!server_) return;
    server_->stop();
    thread_.join();
    server_.reset();
  }
  void visit(const std::string& path) {
    const char mark = path.find('?') == std::string::npos ? '?' : '&';
    (*this)->open_address(address() + path + mark + "token=" + kToken, address() + "/");
  }

 private:
  TemporaryFolder folder_;
  std::optional<Site> site_;
  std::optional<HttpServer> server_;
  std::thread thread_;
};

const std::string kProgress = "document.getElementById('progress').textContent";
const std::string kLines =
    "document.querySelectorAll('#figure-0 .mark-line.role-mark path').length";

std::string shows(const std::string& text) { return kProgress + ".includes('" + text + "')"; }

}  // namespace

TEST_CASE(
    "a page follows a sweep from before its beginning to its end, and keeps what was chosen") {
  Open page;
  if (!page) return;
  page.visit("/db/0/");
  CHECK(page.is("location.search === ''"));  // the token was removed from the address
  CHECK(page.is(shows("There is no such file now")));
  GrowingStudy study(page.file(), "live");
  REQUIRE(page->wait_until("document.querySelector('h1').textContent === 'live'"));
  CHECK(page->wait_until(shows("0 of 12 runs ended")));
  CHECK(page.is(shows("Being written by process ")));

  for (int i = 0; i < 2; ++i) study.end_run();
  CHECK(page->wait_until(shows("2 of 12 runs ended: 2 ok.")));
  REQUIRE(page->wait_until(kLines + " === 2"));
  CHECK(page->wait_until("document.querySelectorAll('#comparison tbody tr').length === 2"));

  // Choices of the reader.
  page->evaluate("document.querySelector('th[data-name=\"accuracy\"] button').click()");
  page->evaluate("[...document.querySelectorAll('#columns label')].at(-1).firstChild.click()");
  page->evaluate("document.querySelector('#figure-0 .legend button').click()");
  REQUIRE(page->wait_until(kLines + " === 1"));
  page->evaluate("document.querySelector('#asked ~ details').open = true");
  page->evaluate("scrollTo(0, 700)");
  page->evaluate("document.querySelector('#figure-0 .stage').focus({preventScroll: true})");
  page->press("ArrowRight");
  page->press("ArrowRight");
  const auto scroll = page.integer("Math.round(scrollY)");
  CHECK(scroll > 100);

  for (int i = 0; i < 4; ++i) study.end_run();
  study.end_run(true);
  CHECK(page->wait_until(shows("7 of 12 runs ended: 6 ok, 1 failed.")));
  REQUIRE(page->wait_until("document.querySelectorAll('#comparison tbody tr').length === 4"));
  REQUIRE(page->wait_until(kLines + " === 3"));  // four curves, one of them hidden
  CHECK(
      page.text("document.querySelector('th[data-name=\"accuracy\"]').getAttribute('aria-sort')") ==
      "descending");
  CHECK(page.text("[...document.querySelectorAll('#comparison tbody th')].map((k) => "
                  "k.textContent).join(' ')") == "2 10 1 5");
  CHECK(page.text("[...document.querySelectorAll('#comparison th')].filter((h) => h.hidden)"
                  ".map((h) => h.dataset.name).join(' ')") == "n");
  CHECK(
      page.is("document.querySelector('#figure-0 .legend button').getAttribute('aria-pressed') "
              "=== 'false'"));
  CHECK(page.is("document.querySelector('#asked ~ details').open"));
  CHECK(page.integer("Math.round(scrollY)") == scroll);
  CHECK(page.is("document.activeElement.classList.contains('stage')"));
  CHECK(page.is("!document.querySelector('#figure-0 .tip').hidden"));
  CHECK(page.text("document.querySelector('td.words').textContent") ==
        std::string("it broke ") + kHostile);

  for (int i = 0; i < 5; ++i) study.end_run();
  CHECK(page->wait_until(shows("12 of 12 runs ended")));
  CHECK(page.is("document.querySelector('progress').value === 12"));
  page.check_quiet();
}

TEST_CASE("a file that is removed and replaced is followed, and a lost server is told") {
  Open page;
  if (!page) return;
  store_grid(page.file(), "first", kDocument, "");
  page.visit("/db/0/");
  REQUIRE(page->wait_until("document.querySelector('h1').textContent === 'first'"));
  std::filesystem::remove(page.file());
  CHECK(page->wait_until(shows("There is no such file now")));
  store_grid(page.file(), "second", kDocument, "");
  CHECK(page->wait_until("document.querySelector('h1').textContent === 'second'"));
  CHECK(page->wait_until("document.title === 'second - Skald'"));
  CHECK(page.is("document.getElementById('silence').hidden"));
  page.check_quiet();
  page.end_server();
  CHECK(
      page->wait_until("document.getElementById('silence').textContent.startsWith("
                       "'The server does not answer')"));
  CHECK(page.is("!document.getElementById('silence').hidden"));
  CHECK(page.text("document.querySelector('h1').textContent") == "second");
}

TEST_CASE("a grid called like a script is text on every page") {
  Open page;
  if (!page) return;
  store_grid(page.file(), kHostile, kDocument, std::string("last words</script>") + kHostile);
  const std::string name = text::percent_encoded(kHostile);
  for (const std::string& path :
       std::vector<std::string>{"/", "/db/0/", "/db/0/?study=" + name, "/db/0/runs?study=" + name,
                                "/db/0/run/" + word_in(kHostile) + "4-1"}) {
    page.visit(path);
    INFO(path);
    CHECK(page->wait_until("document.body.textContent.includes('<script>alert(1)</script>')"));
    CHECK(
        page.is("[...document.querySelectorAll('script')].every((s) => s.src.startsWith("
                "location.origin) || s.id === 'data')"));
    page.check_quiet();
  }
}

TEST_CASE("every page fits and is legible on every screen, and nothing complains") {
  for (const int width : {360, 1600}) {
    for (const bool is_dark : {false, true}) {
      Open page(width, is_dark);
      if (!page) return;
      store_grid(page.file(), "grid", kDocument, "last words");
      for (const std::string path : {"/", "/db/0/", "/db/0/runs?study=grid", "/db/0/run/grid5-1"}) {
        page.visit(path);
        INFO(width << (is_dark ? " dark " : " light ") << path);
        const std::string drawn =
            "document.body.textContent.includes('grid') && [...document.querySelectorAll('figure')]"
            ".every((f) => f.dataset.drawn === 'yes')";
        CHECK(page->wait_until(drawn));
        if (path == "/db/0/") {
          CHECK(page->wait_until("document.querySelectorAll('figure').length === 4 && " + drawn));
        }
        page.check_legible(width);
        page.check_quiet();
      }
    }
  }
}

TEST_CASE("the keyboard comes to everything on live pages") {
  Open page;
  if (!page) return;
  store_grid(page.file(), "grid", kDocument, "last words");
  for (const std::string path : {"/", "/db/0/runs?study=grid", "/db/0/run/grid5-1"}) {
    page.visit(path);
    INFO(path);
    REQUIRE(page->wait_until("document.querySelectorAll('a').length > 2"));
    CHECK(
        page->wait_until("[...document.querySelectorAll('figure')].every((f) => "
                         "f.dataset.drawn === 'yes')"));
    page.check_keyboard();
  }
}

TEST_CASE("a live page's policy forbids what is not the server's own") {
  Open page;
  if (!page) return;
  store_grid(page.file(), "grid", kDocument, "");
  page.visit("/db/0/");
  page.check_confined();
  CHECK(page.is("document.cookie === ''"));
}

}  // namespace live_test
