// The figures that commands draw by gnuplot.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "report/chart/gnuplot_picture.hpp"

namespace skald {

// A figure as a script, and the words of an SVG picture for programs that read it aloud, list it,
// or check it.
struct Figure {
  std::function<std::string(report::PictureFormat)> script;
  std::string_view title, description;
};

// Returns the figure in the format that the file's name implies. Throws as picture_format() and
// draw_by_gnuplot() do.
std::string drawn(const Figure& figure, std::string_view option, const std::string& file);

// Writes the script of the picture and the picture (-o), unless their names are empty, and tells.
void write_figure(const Figure& figure, const std::string& script, const std::string& picture);

}  // namespace skald
