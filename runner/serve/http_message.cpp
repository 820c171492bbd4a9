#include "serve/http_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <stdexcept>

#include "web/page_frame.hpp"

namespace skald {
namespace {

std::string decoded(std::string_view text, bool plus_is_space) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const std::string_view digits = text.substr(i + 1, 2);
      const char* const end = digits.data() + digits.size();
      std::uint8_t byte = 0;
      if (digits.size() < 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) {
        throw std::invalid_argument("an escape that stands for no byte");
      }
      out += static_cast<char>(byte);
      i += 2;
    }
  }
  return out;
}

}  // namespace

std::string_view HttpResponse::header(std::string_view name) const {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [name](const auto& header) { return header.first == name; });
  return found == headers.end() ? std::string_view() : found->second;
}

HttpResponse http_response(unsigned status, std::string_view type,
                           std::shared_ptr<const std::string> body) {
  return {status,
          {{"Content-Type", std::string(type)},
           {"Content-Security-Policy", std::string(live_policy())},
           {"X-Content-Type-Options", "nosniff"},
           {"X-Frame-Options", "DENY"},
           {"Referrer-Policy", "no-referrer"},
           {"Cross-Origin-Opener-Policy", "same-origin"},
           {"Cross-Origin-Resource-Policy", "same-origin"},
           {"Cache-Control", "no-store"}},
          std::move(body)};
}

HttpResponse http_response(unsigned status, std::string_view type, std::string body) {
  return http_response(status, type, std::make_shared<const std::string>(std::move(body)));
}

HttpResponse http_refusal(unsigned status, std::string_view why) {
  HttpResponse response =
      http_response(status, "text/plain; charset=utf-8", std::string(why) + "\n");
  if (status == 405) response.headers.emplace_back("Allow", "GET, HEAD");
  return response;
}

std::string HttpTarget::value(const std::string& name) const {
  const auto found = query.find(name);
  return found == query.end() ? "" : found->second;
}

HttpTarget parse_target(std::string_view target) {
  if (!target.starts_with('/')) throw std::invalid_argument("no path");
  const std::size_t mark = target.find('?');
  HttpTarget parsed;
  parsed.path = decoded(target.substr(0, mark), false);
  if (mark == std::string_view::npos) return parsed;
  for (std::string_view rest = target.substr(mark + 1); !rest.empty();) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(pair.size(), equals + 1));
    parsed.query.emplace(decoded(pair.substr(0, equals), true), decoded(value, true));
  }
  return parsed;
}

}  // namespace skald
