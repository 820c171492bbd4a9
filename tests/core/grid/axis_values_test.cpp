#include "grid/axis_values.hpp"

#include "test.hpp"

using namespace skald::grid;

namespace {

AxisValues values_of(const std::string& text) {
  const json::JsonDocument document = json::parse_json(text, "x.json");
  REQUIRE(document.readable);
  return axis_values(document.root);
}

std::vector<std::string> literals(const std::string& text) {
  std::vector<std::string> texts;
  for (const json::JsonValue& value : values_of(text).values)
    texts.push_back(json::write_json(value));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a list is its items, a value a list of one") {
  CHECK(literals(R"([1e5, "= p_c", null, [1]])") == Texts{"1e5", "\"= p_c\"", "null", "[1]"});
  CHECK(literals("0.5") == Texts{"0.5"});
}

TEST_CASE("made values hit their ends exactly") {
  CHECK(literals(R"({"linspace": [0, 0.3, 4]})") == Texts{"0", "0.1", "0.2", "0.3"});
  CHECK(literals(R"({"linspace": [1, -1, 3]})") == Texts{"1", "0", "-1"});
  CHECK(literals(R"({"logspace": [1, 1000, 4]})") == Texts{"1", "10", "100", "1000"});
  CHECK(literals(R"({"logspace": [0.3, 0.003, 3]})") == Texts{"0.3", "0.03", "0.003"});
  CHECK(literals(R"({"range": [0, 1, 0.4]})") == Texts{"0", "0.4", "0.8"});
  CHECK(literals(R"({"range": [0, 0.3, 0.1]})") == Texts{"0", "0.1", "0.2", "0.3"});
  CHECK(literals(R"({"range": [2, 2, 1]})") == Texts{"2"});
}

TEST_CASE("the length of an axis is known before it is made") {
  const auto length = [](const std::string& text) {
    const json::JsonDocument document = json::parse_json(text, "x.json");
    const std::int64_t told = axis_length(document.root);
    CHECK(told == std::ssize(axis_values(document.root).values));
    return told;
  };
  CHECK(length("[1, 2, 3]") == 3);
  CHECK(length("7") == 1);
  CHECK(length(R"({"linspace": [0, 1, 4]})") == 4);
  CHECK(length(R"({"logspace": [1, 8, 5]})") == 5);
  CHECK(length(R"({"range": [0, 0.3, 0.1]})") == 4);
  CHECK(length(R"({"range": [0, 1, -1]})") == 0);
  CHECK(length(R"({"range": [0, 1e300, 1]})") == 0);
  CHECK(length(R"({"linspace": [0, 1, 1e9]})") == 0);
  CHECK(length("[]") == 0);
}

TEST_CASE("what makes no values says why") {
  const auto fault = [](const std::string& text) { return values_of(text).fault; };
  CHECK(fault("[]") == "has no values");
  CHECK(fault("{}") == "must be a list");
  CHECK(fault(R"({"geomspace": [1, 2, 3]})") == "cannot be made by \"geomspace\"");
  CHECK(fault(R"({"linspace": [1, 2]})") == "needs three numbers for \"linspace\"");
  CHECK(fault(R"({"linspace": [1, 2, 1]})") == "needs from 2 to 100000 values, got 1");
  CHECK(fault(R"({"linspace": [1, 2, 2.5]})") == "needs from 2 to 100000 values, got 2.5");
  CHECK(fault(R"({"logspace": [0, 2, 3]})") == "goes from a value above 0 to a value above 0");
  CHECK(fault(R"({"range": [0, 1, -1]})") == "is an empty range");
  CHECK(fault(R"({"range": [0, 0, 0]})") == "is an empty range");
  CHECK(fault(R"({"range": [0, 1, 0]})") == "is a range of more than 100000 values");
  CHECK(fault(R"({"range": [0, 1e300, 1e-300]})") == "is a range of more than 100000 values");
}
