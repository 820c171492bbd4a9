#include "json/json.hpp"

#include <ctime>

#include "test.hpp"
#include "text/number_text.hpp"

using namespace skald::json;

namespace {

JsonValue read(const std::string& text) {
  const JsonDocument document = parse_json(text, "x.json");
  REQUIRE(document.readable);
  REQUIRE(document.diagnostics.empty());
  return document.root;
}

struct Fault {
  std::string text;
  Place place;
  std::string message;
};

}  // namespace

TEST_CASE("every value knows its place") {
  const JsonValue root = read("{\n  \"\xC3\xA4\": [1.50, \"b\\n\"],\n\t\"c\": {\"d\": true}\n}");
  CHECK(root.place == Place{1, 1, 1});
  const JsonMember& first = root.members[0];
  CHECK(first.key_place == Place{2, 3, 3});
  CHECK(first.value.place == Place{2, 8, 13});
  CHECK(first.value.items[0].place == Place{2, 9, 4});
  CHECK(first.value.items[0].text == "1.50");
  CHECK(first.value.items[1].place == Place{2, 15, 5});
  CHECK(first.value.items[1].text == "b\n");
  CHECK(root.find("c")->find("d")->place == Place{3, 13, 4});
  CHECK(root.find("c")->place == Place{3, 7, 11});
  CHECK(root.find("nothing") == nullptr);
}

TEST_CASE("numbers are read to the last bit") {
  std::mt19937_64 bits(20260101);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t word = bits();
    double value = 0;
    std::memcpy(&value, &word, sizeof value);
    if (!std::isfinite(value)) continue;
    char literal[64];
    std::snprintf(literal, sizeof literal, "%.17g", value);
    REQUIRE(text::to_number(read(literal).text) == std::strtod(literal, nullptr));
    REQUIRE(text::to_number(read(literal).text) == value);
  }
}

TEST_CASE("text survives reading and writing") {
  const std::string text = R"({"a":[1e400,-0,0.1,12345678901234567890],"b\"\\":"x\u0001\n\t)"
                           "\xE2\x82\xAC"
                           R"(","c":{},"d":[],"e":[true,false,null]})";
  CHECK(write_json(read(text)) == text);
  CHECK(write_json(read(write_json_indented(read(text)))) == text);
  CHECK(write_json_indented(read(R"({"a":[1,{"b":2}],"c":{}})")) ==
        "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n  ],\n  \"c\": {}\n}");
  CHECK(read(R"("\u20ac\ud83d\ude00")").text == "\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST_CASE("of duplicate keys the first counts and the second is reported") {
  const JsonDocument document = parse_json("{\"a\": 1,\n \"a\": {\"b\": 2}}", "x.json");
  CHECK(document.readable);
  REQUIRE(document.root.members.size() == 1);
  CHECK(document.root.find("a")->text == "1");
  REQUIRE(document.diagnostics.size() == 1);
  CHECK(document.diagnostics[0].place == Place{2, 2, 3});
  CHECK(document.diagnostics[0].message == "\"a\" is given twice");
  CHECK(document.diagnostics[0].file == "x.json");
}

TEST_CASE("syntax errors are explained where they are") {
  const Fault fault = GENERATE(
      Fault{"", {1, 1, 0}, "the document is empty"},
      Fault{"[1, 2,]", {1, 6, 1}, "a comma before the closing \"]\""},
      Fault{"{\"a\": 1,}", {1, 8, 1}, "a comma before the closing \"}\""},
      Fault{"{\"a\": 1\n \"b\": 2}", {2, 2, 1}, "a comma is missing before this"},
      Fault{"{\"a\" 1}", {1, 6, 1}, "a colon is missing between the key and this value"},
      Fault{"{\"a\"}", {1, 4, 2}, "a colon and a value are missing behind the key"},
      Fault{"{\"a\": }", {1, 7, 1}, "a value is missing before this \"}\""},
      Fault{"{\"a\": [1, 2}", {1, 12, 1}, "\"}\" does not close the \"[\" of line 1"},
      Fault{"{\n\"a\": [1, 2]", {1, 1, 1}, "\"{\" is never closed"},
      Fault{"{\"a\": \"b\n}", {1, 7, 2}, "the string that begins here does not end on its line"},
      Fault{"[1] // one", {1, 5, 6}, "JSON has no comments"},
      Fault{"[1, /* a\n b */ 2]", {1, 5, 4}, "JSON has no comments"},
      Fault{"[1, # a\n 2]", {1, 5, 3}, "JSON has no comments"},
      Fault{"['a']", {1, 2, 1}, "a string is written in double quotes"},
      Fault{"{a: 1}", {1, 2, 1}, "a key is written in double quotes"},
      Fault{"[True]", {1, 2, 4}, "True is no value of JSON"},
      Fault{"[nan]", {1, 2, 3}, "nan is no value of JSON"},
      Fault{"[.5]", {1, 2, 2}, ".5 is not how JSON writes a number"},
      Fault{"[+1]", {1, 2, 2}, "+1 is not how JSON writes a number"},
      Fault{"[-x]", {1, 2, 2}, "-x is not how JSON writes a number"},
      Fault{"[01]", {1, 2, 2}, "01 is not how JSON writes a number"},
      Fault{"[09azAZ_.]", {1, 2, 8}, "09azAZ_. is not how JSON writes a number"},
      Fault{"[9_]", {1, 2, 2}, "9_ is not how JSON writes a number"},
      Fault{"[Zz90]", {1, 2, 4}, "Zz90 is no value of JSON"},
      Fault{"[1,,2]", {1, 4, 1}, "a value is missing before this comma"},
      Fault{"[\"\\q\"]", {1, 3, 2}, "this is no escape sequence of JSON"},
      Fault{"[\"\xFF\"]", {1, 3, 1}, "this is not UTF-8"},
      Fault{"{} {}", {1, 4, 1}, "the document ends before this"},
      Fault{"\xEF\xBB\xBF{}", {1, 1, 1}, "the file begins with a byte order mark"},
      Fault{std::string("[1 \x01]", 5), {1, 4, 1}, "a control character cannot stand here"});
  CAPTURE(fault.text);
  const JsonDocument document = parse_json(fault.text, "x.json");
  REQUIRE_FALSE(document.diagnostics.empty());
  CHECK(document.diagnostics[0].place == fault.place);
  CHECK(document.diagnostics[0].message == fault.message);
}

