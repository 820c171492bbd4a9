#include "report/condition.hpp"

#include "test.hpp"

namespace condition_test {

using namespace skald::report;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

record::SqlValue value_of(const char* text) { return parse_condition(text).value; }

}  // namespace

TEST_CASE("a condition is a name, a comparison and a value") {
  const Condition c = parse_condition(" accuracy>= 0.85 ");
  CHECK(c.name == "accuracy");
  CHECK(c.comparison == Operator::at_least);
  CHECK(c.value == record::SqlValue(0.85));
  CHECK(parse_condition("K < 5").comparison == Operator::below);
  CHECK(parse_condition("K <= 5").comparison == Operator::at_most);
  CHECK(parse_condition("K > 5").comparison == Operator::above);
  CHECK(parse_condition("K != 5").comparison == Operator::unequal);
  CHECK(parse_condition("K == 5").comparison == Operator::equal);
  CHECK(parse_condition("sampler.client_spread < 1").name == "sampler.client_spread");
}

TEST_CASE("a value is a number, a truth value, nothing or a text") {
  CHECK(value_of("K = 5") == record::SqlValue(std::int64_t{5}));
  CHECK(value_of("step = 1e-3") == record::SqlValue(1e-3));
  CHECK(value_of("eps = inf") == record::SqlValue(infinity));
  CHECK(value_of("noise = true") == record::SqlValue(std::int64_t{1}));
  CHECK(value_of("K = null") == record::SqlValue());
  CHECK(value_of("K = -") == record::SqlValue());
  CHECK(value_of("sampler = fald") == record::SqlValue(std::string("fald")));
  CHECK(value_of("name = two words") == record::SqlValue(std::string("two words")));
  CHECK(value_of("step = \"= p_c * step_bound / 5\"") ==
        record::SqlValue(std::string("= p_c * step_bound / 5")));
  CHECK(value_of("name = '5'") == record::SqlValue(std::string("5")));
}

TEST_CASE("several conditions stand between commas or the word and") {
  const auto three = parse_conditions("sampler = fald, p_c = 0.2 and name = 'a, b and c'");
  REQUIRE(three.size() == 3);
  CHECK(three[1].name == "p_c");
  CHECK(three[2].value == record::SqlValue(std::string("a, b and c")));
  CHECK(conditions_text(three) == "sampler = fald, p_c = 0.2, name = \"a, b and c\"");
  CHECK(parse_conditions("name = andrea").size() == 1);
  CHECK(parse_conditions("name = sand").size() == 1);
}

TEST_CASE("a condition that cannot be read is refused with place, found and expected") {
  const auto refusal = [](const char* text) {
    try {
      parse_conditions(text);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const std::string example = ", as in \"accuracy >= 0.85\"";
  CHECK(refusal("") ==
        "\"\", character 1: found the end, expected the name of an axis, a metric or a cost" +
            example);
  CHECK(refusal("sampler fald") ==
        "\"sampler fald\", character 9: found \"fald\", expected one of = != < <= > >=" + example);
  CHECK(refusal("accuracy >=") ==
        "\"accuracy >=\", character 12: found the end, expected a value" + example);
  CHECK(refusal("accuracy > high") ==
        "\"accuracy > high\", character 12: found \"high\", expected a number" + example);
  CHECK(refusal("K => 5") ==
        "\"K => 5\", character 4: found \">\", expected a value (a formula "
        "stands in quotes)" +
            example);
  CHECK(refusal("name = 'x") ==
        "\"name = 'x\", character 8: found \"'x\", expected a text that ends with the same quote" +
            example);
  CHECK(refusal("name = 'x' y") ==
        "\"name = 'x' y\", character 12: found \"y\", expected a comma, \"and\" or the end" +
            example);
  CHECK(refusal("K = 5,") ==
        "\"K = 5,\", character 7: found the end, expected the name of an "
        "axis, a metric or a cost" +
            example);
  CHECK_THROWS_WITH(parse_condition("K = 5, rho = 0"), Catch::Contains("one condition only"));
}

TEST_CASE("numbers are compared as numbers, to fifteen digits, nothing is below no bound") {
  CHECK(holds(parse_condition("p_c = 0.3"), record::SqlValue(0.1 + 0.2)));
  CHECK(holds(parse_condition("K = 5"), record::SqlValue(5.0)));
  CHECK(holds(parse_condition("K = 5.0"), record::SqlValue(std::int64_t{5})));
  CHECK_FALSE(holds(parse_condition("K = 5"), record::SqlValue(std::string("5"))));
  CHECK(holds(parse_condition("K = '5'"), record::SqlValue(std::string("5"))));
  CHECK(holds(parse_condition("K = null"), record::SqlValue()));
  CHECK_FALSE(holds(parse_condition("K < 5"), record::SqlValue()));
  CHECK_FALSE(holds(parse_condition("K >= 5"), record::SqlValue(std::string("9"))));
  CHECK(holds(parse_condition("K != 5"), record::SqlValue()));
  CHECK(holds(parse_condition("K <= 5"), 5.0));
  CHECK_FALSE(holds(parse_condition("K < 5"), 5.0));
  CHECK(holds(parse_condition("K > 5"), infinity));
  CHECK(holds(parse_condition("eps_spent = inf"), infinity));
  CHECK_FALSE(holds(parse_condition("eps_spent <= 3"), infinity));
  CHECK_FALSE(holds(parse_condition("accuracy < 1"), std::nan("")));
  CHECK_FALSE(holds(parse_condition("accuracy >= 0"), std::nan("")));
}

TEST_CASE("a condition is written as it is read") {
  for (const char* text : {"K = 5", "p_c != 0.2", "sampler = fald", "K = -", "name = \"5\"",
                           "step = \"= p_c / 5\"", "name = 'a \"b\"'", "eps_spent <= inf"}) {
    CHECK(condition_text(parse_condition(text)) == text);
  }
}

}  // namespace condition_test
