#include "text/printable.hpp"
#include "test.hpp"
#include "text/utf8.hpp"

using namespace skald::text;

TEST_CASE("nothing that steers a terminal is printed") {
  CHECK(printable("a\x1b[31mb\x7f\r") == "a\\x1b[31mb\\x7f\\x0d");
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
  CHECK(printable("\u009b31m") == "\\u009b31m");  // C1: CSI as one character
  CHECK(printable("\x9b"
                  "31m") == "\\x9b31m");  // CSI as one byte
  CHECK(printable("\u202etxt.\u2066a\u2069") == "\\u202etxt.\\u2066a\\u2069");
  CHECK(printable("\u200b\u00ad\ufeff\u2028") == "\\u200b\\u00ad\\ufeff\\u2028");
  CHECK(printable("\U000e0041") == "\\U000e0041");  // a tag
  CHECK(printable("\U0010fffe") == "\\U0010fffe");  // a noncharacter
}

TEST_CASE("bytes that are no UTF-8 are shown as bytes") {
  CHECK(printable("\xff\xfe") == "\\xff\\xfe");
  CHECK(printable("\xc0\x9b") == "\\xc0\\x9b");                    // overlong
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  CHECK(printable("e\xe2\x82") == "e\\xe2\\x82");                  // cut short
  CHECK(printable("\xc3\x1b[0m") == "\\xc3\\x1b[0m");  // an escape hidden in a character
}

TEST_CASE("writing of all sorts is printed as it stands") {
  for (const char* text : {"\u00e4 \u00b1 \u03b8", "\u6f22\u5b57", "\u05e9\u05dc\u05d5\u05dd",
                           "e\u0301", "\U0001f600"}) {
    CHECK(printable(text) == text);
  }
}

TEST_CASE("lines get their margin, or are made one line") {
  CHECK(printable("a\n\tb", "  ") == "a\n  \tb");
  CHECK(printable_line("a\n\tb\x1b") == "a\\x0a\\x09b\\x1b");
}

TEST_CASE("words of any script are printable, with tabs and line ends") {
  CHECK(is_printable(""));
  CHECK(is_printable("a sentence,\n\tand \xce\xb5 (U+03B5), \xe2\x89\xa4, \xf0\x9f\x99\x82"));
  CHECK(is_printable("\xc2\xa0\xed\x9f\xbf\xef\xa4\x80"));  // next to the ends of the ranges
}

TEST_CASE("bytes that are no UTF-8 are no printable") {
  for (const char* bytes :
       {"\x80", "\xc3", "\xe2\x89", "\xf0\x9f\x99", "\xc3(", "\xff", "\xf8\x88\x80\x80\x80",
        "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf",  // overlong
        "\xed\xa0\x80", "\xed\xbf\xbf",                              // surrogates
        "\xf4\x90\x80\x80"}) {                                       // beyond U+10FFFF
    CHECK_FALSE(is_printable(bytes));
    CHECK_FALSE(is_printable(std::string("a ") + bytes + " b"));
  }
}

TEST_CASE("what steers a terminal or turns the direction of writing is no printable") {
  for (const char* characters : {"\x1b[2J", "\r", "\b", "\x7f", "\xc2\x80", "\xc2\x9b", "\xc2\x9f",
                                 "\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\xae", "\xe2\x81\xa6"}) {
    CHECK_FALSE(is_printable(characters));
  }
  CHECK_FALSE(is_printable(std::string_view("\0", 1)));
}

using namespace skald::text;

TEST_CASE("texts of others stay texts within JSON and CSV") {
  CHECK(json_string("a\"b\\c\n") == "\"a\\\"b\\\\c\\u000a\"");
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  CHECK(csv_field("=1+1") == "'=1+1");
  CHECK(csv_field("-") == "-");
}

using namespace skald::text;

TEST_CASE("a message keeps its length up to the limit") {
  const std::string text(kMostMessageBytes, 'x');
  CHECK(capped(text) == text);
}

TEST_CASE("a longer message says how much of it was cut") {
  std::string text = "x";
  while (text.size() < 3'000'001) text += "\u20ac";
  const std::string stored = capped(text);
  CHECK(stored.size() <= kMostMessageBytes);
  CHECK(valid_utf8(stored) == stored);
  const std::size_t kept = stored.find('\n');
  CHECK(text.starts_with(stored.substr(0, kept)));
  CHECK(kept > kMostMessageBytes - 70);
  CHECK(stored.substr(kept) == "\n[cut: " + std::to_string(text.size() - kept) + " more bytes]");
}

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

TEST_CASE("a paragraph is broken at spaces, by characters, after its indent") {
  CHECK(text::wrapped("", 10) == "");
  CHECK(text::wrapped("one two three", 7) == "one two\n  three");
  CHECK(text::wrapped("one two three", 6, 0) == "one\ntwo\nthree");
  CHECK(text::wrapped("ρρρ ρρρ ρ", 7, 1) == "ρρρ ρρρ\n ρ");
  CHECK(text::wrapped(" one\n two  three ", 9, 0) == "one two\nthree");
  CHECK(text::wrapped("aVeryLongWord b", 4) == "aVeryLongWord\n  b");
}
