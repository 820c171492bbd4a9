#include "json/diagnostic.hpp"

#include "test.hpp"

using namespace skald::json;

TEST_CASE("a diagnostic shows its line with carets") {
  const Diagnostic fault{"g.json", {2, 5, 3}, "/a", "\"a\" is wrong", "mend it", "sampler fald"};
  CHECK(render(fault, "{\n\t\"\xC3\xA4\": 1.5\r\n}") ==
        "g.json:2:5: error: \"a\" is wrong - mend it        (sampler fald)\n"
        "  2 | \t\"\xC3\xA4\": 1.5\n"
        "    | \t   ^^^\n");
}

TEST_CASE("a diagnostic without a place is one line") {
  CHECK(render({"g.json", {}, "", "too many cells", "", ""}, "{}") ==
        "g.json: error: too many cells\n");
}

TEST_CASE("of a very long line its part around the place is shown") {
  std::string source(500, 'a');
  source.append("bad").append(500, 'a');
  const std::string text = render({"g", {1, 501, 3}, "", "m", "", ""}, source);
  CHECK(text == "g:1:501: error: m\n  1 | " + std::string(60, 'a') + "bad" + std::string(57, 'a') +
                    "\n    | " + std::string(60, ' ') + "^^^\n");
}

TEST_CASE("a diagnostic that quotes a very long text has its beginning and its end") {
  const std::string name(1000000, 'm');
  const std::string text =
      render({"g", {}, "", "no metric \"" + name + "\"", "it has: " + name + ", end", ""}, "{}");
  CHECK(text.size() < 5000);
  CHECK_THAT(text, Catch::StartsWith("g: error: no metric \"mmm"));
  CHECK_THAT(text, Catch::Contains("[... 998013 bytes ...]"));
  CHECK_THAT(text, Catch::EndsWith("mmm, end\n"));
}