TEST_CASE("reading goes on behind errors that can be mended") {
  const JsonDocument document =
      parse_json("{\"a\": [1, 2,], // list\n \"b\": 3\n \"c\": 4,\n \"c\": 5,}", "x.json");
  CHECK(document.readable);
  REQUIRE(document.diagnostics.size() == 5);
  CHECK(document.diagnostics[3].message == "\"c\" is given twice");
  CHECK(document.diagnostics[3].place == Place{4, 2, 3});
  CHECK(write_json(document.root) == R"({"a":[1,2],"b":3,"c":4})");
  std::string many = "[1";
  for (int i = 0; i < 50; ++i) many += " 1";
  const JsonDocument commas = parse_json(many + "]", "x.json");
  CHECK_FALSE(commas.readable);
  CHECK(commas.diagnostics.size() == 21);
}

TEST_CASE("depth and size are limited") {
  const std::string deep(100000, '[');
  const JsonDocument document = parse_json(deep, "x.json");
  CHECK_FALSE(document.readable);
  CHECK(document.diagnostics[0].message == "too many brackets inside each other");
  CHECK(read(std::string(60, '[') + std::string(60, ']')).is(JsonValue::Kind::array));
  CHECK_FALSE(parse_json(std::string(kJsonMaximumBytes + 1, ' '), "x.json").readable);
}

TEST_CASE("many keys that are given twice are found in a moment, and the first hundred are told") {
  std::string text = "{";
  for (int i = 0; i < 100'000; ++i) {
    const std::string key = (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\": 1";
    text += key + (i == 0 ? "," : "") + key;
  }
  const std::clock_t begin = std::clock();
  const JsonDocument document = parse_json(text + "}", "");
  CHECK(document.diagnostics.size() == 100);
  CHECK(document.diagnostics[99].message == "\"k99\" is given twice");
  CHECK(std::clock() - begin < 4 * CLOCKS_PER_SEC);  // of the processor
}

using namespace skald::json;

namespace {

const JsonValue& example() {
  static const JsonValue json = read_json(R"({"name": "x",
  "count": 7, "large": 300, "half": 0.5, "list": []})");
  return json;
}

}  // namespace

TEST_CASE("members have the type that is asked for") {
  CHECK(member_at(example(), "name", JsonValue::Kind::string).text == "x");
  CHECK(integer_at<std::int64_t>(example(), "count") == 7);
  CHECK(integer_at<std::uint8_t>(example(), "count") == 7);
  CHECK(integer_of(member_at(example(), "count"), "count", 7, 7) == 7);  // both ends are allowed
  CHECK(text_at(example(), "name") == "x");
  CHECK(text_at(example(), "count").empty());
  CHECK(text_at(example(), "none").empty());
}

TEST_CASE("what is not there is refused with its place") {
  const auto kString = JsonValue::Kind::string;
  CHECK_THROWS_WITH(member_at(example(), "count", kString),
                    R"(line 2, column 12: "count" must be a string, got 7)");
  CHECK_THROWS_WITH(member_at(example(), "none", kString),
                    R"(line 1, column 1: "none" is missing)");
  CHECK_THROWS_WITH(integer_at<std::uint8_t>(example(), "large"),
                    R"(line 2, column 24: "large" must be an integer from 0 to 255, got 300)");
  CHECK_THROWS_WITH(integer_of(member_at(example(), "count"), "count", 8, 9),
                    Catch::EndsWith("must be an integer from 8 to 9, got 7"));
  CHECK_THROWS_WITH(integer_of(member_at(example(), "count"), "count", 5, 6),
                    Catch::EndsWith("must be an integer from 5 to 6, got 7"));
  CHECK_THROWS_WITH(integer_at<std::int64_t>(example(), "half"),
                    Catch::Contains("must be an integer from"));
  CHECK_THROWS_WITH(member_at(json_object(), "a", kString), "\"a\" is missing");
  CHECK_THROWS_AS(read_json("{"), JsonError);
  CHECK_THROWS_WITH(read_json("{\"a\": 1,\n \"a\": 2}"),
                    Catch::StartsWith("line 2, column 2: \"a\" is given twice"));
}

TEST_CASE("numbers are written exactly, and null where JSON has none") {
  CHECK(write_json(0.1 + 0.2) == "0.30000000000000004");
  CHECK(write_json(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(write_json(-3) == "-3");
  CHECK(write_json(std::numeric_limits<double>::infinity()) == "null");
}

TEST_CASE("values of C++ are JSON of their kind") {
  const std::string text = "=x";
  const JsonValue made = json_object({{"text", text},
                                      {"word", "w"},
                                      {"truth", true},
                                      {"items", json_array({1, 0.5, "a", {}})},
                                      {"literal", json_number("1e5")},
                                      {"none", json_object()}});
  CHECK(
      write_json(made) ==
      R"({"text":"=x","word":"w","truth":true,"items":[1,0.5,"a",null],"literal":1e5,"none":{}})");
}
