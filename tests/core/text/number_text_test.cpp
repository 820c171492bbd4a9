#include "text/number_text.hpp"

#include "test.hpp"

using namespace skald::text;

TEST_CASE("every double survives its text") {
  std::mt19937_64 bits(7);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t word = bits();
    double value = 0;
    std::memcpy(&value, &word, sizeof value);
    if (std::isnan(value)) continue;
    REQUIRE(to_number(number_text(value)) == value);
  }
  CHECK(number_text(5e-324) == "5e-324");
  CHECK(to_number("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(std::signbit(to_number(number_text(-0.0)).value()));
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1e22) == "1e+22");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("what is no number is none") {
  for (const char* text : {"", "nan", "1.5x", " 1", "+1", "1e400", "Infinity", "0x10"}) {
    CAPTURE(text);
    CHECK_FALSE(to_number(text));
  }
}

TEST_CASE("integers are exact") {
  CHECK(to_integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK(to_integer("-12") == -12);
  CHECK(to_integer("1e5") == 100000);
  CHECK(to_integer("2.50e1") == 25);
  CHECK(to_integer(9007199254740992.0) == 9007199254740992);  // 2^53; not all beyond are exact
  CHECK(to_integer(-9007199254740992.0) == -9007199254740992);
  CHECK_FALSE(to_integer(9007199254740994.0));
  CHECK_FALSE(to_integer("2.5"));
  CHECK_FALSE(to_integer("1e300"));
  CHECK_FALSE(to_integer("9223372036854775808"));
  CHECK_FALSE(to_integer("inf"));
  CHECK_FALSE(to_integer(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("made numbers become literals") {
  CHECK(round_to_literal(0.1 + 0.2) == 0.3);
  CHECK(round_to_literal(1e-300) == 1e-300);
  CHECK(round_to_literal(0) == 0);
}

TEST_CASE("numbers are shortest, rounded or of fixed decimals") {
  CHECK(number_text(0.1 + 0.2) == "0.30000000000000004");
  CHECK(number_text(1e300) == "1e+300");
  CHECK(number_text(0.1 + 0.2, 6) == "0.3");
  CHECK(number_text(1234567.0, 6) == "1.23457e+06");
  CHECK(number_text(-std::numeric_limits<double>::infinity(), 4) == "-inf");
  CHECK(fixed_text(0.1 + 0.2, 2) == "0.30");
  CHECK(fixed_text(std::numeric_limits<double>::max(), 15).size() == 309 + 1 + 15);
}
