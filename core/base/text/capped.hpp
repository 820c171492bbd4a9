// Messages of bounded length.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald::text {

inline constexpr std::size_t kMostMessageBytes = std::size_t{64} << 10;

// The text, of which a plugin may have made any length, as it is stored: of more than
// kMostMessageBytes the beginning, cut between two characters, and how much was cut; together at
// most kMostMessageBytes.
std::string capped(std::string_view text);

}  // namespace skald::text
