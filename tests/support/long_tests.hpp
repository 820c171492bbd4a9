// How much tests do that can do much.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace skald::test {

// Whether SKALD_LONG_TESTS is set, to anything but nothing: then tests whose detection grows with
// what they try do all of it; otherwise the part that their own comment names.
inline bool are_tests_long() {
  const char* set = std::getenv("SKALD_LONG_TESTS");
  return set != nullptr && *set != '\0';
}

// The seed of a test that draws its settings: `usual`, or another one for each number above 1 that
// SKALD_LONG_TESTS is set to.
inline std::uint64_t seed_of_settings(std::uint64_t usual) {
  const char* set = std::getenv("SKALD_LONG_TESTS");
  const std::uint64_t number = set == nullptr ? 0 : std::strtoull(set, nullptr, 10);
  return number > 1 ? usual + 1'000'003 * number : usual;
}

}  // namespace skald::test
