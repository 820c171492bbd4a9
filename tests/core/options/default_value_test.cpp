#include "options/default_value.hpp"

#include "test.hpp"

namespace default_value_test {

using namespace skald::options;

namespace {

struct Options {
  bool flag = true;
  std::int64_t count = 3;
  double number = 0.25;
  std::optional<double> maybe;
  std::string_view word = "one";
  std::string_view required;
  std::string_view file = "a.csv";
  Numbers array;
};

}  // namespace

TEST_CASE("default_text writes defaults as a grid would") {
  CHECK(default_text(option("f", &Options::flag, "d").info) == "true");
  CHECK(default_text(option("c", &Options::count, "d").info) == "3");
  CHECK(default_text(option("n", &Options::number, "d").info) == "0.25");
  CHECK(default_text(option("w", &Options::word, "d").info) == "one");
  CHECK(default_text(option("p", &Options::file, "d").is_path().info) == "a.csv");
  CHECK(default_text(option("m", &Options::maybe, "d").info) == "");
  CHECK(default_text(option("r", &Options::required, "d").info) == "");
}

TEST_CASE("a default has the type of its option") {
  CHECK(default_of(option("f", &Options::flag, "d").info, "/a") == OptionValue(true));
  CHECK(default_of(option("c", &Options::count, "d").info, "/a") == OptionValue(std::int64_t{3}));
  CHECK(default_of(option("n", &Options::number, "d").info, "/a") == OptionValue(0.25));
  CHECK(default_of(option("p", &Options::file, "d").is_path().info, "/a") ==
        OptionValue(FilePath{"a.csv", "/a/a.csv"}));
  CHECK(default_of(option("m", &Options::maybe, "d").info, "/a") == OptionValue());
}

TEST_CASE("required is what has neither a default nor leave to be left out") {
  CHECK(is_required(option("r", &Options::required, "d").info));
  CHECK(is_required(option("a", &Options::array, "d").info));
  CHECK_FALSE(is_required(option("m", &Options::maybe, "d").info));
  CHECK_FALSE(is_required(option("n", &Options::number, "d").info));
}

}  // namespace default_value_test
