// How fuzz targets are defined. A fuzz target is a function of bytes,
//
//   FUZZ_TARGET(idx, bytes) { ... }   in idx_fuzz.cpp
//
// which crashes or throws if something is wrong. With clang it becomes the libFuzzer program
// idx_fuzz; with SKALD_REPLAY_CORPUS, and any compiler, it becomes a test case that passes it every
// file of corpus/idx: seeds, and former findings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#ifdef SKALD_REPLAY_CORPUS
#include "replay.hpp"
#define FUZZ_ENTRY(name) \
  TEST_CASE("the corpus holds no finding: " #name) { fuzz::replay(#name, name##_target); }
#else
#define FUZZ_ENTRY(name)                                                              \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    name##_target({reinterpret_cast<const char*>(data), size});                       \
    return 0;                                                                         \
  }
#endif
#define FUZZ_TARGET(name, bytes)                     \
  static void name##_target(std::string_view bytes); \
  FUZZ_ENTRY(name)                                   \
  static void name##_target(std::string_view bytes)

namespace fuzz {

// A property that did not hold. Not a std::runtime_error, which a target may expect from what it
// fuzzes.
class Finding : public std::logic_error {
  using logic_error::logic_error;
};

inline void require(bool condition, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (!condition) throw Finding(std::string(file) + ":" + std::to_string(line));
}

// Whether the function refuses, by a std::runtime_error, whose sentence must contain each of these
// words. Any other exception is passed on.
template <class F>
bool refuses(F function, std::initializer_list<std::string_view> words) {
  try {
    function();
    return false;
  } catch (const std::runtime_error& refusal) {
    const std::string_view sentence = refusal.what();
    for (const std::string_view word : words)
      require(sentence.find(word) != std::string_view::npos);
    return true;
  }
}

// Removes and returns the first byte; 0 if there is none.
inline std::uint8_t take_byte(std::string_view& bytes) {
  if (bytes.empty()) return 0;
  const auto byte = static_cast<std::uint8_t>(bytes.front());
  bytes.remove_prefix(1);
  return byte;
}

// Returns `valid` with some of it overwritten. An edit is a position (two bytes), a number of bytes
// (0 to 8), and these bytes; if the number is 0, the rest is cut off. The fuzzer therefore need not
// discover by itself what is far behind a header, and no seed becomes outdated when a format
// changes.
inline std::string edited(std::string valid, std::string_view edits) {
  while (edits.size() >= 3) {
    const std::size_t low = take_byte(edits), high = take_byte(edits);
    const std::size_t place = (low + 256 * high) % (valid.size() + 1);
    const std::size_t count = take_byte(edits) % 9U;
    const std::string_view bytes = edits.substr(0, count);
    edits.remove_prefix(bytes.size());
    if (count == 0) valid.resize(place);
    valid.replace(place, bytes.size(), bytes.substr(0, valid.size() - place));
  }
  return valid;
}

}  // namespace fuzz
