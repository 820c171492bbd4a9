// Text of unknown origin on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// The text with "?" for control characters, which could steer a terminal; tabs and line ends stay.
// Every line after the first begins with `margin`.
std::string printable(std::string_view text, std::string_view margin = "");

}  // namespace skald
