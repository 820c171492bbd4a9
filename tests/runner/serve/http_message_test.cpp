#include "serve/http_message.hpp"

#include "test.hpp"
#include "text/percent.hpp"

namespace http_message_test {

TEST_CASE("a target is a path and the values of a query") {
  const HttpTarget target = parse_target("/db/0/?study=a%20b+c%3Cd&x&y=&study=second&z=1=2");
  CHECK(target.path == "/db/0/");
  CHECK(target.value("study") == "a b c<d");
  CHECK(target.query.contains("x"));
  CHECK(target.value("x").empty());
  CHECK(target.value("y").empty());
  CHECK(target.value("z") == "1=2");
  CHECK(target.value("none").empty());
  CHECK(parse_target("/a%2Fb").path == "/a/b");
  CHECK(parse_target("/a+b").path == "/a+b");
  CHECK(parse_target("/?").query.empty());
  CHECK(parse_target("/?&&&").query.size() == 1);
}

TEST_CASE("what is no target is refused") {
  for (const char* target : {"", "a", "*", "http://a/", "/%", "/%4", "/%zz", "/?a=%", "/?%g1"}) {
    INFO(target);
    CHECK_THROWS_AS(parse_target(target), std::invalid_argument);
  }
}

TEST_CASE("text comes back from a query as it was, whatever it is") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::string encoded = text::percent_encoded(all);
  CHECK(encoded.find_first_of("<>\"'&=+ #?/\n") == std::string::npos);
  CHECK(parse_target("/?a=" + encoded).value("a") == all);
}

TEST_CASE("every answer has a strict policy") {
  const HttpResponse refusal = http_refusal(405, "no");
  CHECK(refusal.status == 405);
  CHECK(*refusal.body == "no\n");
  CHECK(refusal.header("Allow") == "GET, HEAD");
  CHECK(refusal.header("X-Content-Type-Options") == "nosniff");
  CHECK(refusal.header("X-Frame-Options") == "DENY");
  CHECK(refusal.header("Referrer-Policy") == "no-referrer");
  CHECK(refusal.header("Cache-Control") == "no-store");
  const std::string policy(refusal.header("Content-Security-Policy"));
  CHECK(policy.starts_with("default-src 'none'; "));
  CHECK(policy.find("unsafe") == std::string::npos);
  CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
}

}  // namespace http_message_test
