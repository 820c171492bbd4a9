#include "serve/access.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace skald {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Returns the name or address in a Host header, without port and brackets; "" if it is malformed.
std::string host_without_port(std::string_view host) {
  const bool is_bracketed = host.starts_with('[');
  const std::size_t end = is_bracketed ? host.find(']') : std::min(host.find(':'), host.size());
  if (end == std::string_view::npos) return "";
  const std::string_view name = is_bracketed ? host.substr(1, end - 1) : host.substr(0, end);
  const std::string_view rest = host.substr(is_bracketed ? end + 1 : end);
  if (!rest.empty() && (rest.front() != ':' || !is_port(rest.substr(1)))) return "";
  return lower(name);
}

std::string machine_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? lower(name.data()) : "";
}

bool is_network_address(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return ::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1;
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 24> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw std::runtime_error("the system gives no random numbers for a token");
  }
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool is_same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = static_cast<unsigned char>(difference | (a[i] ^ b[i]));
  }
  return difference == 0;
}

bool is_own_host(std::string_view host, bool is_loopback) {
  const std::string name = host_without_port(host);
  if (name.empty()) return false;
  if (name == "localhost" || is_network_address(name)) return true;
  return !is_loopback && name == machine_name();
}

std::string cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    std::string_view pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(header.size(), pair.size() + 1));
    pair.remove_prefix(std::min(pair.size(), pair.find_first_not_of(' ')));
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) {
      return std::string(pair.substr(equals + 1));
    }
  }
  return "";
}

std::string cookie_name(unsigned short port) { return fmt::format("skald-{}", port); }

std::string token_cookie(unsigned short port, std::string_view token) {
  return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict", cookie_name(port), token);
}

}  // namespace skald
