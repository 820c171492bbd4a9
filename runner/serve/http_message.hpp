// Requests and answers of HTTP as values: only what a site of reading pages needs of them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skald {

struct HttpRequest {
  std::string method;  // "GET"
  std::string target;  // as it was sent: "/db/0/?study=a%20b"
  std::string host, cookie, if_none_match;
};

struct HttpResponse {
  unsigned status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const std::string> body;  // never null; many answers may share one

  // The first header of that name, or "".
  std::string_view header(std::string_view name) const;
};

using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

// An answer with the headers that every answer has: what a browser may do with it (a strict
// Content-Security-Policy, no framing, no guessing of types, no referrer, nothing kept).
HttpResponse http_response(unsigned status, std::string_view type,
                           std::shared_ptr<const std::string> body);
HttpResponse http_response(unsigned status, std::string_view type, std::string body);

// One line of text that says what is wrong with a request, and for 405 which methods there are.
HttpResponse http_refusal(unsigned status, std::string_view why);

// The path of a target, with the values of its query; %XX and, in the query, + are decoded.
struct HttpTarget {
  std::string path;
  std::map<std::string, std::string> query;  // of equal names the first counts

  std::string value(const std::string& name) const;  // "" where there is none
};

// Throws std::invalid_argument for what is no path, or an escape that stands for no byte.
HttpTarget parse_target(std::string_view target);

// Text as the value of a query.
std::string percent_encoded(std::string_view text);

}  // namespace skald
