#include "text/result.hpp"

#include "test.hpp"

using namespace skald::text;

namespace {

Result<double> root(double square) {
  if (square < 0) return no_value("no real number has the square " + std::to_string(square));
  return square == 4 ? 2.0 : 1.0;
}

}  // namespace

TEST_CASE("a result has a value or a reason") {
  const Result<double> two = root(4);
  REQUIRE(two);
  CHECK(*two == 2);
  CHECK_THROWS_AS(two.reason(), std::bad_variant_access);
  const Result<double> none = root(-1);
  CHECK_FALSE(none);
  CHECK_THAT(none.reason(), Catch::StartsWith("no real number has the square -1"));
  CHECK_THROWS_AS(*none, std::bad_variant_access);
}

TEST_CASE("a result whose value is a text does not take it for a reason") {
  const Result<std::string> text = std::string("found");
  REQUIRE(text);
  CHECK(text->size() == 5);
  const Result<std::string> none = no_value("lost");
  CHECK_FALSE(none);
  CHECK(none.reason() == "lost");
  CHECK_FALSE(text == none);
  CHECK(Result<std::string>(no_value("lost")) == none);
}

TEST_CASE("values and reasons can be moved out of a result") {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = *std::move(made);
  CHECK(*taken == 3);
  Result<int, std::vector<std::string>> faults = no_value(std::vector<std::string>{"a", "b"});
  const std::vector<std::string> all = std::move(faults).reason();
  CHECK(all == std::vector<std::string>{"a", "b"});
}
