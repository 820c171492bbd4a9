// A chart as a script for gnuplot 5.4.
#pragma once

#include <string>

#include "report/chart/chart.hpp"

namespace skald::report {

// tex: commands of TikZ, for \input in a document that loads gnuplot-lua-tikz.
enum class PictureFormat { svg, pdf, png, tex };

// Returns a complete script that contains the data and writes the picture to standard output. The
// same chart gives the same bytes. Text from the chart is never interpreted as gnuplot commands.
std::string gnuplot_script(const Chart& chart, PictureFormat format);

}  // namespace skald::report
