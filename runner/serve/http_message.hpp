// Requests and responses of HTTP as values, as far as a read-only site needs them.
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
  std::string target;  // as sent: "/db/0/?study=a%20b"
  std::string host, cookie, if_none_match;
};

struct HttpResponse {
  unsigned status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::shared_ptr<const std::string> body;  // never null; responses may share one

  // Returns the value of the first header with this name; "" if there is none.
  std::string_view header(std::string_view name) const;
};

using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

// Returns a response with the headers that all responses have: a strict Content-Security-Policy, no
// framing, no sniffing of types, no referrer, no caching.
HttpResponse http_response(unsigned status, std::string_view type,
                           std::shared_ptr<const std::string> body);
HttpResponse http_response(unsigned status, std::string_view type, std::string body);

// Returns a refusal with one line of text as its reason. For 405, includes the methods allowed.
HttpResponse http_refusal(unsigned status, std::string_view why);

// The path of a target, and the values of its query. %XX is decoded and, in the query, also +.
struct HttpTarget {
  std::string path;
  std::map<std::string, std::string> query;  // for repeated names, the first value

  std::string value(const std::string& name) const;  // "" if there is none
};

// Throws std::invalid_argument if the target is not a path or contains an invalid escape.
HttpTarget parse_target(std::string_view target);

}  // namespace skald
