#include "plugin_host/borrowed.hpp"

#include <string>

#include "catch.hpp"

TEST_CASE("borrowed shows the value where it lies") {
  CHECK_FALSE(skald::plugin_host::borrowed({}).set);
  CHECK(skald::plugin_host::borrowed(true).boolean);
  CHECK(skald::plugin_host::borrowed(std::int64_t{-7}).integer == -7);
  CHECK(skald::plugin_host::borrowed(2.5).number == 2.5);
  const skald::options::OptionValue text = "a word";
  CHECK(skald::plugin_host::borrowed(text).text == std::get<std::string>(text).c_str());
  const skald::options::OptionValue array = skald::options::NumberArray{{1, 2, 3, 4, 5, 6}, {2, 3}};
  const skald::Value value = skald::plugin_host::borrowed(array);
  const skald::options::OptionValue path = skald::options::FilePath{"a", "/b/a"};
  CHECK(skald::plugin_host::borrowed(path).text ==
        std::get<skald::options::FilePath>(path).resolved.c_str());
  CHECK(value.set);
  CHECK(value.numbers == std::get<skald::options::NumberArray>(array).values.data());
  CHECK(value.rank == 2);
  CHECK(value.shape[1] == 3);
}
