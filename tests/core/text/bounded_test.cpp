#include "text/bounded.hpp"

#include "test.hpp"
#include "text/utf8.hpp"

using namespace skald::text;

TEST_CASE("a name has 1 to 200 bytes without control characters") {
  CHECK(name_fault("w2").empty());
  CHECK(name_fault(std::string(kLongestName, 'm')).empty());
  CHECK(name_fault("\xC3\xA4").empty());
  CHECK(name_fault(std::string(kLongestName + 1, 'm')) ==
        "of 201 bytes; expected 1 to 200 bytes without control characters");
  for (const std::string_view name : {std::string_view(""), std::string_view("a\0b", 3),
                                      std::string_view("a\n"), std::string_view("\x7f")}) {
    CHECK_FALSE(name_fault(name).empty());
  }
}

TEST_CASE("a long text keeps its beginning and its end, and says what is left out") {
  CHECK(shortened("short", 5) == "short");
  CHECK(shortened("abcdefghij", 6) == "abc[... 4 bytes ...]hij");
  CHECK(shortened(std::string(1000000, 'm'), 100) ==
        std::string(50, 'm') + "[... 999900 bytes ...]" + std::string(50, 'm'));
}

TEST_CASE("a shortened text splits no character") {
  std::string text = "x";
  for (int i = 0; i < 1000; ++i) text += "\u20ac";
  for (std::size_t most = 0; most < 20; ++most) {
    const std::string shown = shortened(text, most);
    CHECK(valid_utf8(shown) == shown);
    CHECK(shown.size() <= most + 30);
  }
}
