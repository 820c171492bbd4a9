#include "text/utf8.hpp"

#include "test.hpp"

using namespace skald::text;

TEST_CASE("every character comes back from its bytes") {
  // The first and last of each length (RFC 3629, section 3), and those next to the surrogates.
  const std::pair<std::string, char32_t> characters[] = {
      {std::string(1, '\0'), 0},     {"\x7f", 0x7f},           {"\xc2\x80", 0x80},
      {"\xdf\xbf", 0x7ff},           {"\xe0\xa0\x80", 0x800},  {"\xed\x9f\xbf", 0xd7ff},
      {"\xee\x80\x80", 0xe000},      {"\xef\xbf\xbf", 0xffff}, {"\xf0\x90\x80\x80", 0x10000},
      {"\xf4\x8f\xbf\xbf", 0x10ffff}};
  for (const auto& [bytes, code] : characters) {
    const Utf8Character character = first_character(bytes + "x");
    CHECK(character.is_valid);
    CHECK(character.code == code);
    CHECK(character.bytes == bytes.size());
  }
}

TEST_CASE("text becomes UTF-8, byte by byte where it is none") {
  CHECK(valid_utf8("gr\u00fc\u00df") == "gr\u00fc\u00df");
  CHECK(valid_utf8("a\xff\xe4z") == "a\ufffd\ufffdz");
  CHECK(valid_utf8("\xe2\x82") == "\ufffd\ufffd");
}

TEST_CASE("a beginning ends between two characters") {
  const std::string text = "a\u20acb";  // 1 + 3 + 1 bytes
  CHECK(utf8_prefix(text, 5) == text);
  CHECK(utf8_prefix(text, 4) == "a\u20ac");
  CHECK(utf8_prefix(text, 3) == "a");
  CHECK(utf8_prefix(text, 2) == "a");
  CHECK(utf8_prefix(text, 1) == "a");
  CHECK(utf8_prefix(text, 0).empty());
  CHECK(utf8_prefix(std::string(9, '\xbf'), 7).size() == 7);  // not UTF-8: no character to split
}
