// Bounds of the texts of others: of names, where they enter, and of what messages quote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skald::text {

// The greatest length of the name of a study, plugin, option, axis or metric, in bytes.
inline constexpr std::size_t kLongestName = 200;

// What keeps the text from being such a name, such as "of 1000000 bytes; expected 1 to 200 bytes
// without control characters"; "" if nothing does.
std::string name_fault(std::string_view name);

// Returns a text for a message: one of more than `most` bytes without its middle, of which it says
// how long it was. No character is split.
std::string shortened(std::string_view text, std::size_t most);

}  // namespace skald::text
