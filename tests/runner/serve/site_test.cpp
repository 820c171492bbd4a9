// Tests requests and responses without a socket. A site that was not started reads at every
// request.
#include "serve/site.hpp"

#include <boost/json.hpp>
#include <regex>

#include "serve/access.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"
#include "text/percent.hpp"
#include "web/stored_study.hpp"

namespace site_test {

namespace {

constexpr const char* kHostile = "<script>alert(1)</script>";
constexpr const char* kToken = "0123456789abcdef";

class Served {
 public:
  explicit Served(const std::vector<std::string>& files = {"a.db"}) {
    std::vector<std::filesystem::path> paths;
    for (const std::string& file : files) paths.push_back(folder / file);
    site.emplace(paths, SiteOptions{kToken, 80, true, {}});
  }

  void store(const std::string& file, const std::string& name,
             const std::string& last_words = "last words") const {
    store_grid(folder / file, name, R"({"name": "grid", "replicates": 3})", last_words);
  }

  HttpResponse get(const std::string& target, const std::string& tag = "") {
    return site->respond({"GET", target, "localhost:80", std::string("skald-80=") + kToken, tag});
  }
  std::string body(const std::string& target) { return *get(target).body; }

  TemporaryFolder folder;
  std::optional<Site> site;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("nothing is shown without the token") {
  Served served;
  served.store("a.db", "grid");
  for (const char* target : {"/", "/index.json", "/db/0/", "/db/0/live.json", "/db/0/runs",
                             "/db/0/run/grid0-0", "/page.css", "/vega.js", "/nothing"}) {
    for (const char* cookie : {"", "skald-80=", "skald-80=0123456789abcdee",
                               "skald-81=0123456789abcdef", "token=0123456789abcdef"}) {
      const HttpResponse response = served.site->respond({"GET", target, "localhost", cookie, ""});
      INFO(target << " " << cookie);
      CHECK(response.status == 403);
      CHECK_FALSE(has(*response.body, "grid"));
    }
  }
}

TEST_CASE("the printed address gives the cookie and leads to the page") {
  Served served;
  const auto ask = [&](const std::string& target) {
    return served.site->respond({"GET", target, "localhost", "", ""});
  };
  const HttpResponse in = ask(std::string("/db/0/?study=a%20b&token=") + kToken);
  CHECK(in.status == 303);
  CHECK(in.header("Location") == "/db/0/?study=a%20b");
  CHECK(in.header("Set-Cookie") == token_cookie(80, kToken));
  CHECK(ask("/?token=wrong").status == 403);
  CHECK(ask("/?token=").status == 403);
  CHECK(ask("/?token=wrong").header("Set-Cookie").empty());
  // No redirect to another host, and no second header.
  for (const char* path :
       {"//evil.example/", "/\\evil.example", "/%0d%0aX: y", "/%2F/evil.example"}) {
    const HttpResponse response = ask(std::string(path) + "?token=" + kToken);
    const std::string place(response.header("Location"));
    INFO(place);
    CHECK(place.starts_with('/'));
    CHECK_FALSE(place.starts_with("//"));
    CHECK(place.find_first_of("\r\n\\: ") == std::string::npos);
  }
}

TEST_CASE("other names for this address are refused, token or not") {
  Served served;
  const std::string cookie = std::string("skald-80=") + kToken;
  CHECK(served.site->respond({"GET", "/", "evil.example", cookie, ""}).status == 403);
  CHECK(served.site->respond({"GET", "/", "", cookie, ""}).status == 403);
  CHECK(served.site->respond({"GET", "/", "127.0.0.1:80", cookie, ""}).status == 200);
}

TEST_CASE("pages are read alone") {
  Served served;
  const std::string cookie = std::string("skald-80=") + kToken;
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", ""}) {
    const HttpResponse response = served.site->respond({method, "/", "localhost", cookie, ""});
    CHECK(response.status == 405);
    CHECK(response.header("Allow") == "GET, HEAD");
  }
  CHECK(served.site->respond({"HEAD", "/", "localhost", cookie, ""}).status == 200);
}

TEST_CASE("malformed requests have their answers") {
  Served served;
  served.store("a.db", "grid");
  struct Case {
    std::string target;
    unsigned status;
  };
  const std::string longest(5000, 'a');
  for (const auto& [target, status] : {Case{"", 400},
                                       Case{"*", 400},
                                       Case{"x", 400},
                                       Case{"http://localhost/", 400},
                                       Case{"/%", 400},
                                       Case{"/%zz", 400},
                                       Case{"/?a=%f", 400},
                                       Case{"/" + longest, 414},
                                       Case{"/..", 404},
                                       Case{"/../../etc/passwd", 404},
                                       Case{"/%2e%2e/etc/passwd", 404},
                                       Case{"/db", 404},
                                       Case{"/db/", 404},
                                       Case{"/db/0", 404},
                                       Case{"/db/1/", 404},
                                       Case{"/db/-1/", 404},
                                       Case{"/db/+0/", 404},
                                       Case{"/db/0x0/", 404},
                                       Case{"/db/00000/", 200},
                                       Case{"/db/99999999999999999999999/", 404},
                                       Case{"/db/0/x", 404},
                                       Case{"/db/0//", 404},
                                       Case{"/db/0/run/", 404},
                                       Case{"/db/0/run/zz", 404},
                                       Case{"/db/0/run/%00", 404},
                                       Case{"/db/0/run/' OR 1 --", 404},
                                       Case{"/db/0/run/%25", 404},
                                       Case{"/db/0/runs", 404},
                                       Case{"/db/0/runs?study=none", 404},
                                       Case{"/db/0/runs?study=grid&status=x'--", 404},
                                       Case{"/db/0/runs?study=grid&before=x", 200},
                                       Case{"/db/0/?study=none", 404},
                                       Case{"/db/0/?study=%00", 404},
                                       Case{"/db/0/?study=%ff%fe", 404},
                                       Case{"/page.html", 404},
                                       Case{"/page.css/", 404},
                                       Case{"/live.html", 404},
                                       Case{"/%00", 404},
                                       Case{"//", 404},
                                       Case{"/INDEX.JSON", 404}}) {
    INFO(target.substr(0, 60));
    const HttpResponse response = served.get(target);
    CHECK(response.status == status);
    CHECK(response.header("Content-Security-Policy").starts_with("default-src 'none'; "));
    CHECK_FALSE(has(*response.body, "root:"));
  }
}

TEST_CASE("every database has its page, and the first page lists all") {
  Served served({"a.db", "b.db", "c.db"});
  served.store("a.db", "first");
  served.store("b.db", "second");
  const std::string index = served.body("/");
  for (const char* part :
       {"a.db", "b.db", "c.db", "href=\"/db/1/?study=second\"", "There is no such file now",
        "<strong>18 of 18</strong> runs ended: 15 ok, 1 diverged, ", "2 failed</a>",
        "Nobody is writing it now"}) {
    INFO(part);
    CHECK(has(index, part));
  }
  const std::string page = served.body("/db/1/");
  CHECK(has(page, "<h1>second</h1>"));
  CHECK(has(page, "id=\"comparison\""));
  CHECK_FALSE(has(page, "<h1>first"));
}

TEST_CASE("scripts and style are files of their own, and no page has one inside") {
  Served served;
  served.store("a.db", "grid");
  for (const char* target : {"/", "/db/0/", "/db/0/runs?study=grid", "/db/0/run/grid0-0"}) {
    const std::string page = served.body(target);
    INFO(target);
    CHECK(std::regex_search(page, std::regex("<script src=\"/page.js\" defer></script>")));
    CHECK_FALSE(std::regex_search(page, std::regex("<script>|<style| style=| on[a-z]+=")));
    CHECK_FALSE(std::regex_search(page, std::regex("(src|href)=\"(https?:|//)")));
  }
  CHECK(served.get("/page.js").header("Content-Type") == "text/javascript; charset=utf-8");
  CHECK(served.get("/page.css").header("Content-Type") == "text/css; charset=utf-8");
  const std::string tag(served.get("/vega.js").header("ETag"));
  CHECK(served.get("/vega.js", tag).status == 304);
  CHECK(served.get("/vega.js", tag).body->empty());
}

TEST_CASE("hostile names and messages are text everywhere") {
  Served served({std::string("a<b>&\"'.db")});
  served.store("a<b>&\"'.db", kHostile, std::string("</pre></script>") + kHostile);
  const std::string name = text::percent_encoded(kHostile);
  for (const std::string& target :
       {std::string("/"), "/db/0/?study=" + name, "/db/0/runs?study=" + name,
        "/db/0/runs?status=failed&study=" + name, "/db/0/run/" + word_in(kHostile) + "4-1"}) {
    const HttpResponse response = served.get(target);
    INFO(target);
    CHECK(response.status == 200);
    CHECK_FALSE(has(*response.body, kHostile));
    CHECK_FALSE(has(*response.body, "a<b>"));
  }
  for (const std::string& target : {std::string("/index.json"), "/db/0/live.json?study=" + name}) {
    const HttpResponse response = served.get(target);
    CHECK(response.header("Content-Type") == "application/json");
    CHECK_FALSE(has(*response.body, "<"));
    const boost::json::value news = boost::json::parse(*response.body);
    CHECK_FALSE(has(std::string(news.at("progress").as_string()), kHostile));
  }
}

TEST_CASE("what has not changed is not sent again") {
  Served served;
  served.store("a.db", "grid");
  for (const char* target : {"/index.json", "/db/0/live.json"}) {
    served.get(target);
    const HttpResponse first = served.get(target);
    const std::string tag(first.header("ETag"));
    CHECK(first.status == 200);
    CHECK(tag.size() > 10);
    const HttpResponse again = served.get(target, tag);
    CHECK(again.status == 304);
    CHECK(again.body->empty());
    CHECK(served.get(target, "\"other\"").status == 200);
    CHECK(served.get(target).body == first.body);  // one rendering for all readers
  }
}

TEST_CASE("news have the contents only for those who do not have them") {
  Served served;
  served.store("a.db", "grid");
  const boost::json::value full = boost::json::parse(served.body("/db/0/live.json"));
  CHECK(full.as_object().contains("body"));
  CHECK(full.at("data").as_object().contains("figures"));
  const std::string contents(full.at("contents").as_string());
  const boost::json::value brief =
      boost::json::parse(served.body("/db/0/live.json?have=" + contents));
  CHECK_FALSE(brief.as_object().contains("body"));
  CHECK(brief.at("contents").as_string() == contents);
}

TEST_CASE("new runs, another file, no file: the page follows") {
  Served served;
  const boost::json::value absent = boost::json::parse(served.body("/db/0/live.json"));
  CHECK(has(std::string(absent.at("progress").as_string()), "no such file now"));
  served.store("a.db", "first");
  CHECK(has(served.body("/db/0/"), "<h1>first</h1>"));
  std::string tag(served.get("/db/0/live.json").header("ETag"));
  served.store("a.db", "second");  // another study in the same file
  CHECK(served.get("/db/0/live.json", tag).status == 200);
  CHECK(has(served.body("/db/0/"), "<h1>second</h1>"));
  CHECK(has(served.body("/db/0/?study=first"), "<h1>first</h1>"));

  served.store("other.db", "third");
  tag = served.get("/db/0/live.json").header("ETag");
  std::filesystem::rename(served.folder / "other.db", served.folder / "a.db");
  CHECK(served.get("/db/0/live.json", tag).status == 200);
  CHECK(has(served.body("/db/0/"), "<h1>third</h1>"));
  CHECK(served.get("/db/0/?study=first").status == 404);

  std::filesystem::remove(served.folder / "a.db");
  CHECK(has(served.body("/db/0/"), "no such file now"));
  CHECK(served.get("/db/0/").status == 200);
  CHECK(served.get("/db/0/run/third0-0").status == 404);
  served.store("a.db", "fourth");
  CHECK(has(served.body("/db/0/"), "<h1>fourth</h1>"));
}

TEST_CASE("what is no database is told on its page, and what it becomes is shown") {
  Served served;
  served.folder.write("a.db", "no database at all, but long enough to look at");
  const HttpResponse response = served.get("/db/0/");
  CHECK(response.status == 200);
  CHECK(has(*response.body, "It cannot be read now: "));
  CHECK(served.get("/db/0/runs?study=x").status >= 400);
  std::filesystem::remove(served.folder / "a.db");
  served.store("a.db", "grid");
  CHECK(has(served.body("/db/0/"), "<h1>grid</h1>"));
}

TEST_CASE("looking leaves no trace beside the database") {
  Served served;
  served.store("a.db", "grid");
  const auto before = std::filesystem::last_write_time(served.folder / "a.db");
  for (const char* target : {"/", "/db/0/", "/db/0/runs?study=grid", "/db/0/run/grid0-0"}) {
    CHECK(served.get(target).status == 200);
  }
  CHECK(std::filesystem::last_write_time(served.folder / "a.db") == before);
  CHECK(served.folder.names() == std::vector<std::string>{"a.db"});
}

TEST_CASE("a writer is never in the way of readers, nor they in his") {
  Served served;
  served.store("a.db", "grid");
  store::Store writer = store::Store::open(served.folder / "a.db");
  CHECK(has(served.body("/db/0/"), "Being written by process "));
  writer.declare_metrics(std::vector<record::MetricRecord>{{"late", "", "", {}}});
  CHECK(served.get("/db/0/").status == 200);
  CHECK(writer.shrink_journal(0) == 0);  // no reader holds a state
  CHECK(served.get("/db/0/run/grid0-0").status == 200);
}

TEST_CASE("runs are listed by status, the last first, with a page each") {
  Served served;
  served.store("a.db", "grid");
  const std::string all = served.body("/db/0/runs?study=grid");
  CHECK(all.find("run/grid5-2") < all.find("run/grid0-0"));
  CHECK(has(all, "K = 5, ρ = 0.5"));
  const std::string failed = served.body("/db/0/runs?study=grid&status=failed");
  CHECK(has(failed, "run/grid4-1"));
  CHECK(has(failed, "last words"));
  CHECK_FALSE(has(failed, "run/grid0-0"));
  CHECK(has(served.body("/db/0/runs?study=grid&before=1"), "There is no such run"));
}

TEST_CASE("a run's page has its results, curves and origin") {
  Served served;
  served.store("a.db", "grid");
  const std::string page = served.body("/db/0/run/grid5-1");
  for (const char* part :
       {"Status <strong>ok</strong>", "K = 5, ρ = 0.5", "accuracy", "data-key=\"run accuracy\"",
        "eps = 2 for one record", "data:x.csv", "fald", "href=\"/db/0/?study=grid\""}) {
    INFO(part);
    CHECK(has(page, part));
  }
  CHECK(has(served.body("/db/0/run/grid4-1"), "last words"));
}

}  // namespace site_test
