#include "options/option_json.hpp"

#include "test.hpp"

using namespace skald::options;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string canonical(const OptionValue& value) { return json::write_json(to_json(value)); }

}  // namespace

TEST_CASE("the JSON of a value shows its type") {
  CHECK(canonical(1.0) == "1.0");
  CHECK(canonical(std::int64_t{1}) == "1");
  CHECK(canonical(1e22) == "1e+22");
  CHECK(canonical(-kInfinity) == "\"-inf\"");
  CHECK(canonical(OptionValue(std::string("inf"))) == R"({"text":"inf"})");
  CHECK(canonical(Expression{"= N"}) == "\"= N\"");
  CHECK(canonical(NumberArray{{1, 0.5}, {2}}) == "[1.0,0.5]");
  CHECK(canonical(FilePath{"a", "/b/a"}) == R"({"path":"a"})");
  CHECK(json::write_json(to_full_json(FilePath{"a", "/b/a"})) ==
        R"({"path":"a","resolved":"/b/a"})");
}

TEST_CASE("every value comes back from its JSON") {
  const OptionValue values[] = {{},
                                true,
                                std::int64_t{-7},
                                0.1,
                                kInfinity,
                                std::string("= no formula"),
                                std::string("word"),
                                NumberArray{{1, 2, 3, kInfinity}, {2, 2}},
                                FilePath{"a", "/b/a"},
                                Expression{"=N"}};
  for (const OptionValue& value : values) {
    CHECK(from_json(to_json(value), "/b") == value);
    CHECK(from_json(to_full_json(value), "/elsewhere") == value);
  }
}

TEST_CASE("what is no value of an option is refused") {
  for (const char* text : {R"([[1], 2])", R"([[1], [2, 3]])", R"({"a": 1})", "[true]", "1e400"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(from_json(json::parse_json(text, "").root, ""),
                      Catch::StartsWith("this is not the JSON of an option's value: "));
  }
}
