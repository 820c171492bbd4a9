#include "options/option_value.hpp"
#include "options/section.hpp"
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

TEST_CASE("name_of knows every kind and no other") {
  CHECK(options::name_of(Kind::dataset) == "dataset");
  CHECK(options::name_of(Kind::sampler) == "sampler");
  CHECK(options::name_of(Kind::metric) == "metric");
  CHECK(options::name_of(static_cast<Kind>(6)).empty());
  for (const Kind kind : options::kSectionKinds)
    CHECK(options::name_of(kind) == options::name_of(options::section_of(kind)));
}

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
