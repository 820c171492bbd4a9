#include "serve/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <optional>
#include <stdexcept>

#include "serve/access.hpp"
#include "serve/run_pages.hpp"
#include "store/store_reader.hpp"
#include "text/percent.hpp"
#include "web/html_text.hpp"
#include "web/page_frame.hpp"

namespace skald {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";
constexpr std::string_view kJson = "application/json";
constexpr std::size_t kMostRendered = 16;  // rendered pages kept
constexpr std::size_t kLongestTarget = 4096;

std::string_view type_of(std::string_view file) {
  return file.ends_with(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
}

template <class Integer>
std::optional<Integer> number_in(std::string_view text) {
  Integer number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Returns whether an If-None-Match header lists the tag.
bool lists(std::string_view header, std::string_view tag) {
  return header == "*" || header.find(tag) != std::string_view::npos;
}

// Returns `text` with `part` inserted into the element #progress.
std::string with_progress(const std::string& text, const std::string& part) {
  constexpr std::string_view place = "<section id=\"progress\" aria-label=\"Progress\">";
  const std::size_t at = text.find(place);
  return at == std::string::npos ? text : std::string(text).insert(at + place.size(), part);
}

// Returns the target without the token.
std::string without_token(const HttpTarget& target) {
  std::string address = target.path.starts_with("//") ? "/" : "";
  for (const char c : address.empty() ? target.path : "") {
    address += c == '/' ? "/" : text::percent_encoded(std::string_view(&c, 1));
  }
  char mark = '?';
  for (const auto& [name, value] : target.query) {
    if (name == "token") continue;
    address += mark + text::percent_encoded(name) + "=" + text::percent_encoded(value);
    mark = '&';
  }
  return address;
}

}  // namespace

Site::Site(const std::vector<std::filesystem::path>& databases, SiteOptions options)
    : options_(std::move(options)), start_(random_token().substr(0, 12)) {
  feeds_.reserve(databases.size());
  for (const auto& file : databases) {
    feeds_.push_back(std::make_unique<DatabaseFeed>(file, options_.feed));
  }
}

void Site::start() {
  for (const auto& feed : feeds_) feed->start();
}

HttpResponse Site::respond(const HttpRequest& request) {
  if (request.method != "GET" && request.method != "HEAD") {
    return http_refusal(405, "pages are only read here: GET or HEAD");
  }
  if (!is_own_host(request.host, options_.is_loopback)) {
    return http_refusal(403, "this server is not called so; use the address that it printed");
  }
  if (request.target.size() > kLongestTarget) return http_refusal(414, "the address is too long");
  HttpTarget target;
  try {
    target = parse_target(request.target);
  } catch (const std::invalid_argument& e) {
    return http_refusal(400, std::string("the address cannot be read: ") + e.what());
  }
  if (target.query.contains("token")) return let_in(target);
  const std::string token = cookie_value(request.cookie, cookie_name(options_.port));
  if (!is_same_secret(token, options_.token)) {
    return http_refusal(403,
                        "this page is for whoever started skald serve: open the address that it "
                        "printed, with the token");
  }
  return page_or_news(request, target);
}

// Redirects from the printed address to the same page without the token, which becomes a cookie.
HttpResponse Site::let_in(const HttpTarget& target) const {
  if (!is_same_secret(target.value("token"), options_.token)) {
    return http_refusal(403, "another token than this server's: open the address that it printed");
  }
  HttpResponse response = http_response(303, kHtml, std::string());
  response.headers.emplace_back("Location", without_token(target));
  response.headers.emplace_back("Set-Cookie", token_cookie(options_.port, options_.token));
  return response;
}

std::optional<std::size_t> Site::database_in(std::string_view path, std::string_view& rest) const {
  constexpr std::string_view prefix = "/db/";
  if (!path.starts_with(prefix)) return std::nullopt;
  path.remove_prefix(prefix.size());
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  rest = path.substr(slash + 1);
  const auto number = number_in<std::size_t>(path.substr(0, slash));
  return number && *number < feeds_.size() ? number : std::nullopt;
}

std::optional<std::size_t> Site::database_of(const HttpRequest& request) const {
  try {
    std::string_view rest;
    return database_in(parse_target(request.target).path, rest);
  } catch (const std::invalid_argument&) {
    return std::nullopt;  // respond() refuses it
  }
}

HttpResponse Site::page_or_news(const HttpRequest& request, const HttpTarget& target) {
  const std::string& path = target.path;
  if (path == "/" || path == "/index.json") return live(request, target, index(), path != "/");
  const std::string_view file = std::string_view(path).substr(1);
  if (const std::string_view content = page_file(file); !content.empty()) {
    const std::string tag = '"' + start_ + '"';
    const bool is_known = lists(request.if_none_match, tag);
    HttpResponse response =
        http_response(is_known ? 304 : 200, type_of(file), std::string(is_known ? "" : content));
    for (auto& [name, value] : response.headers) {
      if (name == "Cache-Control") value = "no-cache";
    }
    response.headers.emplace_back("ETag", tag);
    return response;
  }
  std::string_view rest;
  if (const auto number = database_in(path, rest)) {
    return database_page(request, target, *number, rest);
  }
  return http_refusal(404, "there is no such page");
}

HttpResponse Site::database_page(const HttpRequest& request, const HttpTarget& target,
                                 std::size_t number, std::string_view rest) {
  if (rest.empty() || rest == "live.json") {
    return live(request, target, study(number, target.value("study")), !rest.empty());
  }
  constexpr std::string_view run = "run/";
  const bool is_run = rest.starts_with(run);
  if (!is_run && rest != "runs") return http_refusal(404, "there is no such page");
  try {
    store::StoreReader reader(feeds_[number]->file(), std::chrono::seconds(1));
    if (is_run) return still(run_view(reader, number, std::string(rest.substr(run.size()))));
    const std::string before = target.value("before");
    const ListedRuns listed{target.value("study"), target.value("status"),
                            number_in<std::int64_t>(before)};
    return still(runs_view(reader, number, listed));
  } catch (const std::invalid_argument& e) {
    return http_refusal(404, e.what());
  } catch (const std::exception& e) {
    return http_refusal(503, e.what());
  }
}

HttpResponse Site::live(const HttpRequest& request, const HttpTarget& target,
                        const Rendered& rendered, bool is_news) const {
  const std::string tag = '"' + rendered.version + '"';
  if (!is_news) return http_response(rendered.is_found ? 200 : 404, kHtml, rendered.page);
  const bool is_known = lists(request.if_none_match, tag);
  const bool has_contents = target.value("have") == rendered.contents;
  HttpResponse response =
      is_known
          ? http_response(304, kJson, std::string())
          : http_response(200, kJson, has_contents ? rendered.news : rendered.news_with_contents);
  response.headers.emplace_back("ETag", tag);
  return response;
}

HttpResponse Site::still(const LiveView& view) const {
  return http_response(200, kHtml, live_page({view.title, view.body, view.data, "", "", "", true}));
}

Site::Rendered Site::index() {
  std::vector<DatabaseState> states;
  states.reserve(feeds_.size());
  for (const auto& feed : feeds_) states.push_back(feed->state());
  std::vector<ServedDatabase> databases;
  std::string version = start_ + "-index";
  for (std::size_t number = 0; number < feeds_.size(); ++number) {
    databases.push_back({number, feeds_[number]->file().string(), &states[number]});
    version += fmt::format("-{}", states[number].version);
  }
  const std::lock_guard lock(mutex_);
  Rendered& known = rendered_[{feeds_.size(), ""}];
  if (known.version != version) known = render(index_view(databases), version, "/index.json");
  return known;
}

Site::Rendered Site::study(std::size_t number, const std::string& name) {
  DatabaseFeed& feed = *feeds_[number];
  const DatabaseState state = feed.state();
  const auto rendering = feed.study(name);
  const std::string version =
      fmt::format("{}-{}-{}", start_, state.version, rendering ? rendering->version : 0);
  const std::lock_guard lock(mutex_);
  if (rendered_.size() > kMostRendered) rendered_.clear();
  Rendered& known = rendered_[{number, name}];
  if (known.version != version) {
    const ServedDatabase database{number, feed.file().string(), &state};
    const std::string query = name.empty() ? "" : "?study=" + text::percent_encoded(name);
    known = render(study_view(database, name, rendering.get()), version,
                   database_path(number, "live.json") + query);
  }
  return known;
}

Site::Rendered Site::render(const LiveView& view, const std::string& version,
                            const std::string& feed) const {
  Rendered rendered;
  rendered.version = version;
  rendered.contents = start_ + "-" + view.contents;
  rendered.is_found = view.is_found;
  const bool has_charts = feed != "/index.json";
  rendered.page = std::make_shared<const std::string>(
      live_page({view.title, with_progress(view.body, view.progress), view.data, feed,
                 '"' + version + '"', rendered.contents, has_charts}));
  const std::string news =
      fmt::format("{{\"version\":{},\"title\":{},\"contents\":{},\"progress\":{}",
                  script_json('"' + version + '"'), script_json(view.title + " - Skald"),
                  script_json(rendered.contents), script_json(view.progress));
  rendered.news = std::make_shared<const std::string>(news + "}");
  rendered.news_with_contents = std::make_shared<const std::string>(
      news + ",\"body\":" + script_json(view.body) + ",\"data\":" + view.data + "}");
  return rendered;
}

}  // namespace skald
