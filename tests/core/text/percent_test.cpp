#include "text/percent.hpp"

#include "test.hpp"

using skald::text::percent_encoded;

TEST_CASE("only letters, digits and -._~ stay as they are in an address, and what is asked for") {
  const std::string plain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-._~";
  constexpr char digits[] = "0123456789ABCDEF";
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    const std::string encoded{'%', digits[byte / 16], digits[byte % 16]};
    INFO("byte " << byte);
    CHECK(percent_encoded(one) == (plain.find(one) != plain.npos ? one : encoded));
  }
  CHECK(percent_encoded("a/b c", "/") == "a/b%20c");
  CHECK(percent_encoded("θ") == "%CE%B8");
}
