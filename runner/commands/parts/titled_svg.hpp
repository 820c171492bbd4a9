// The words of an SVG picture for programs that read it aloud, list it, or check it.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Returns the picture, which gnuplot has drawn, with this title and description in place of
// gnuplot's. Other formats are returned as they are.
std::string titled_svg(std::string picture, std::string_view title, std::string_view description);

}  // namespace skald
