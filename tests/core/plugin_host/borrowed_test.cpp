#include "plugin_host/borrowed.hpp"

#include <string>

#include "catch.hpp"

TEST_CASE("borrowed shows the value where it lies") {
  CHECK_FALSE(skald::borrowed({}).set);
  CHECK(skald::borrowed(true).boolean);
  CHECK(skald::borrowed(std::int64_t{-7}).integer == -7);
  CHECK(skald::borrowed(2.5).number == 2.5);
  const skald::OptionValue text = "a word";
  CHECK(skald::borrowed(text).text == std::get<std::string>(text).c_str());
  const skald::OptionValue array = skald::NumberArray{{1, 2, 3, 4, 5, 6}, {2, 3}};
  const skald::Value value = skald::borrowed(array);
  const skald::OptionValue path = skald::FilePath{"a", "/b/a"};
  CHECK(skald::borrowed(path).text == std::get<skald::FilePath>(path).resolved.c_str());
  CHECK(value.set);
  CHECK(value.numbers == std::get<skald::NumberArray>(array).values.data());
  CHECK(value.rank == 2);
  CHECK(value.shape[1] == 3);
}
