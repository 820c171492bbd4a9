// Answers the requests of browsers: pages, their updates, and the files that they use.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "serve/database_feed.hpp"
#include "serve/http_message.hpp"
#include "serve/study_view.hpp"

namespace skald {

struct SiteOptions {
  std::string token;
  unsigned short port = 0;
  bool is_loopback = true;
  FeedOptions feed;
};

// Shows databases to whoever has the token. Thread-safe.
//
//   /                          all databases           /index.json         its update
//   /db/N/?study=NAME          a study of the Nth      /db/N/live.json     its update
//   /db/N/runs?study=NAME      its runs                /db/N/run/HASH      one of them
//   /page.css /vega.js /charts.js /page.js /live.js    the files that pages use
class Site {
 public:
  Site(const std::vector<std::filesystem::path>& databases, SiteOptions options);

  // Starts reading in the background. Before, every request reads by itself.
  void start();

  HttpResponse respond(const HttpRequest& request);
  // Returns the number of the database whose pages the request asks for, if there is one.
  std::optional<std::size_t> database_of(const HttpRequest& request) const;

 private:
  // A live page at one of its states, which all its readers share.
  struct Rendered {
    std::string version, contents;
    std::shared_ptr<const std::string> page, news, news_with_contents;
    bool is_found = true;
  };

  // `rest` becomes what follows the database's number in the path, such as "runs".
  std::optional<std::size_t> database_in(std::string_view path, std::string_view& rest) const;
  HttpResponse let_in(const HttpTarget& target) const;
  HttpResponse page_or_news(const HttpRequest& request, const HttpTarget& target);
  HttpResponse database_page(const HttpRequest& request, const HttpTarget& target,
                             std::size_t number, std::string_view rest);
  HttpResponse live(const HttpRequest& request, const HttpTarget& target, const Rendered& rendered,
                    bool is_news) const;
  HttpResponse still(const LiveView& view) const;
  Rendered index();
  Rendered study(std::size_t number, const std::string& name);
  Rendered render(const LiveView& view, const std::string& version, const std::string& feed) const;

  const SiteOptions options_;
  const std::string start_;  // distinguishes this run of the server from earlier ones
  std::vector<std::unique_ptr<DatabaseFeed>> feeds_;
  std::mutex mutex_;
  std::map<std::pair<std::size_t, std::string>, Rendered> rendered_;
};

}  // namespace skald
