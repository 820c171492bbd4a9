// Text of unknown origin inside a page.
#include "web/html_text.hpp"

#include <boost/json.hpp>

#include "test.hpp"

TEST_CASE("text in a page is no markup, and nothing in it is hidden") {
  CHECK(html_text("<script>alert(1)</script>") == "&lt;script&gt;alert(1)&lt;/script&gt;");
  CHECK(html_text("a\"b'c&d") == "a&quot;b&#39;c&amp;d");
  CHECK(html_line("a\nb") == "a\\x0ab");
  CHECK(html_text("a\nb") == "a\nb");
  CHECK(html_text("x\u202ey") == "x\\u202ey");
  CHECK(html_text("caf\u00e9") == "caf\u00e9");
}

TEST_CASE("JSON in a script element keeps the text and cannot end the element") {
  const std::string hostile = "</script><!--&\"\\\n\u2028\u202e\u00e9\U0001f600\U000e0041";
  const std::string json = script_json(hostile);
  for (const char* danger : {"<", ">", "&", "\n", "\u2028", "\u202e", "\U000e0041"}) {
    INFO(danger);
    CHECK(json.find(danger) == std::string::npos);
  }
  CHECK(json.find("\u00e9") != std::string::npos);
  CHECK(std::string(boost::json::parse(json).as_string().c_str()) == hostile);
  CHECK(script_json("\xff") == "\"\uFFFD\"");
}

TEST_CASE("a content hash is SHA-256 in base 64") {
  CHECK(content_hash("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}
