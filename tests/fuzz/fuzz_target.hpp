// What every fuzz target is made of: a function of bytes,
//
//   FUZZ_TARGET(idx, bytes) { ... }   in idx_fuzz.cpp
//
// which crashes or throws where something is wrong. With clang it becomes the program idx_fuzz of
// libFuzzer; with SKALD_REPLAY_CORPUS, and any compiler, a test case that gives it every file of
// corpus/idx: seeds, and whatever was a finding once.
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

// A property that did not hold. No std::runtime_error, which a target may expect of what it fuzzes.
class Finding : public std::logic_error {
  using logic_error::logic_error;
};

inline void require(bool condition, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (!condition) throw Finding(std::string(file) + ":" + std::to_string(line));
}

// Whether the function refuses: by a std::runtime_error with each of these words in its sentence,
// and in no other way.
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

// Takes the first byte off; 0 where there is none.
inline std::uint8_t take_byte(std::string_view& bytes) {
  if (bytes.empty()) return 0;
  const auto byte = static_cast<std::uint8_t>(bytes.front());
  bytes.remove_prefix(1);
  return byte;
}

// `valid` with some of it written over. An edit is a place (two bytes), how many bytes follow
// (0 to 8), and those; where none follow, the rest is cut off. So the fuzzer need not find by
// itself what is far behind a header, and no seed is out of date when a format changes.
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
