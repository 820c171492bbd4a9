#include "options/requirement.hpp"

#include <cmath>
#include <string>

#include "catch.hpp"

namespace requirement_test {

using namespace skald;
using namespace skald::options;

namespace {

using namespace std::string_literals;

struct Options {
  std::int64_t count = 3;
  double number = 0.25;
  std::string_view word = "one";
};

constexpr auto number = option("number", &Options::number, "a number");
constexpr auto count = option("count", &Options::count, "a count");
constexpr auto word = option("word", &Options::word, "a word");

}  // namespace

TEST_CASE("choice_words splits choices") {
  CHECK(choice_words(word.info).empty());
  CHECK(choice_words(word.one_of("a").info) == std::vector{"a"s});
  CHECK(choice_words(word.one_of("a|b b|c").info) == std::vector{"a"s, "b b"s, "c"s});
}

TEST_CASE("a refusal says what was expected and found") {
  const OptionInfo share = number.above(0).at_most(1).info;
  CHECK(number_fault(share, 0.5).empty());
  CHECK(number_fault(share, 1.5) == "must be in (0, 1], got 1.5");
  CHECK(number_fault(number.info, std::nan("")) == "must be a number, got nan");
  CHECK(integer_fault(count.at_least(1).info, 1).empty());
  CHECK(integer_fault(count.at_most(9).info, 1000000) == "must be at most 9, got 1000000");
  const OptionInfo chosen = word.one_of("one|two").info;
  CHECK(choice_fault(chosen, "two").empty());
  CHECK(choice_fault(word.info, "anything").empty());
  CHECK(choice_fault(chosen, "three") == "must be one of \"one\", \"two\", got \"three\"");
}

TEST_CASE("a requirement is the choices, the bounds or a number") {
  CHECK(requirement(word.one_of("one|two").info) == "one of \"one\", \"two\"");
  CHECK(requirement(number.above(0).info) == "above 0");
  CHECK(requirement(number.info) == "a number");
}

}  // namespace requirement_test
