// What is in a file, for tests that look at it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace skald::test {

// The bytes of a file; "" if it cannot be read.
inline std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace skald::test
