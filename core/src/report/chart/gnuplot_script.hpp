// A chart as a script for gnuplot 5.4.
#pragma once

#include <string>

#include "report/chart/chart.hpp"
#include "report/chart/gnuplot_picture.hpp"

namespace skald::report {

// Returns a complete script that contains the data and writes the picture to standard output. The
// same chart gives the same bytes. Text from the chart is never interpreted as gnuplot commands.
std::string gnuplot_script(const Chart& chart, PictureFormat format,
                           const PictureStyle& style = {});

// Returns by how many points the picture is higher than the style says, since its panels would be
// too small otherwise; 0 where the style says nothing.
double excess_height(const Chart& chart, const PictureStyle& style);

}  // namespace skald::report
