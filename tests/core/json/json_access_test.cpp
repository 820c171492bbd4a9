#include "json/json_access.hpp"

#include "test.hpp"

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
