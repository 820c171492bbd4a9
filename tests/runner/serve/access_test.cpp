#include "serve/access.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include "test.hpp"

namespace access_test {

namespace {

// Those of IPv4 that are not of loopback; a machine without a network has none.
std::vector<std::string> addresses_of_this_machine() {
  std::vector<std::string> found;
  ifaddrs* all = nullptr;
  REQUIRE(::getifaddrs(&all) == 0);
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    char text[INET_ADDRSTRLEN];
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr, text,
                sizeof text);
    if (!std::string_view(text).starts_with("127.")) found.emplace_back(text);
  }
  ::freeifaddrs(all);
  return found;
}

}  // namespace

TEST_CASE("tokens are long, hexadecimal and never the same") {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string token = random_token();
    CHECK(token.size() == 48);
    CHECK(token.find_first_not_of("0123456789abcdef") == std::string::npos);
    seen.insert(token);
  }
  CHECK(seen.size() == 100);
}

TEST_CASE("secrets are the same only as a whole") {
  CHECK(is_same_secret("abc", "abc"));
  CHECK(is_same_secret("", ""));
  for (const char* other : {"", "a", "ab", "abcd", "abd", "bbc", "ABC"}) {
    CHECK_FALSE(is_same_secret("abc", other));
  }
}

TEST_CASE("a host is localhost or an address of this machine") {
  for (const char* host : {"127.0.0.1", "127.0.0.1:8000", "127.9.9.9", "localhost", "LocalHost:1",
                           "[::1]", "[::1]:8000"}) {
    INFO(host);
    CHECK(is_own_host(host, true));
    CHECK(is_own_host(host, false));
  }
  for (const char* host : {"192.0.2.7", "192.0.2.7:80", "0.0.0.0", "[2001:db8::1]", "[::]"}) {
    INFO(host);
    CHECK_FALSE(is_own_host(host, true));
    CHECK_FALSE(is_own_host(host, false));
  }
  for (const std::string& host : addresses_of_this_machine()) {
    INFO(host);
    CHECK(is_own_host(host, false));
    CHECK_FALSE(is_own_host(host, true));
  }
  for (const char* host :
       {"", ":80", "evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil",
        "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:123456", "[::1", "[::1]x", "[]", "[localhost]x",
        "127.0.0.1@evil.example", "localhost ", " localhost", "localhost/", "::1", "0x7f.1"}) {
    INFO(host);
    CHECK_FALSE(is_own_host(host, true));
  }
}

TEST_CASE("a cookie is found by its whole name") {
  CHECK(cookie_value("skald-80=abc", "skald-80") == "abc");
  CHECK(cookie_value("a=b; skald-80=abc; c=d", "skald-80") == "abc");
  CHECK(cookie_value("a=b;skald-80=a=c", "skald-80") == "a=c");
  for (const char* header : {"", ";", ";;;", "=", "skald-8=x", "xskald-80=x", "skald-80", "a=b;",
                             "skald-801=x", "a=skald-80=x"}) {
    INFO(header);
    CHECK(cookie_value(header, "skald-80").empty());
  }
}

TEST_CASE("servers on other ports have other cookies, which scripts do not see") {
  CHECK(cookie_name(1) != cookie_name(2));
  const std::string cookie = token_cookie(8000, "abc");
  CHECK(cookie == "skald-8000=abc; Path=/; HttpOnly; SameSite=Strict");
}

}  // namespace access_test
