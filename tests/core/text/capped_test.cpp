#include "text/capped.hpp"

#include "test.hpp"
#include "text/utf8.hpp"

using namespace skald::text;

TEST_CASE("a message keeps its length up to the limit") {
  const std::string text(kMostMessageBytes, 'x');
  CHECK(capped(text) == text);
}

TEST_CASE("a longer message says how much of it was cut") {
  std::string text = "x";
  while (text.size() < 3'000'001) text += "\u20ac";
  const std::string stored = capped(text);
  CHECK(stored.size() <= kMostMessageBytes);
  CHECK(valid_utf8(stored) == stored);
  const std::size_t kept = stored.find('\n');
  CHECK(text.starts_with(stored.substr(0, kept)));
  CHECK(kept > kMostMessageBytes - 70);
  CHECK(stored.substr(kept) == "\n[cut: " + std::to_string(text.size() - kept) + " more bytes]");
}
