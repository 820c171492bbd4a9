// How a decoder refuses a file.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace skald {

// Throws std::runtime_error "FILE, byte 16: found 27 rows; expected 28". Bytes count from 0 and
// are those of the uncompressed content.
[[noreturn]] inline void refuse(const std::string& file, std::size_t byte, const std::string& found,
                                const std::string& expected) {
  throw std::runtime_error(file + ", byte " + std::to_string(byte) + ": found " + found +
                           "; expected " + expected);
}

}  // namespace skald
