#include "serve/access.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
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

// The bytes of an address of IPv4 or IPv6; empty if it is none.
std::string address_bytes(const std::string& text) {
  std::array<char, sizeof(in6_addr)> bytes{};
  if (::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) return {bytes.data(), sizeof(in_addr)};
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1) return {bytes.data(), bytes.size()};
  return "";
}

std::string address_bytes(const sockaddr* address) {
  if (address != nullptr && address->sa_family == AF_INET) {
    const in_addr& in = reinterpret_cast<const sockaddr_in*>(address)->sin_addr;
    return {reinterpret_cast<const char*>(&in), sizeof in};
  }
  if (address != nullptr && address->sa_family == AF_INET6) {
    const in6_addr& in = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
    return {reinterpret_cast<const char*>(&in), sizeof in};
  }
  return "";
}

bool is_loopback_address(const std::string& bytes) {
  if (bytes.size() == sizeof(in_addr)) return bytes.front() == 127;
  return bytes == std::string(sizeof(in6_addr) - 1, '\0') + '\1';
}

bool is_address_of_this_machine(const std::string& bytes) {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return false;
  bool is_own = false;
  for (const ifaddrs* one = all; one != nullptr && !is_own; one = one->ifa_next)
    is_own = address_bytes(one->ifa_addr) == bytes;
  ::freeifaddrs(all);
  return is_own;
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
  if (name == "localhost") return true;
  const std::string address = address_bytes(name);
  if (address.empty()) return !is_loopback && name == machine_name();
  return is_loopback_address(address) || (!is_loopback && is_address_of_this_machine(address));
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
