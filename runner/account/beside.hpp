// Paragraphs beside a column of numbers.
#pragma once

#include <cstddef>
#include <string>

namespace skald {

inline constexpr std::size_t kBesideWidth = 14;

// Wraps a paragraph in the 80 columns to the right of the first kBesideWidth.
std::string beside(const std::string& text);

}  // namespace skald
