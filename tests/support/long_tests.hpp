// How much tests do that can do much.
#pragma once

#include <cstdlib>

namespace skald::test {

// Whether SKALD_LONG_TESTS is set, to anything but nothing: then tests whose detection grows with
// what they try do all of it; otherwise the part that their own comment names.
inline bool are_tests_long() {
  const char* set = std::getenv("SKALD_LONG_TESTS");
  return set != nullptr && *set != '\0';
}

}  // namespace skald::test
