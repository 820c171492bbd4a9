// Messages of bounded length.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald::text {

inline constexpr std::size_t kMostMessageBytes = std::size_t{64} << 10;

// Returns the text, which may come from a plugin and have any length, in the form in which it is
// stored. Of a text longer than kMostMessageBytes, that is its beginning, cut between two
// characters, and a note of how much was cut; together at most kMostMessageBytes.
std::string capped(std::string_view text);

}  // namespace skald::text
