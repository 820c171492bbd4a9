#include "options/option_value.hpp"

#include "test.hpp"

using namespace skald::options;

TEST_CASE("values match as people compare them") {
  CHECK(matches(OptionValue(0.1 + 0.2), OptionValue(0.3)));
  CHECK(matches(OptionValue(std::int64_t{2}), OptionValue(2.0)));
  CHECK_FALSE(matches(OptionValue(0.3), OptionValue(0.3000001)));
  CHECK_FALSE(matches(OptionValue(std::numeric_limits<double>::infinity()), OptionValue(1.0)));
  CHECK(matches(OptionValue(std::string("a")), OptionValue(std::string("a"))));
  CHECK_FALSE(matches(OptionValue(), OptionValue(0.0)));
}

TEST_CASE("values are shown as people write them") {
  CHECK(display(0.1) == "0.1");
  CHECK(display(1e22) == "1e+22");
  CHECK(display(std::int64_t{5}) == "5");
  CHECK(display(true) == "true");
  CHECK(display(OptionValue(std::string("fald"))) == "fald");
  CHECK(display(OptionValue(std::string("=x"))) == "=x");
  CHECK(display(NumberArray{{1, 2, 3, 4}, {2, 2}}) == "[[1.0,2.0],[3.0,4.0]]");
  CHECK(display(Expression{"= p_c / 2"}) == "= p_c / 2");
  CHECK(display(FilePath{"a.csv", "/b/a.csv"}) == "a.csv");
  CHECK(display({}) == "null");
}

TEST_CASE("paths are resolved without looking at files") {
  CHECK(resolve_path("/a/b", "c.csv") == "/a/b/c.csv");
  CHECK(resolve_path("/a/b", "../c.csv") == "/a/c.csv");
  CHECK(resolve_path("/a/b", "/c.csv") == "/c.csv");
  CHECK(resolve_path("", "c.csv") == "c.csv");
  CHECK(resolve_path("/a/b", "data:mnist") == "data:mnist");
}
