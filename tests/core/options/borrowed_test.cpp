#include "options/borrowed.hpp"

#include "test.hpp"

using namespace skald::options;

TEST_CASE("borrowed shows the value where it lies") {
  CHECK_FALSE(borrowed({}).set);
  CHECK(borrowed(true).boolean);
  CHECK(borrowed(std::int64_t{-7}).integer == -7);
  CHECK(borrowed(2.5).number == 2.5);
  const OptionValue text = "a word";
  CHECK(borrowed(text).text == std::get<std::string>(text).c_str());
  const OptionValue array = NumberArray{{1, 2, 3, 4, 5, 6}, {2, 3}};
  const Value value = borrowed(array);
  const OptionValue path = FilePath{"a", "/b/a"};
  CHECK(borrowed(path).text == std::get<FilePath>(path).resolved.c_str());
  CHECK(value.set);
  CHECK(value.numbers == std::get<NumberArray>(array).values.data());
  CHECK(value.rank == 2);
  CHECK(value.shape[1] == 3);
}
