// Paths of SVG in few letters, to a tenth of a pixel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skald {

// Returns a number to one decimal: "12.3", "-.5".
std::string svg_number(double value);

// Returns a path of straight lines, absolute points after 'M' and 'L' and 'Z', written relative to
// the point before, without points on the way of a horizontal or vertical line, and without lines
// that are points. Empty if nothing is left.
std::string shorter_path(std::string_view d);

// Returns the path around these points, x and y in turn.
std::string path_around(const std::vector<double>& points);

}  // namespace skald
