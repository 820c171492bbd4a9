// A chart as a script for gnuplot 5.4.
#pragma once

#include <string>

#include "report/chart/chart.hpp"

namespace skald::report {

// tex: commands of TikZ, for \input in a document that loads gnuplot-lua-tikz.
enum class PictureFormat { svg, pdf, png, tex };

// The whole script, which holds its data and writes the picture to standard output. The same chart
// gives the same bytes. What a name contains is text to gnuplot, and never a command.
std::string gnuplot_script(const Chart& chart, PictureFormat format);

}  // namespace skald::report
