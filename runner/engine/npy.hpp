// NumPy's array files, format version 1.0 (NEP 1, "A simple file format for NumPy arrays").
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace skald {

// Returns what precedes the numbers of an array of little-endian doubles, whose last axis varies
// fastest.
std::string npy_header(std::span<const std::int64_t> shape);

}  // namespace skald
