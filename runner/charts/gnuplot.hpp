// Runs gnuplot as a child process.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "report/chart/gnuplot_script.hpp"

namespace skald {

inline constexpr std::string_view kNoGnuplot =
    "gnuplot, which draws the pictures, is not there: apt install gnuplot-nox";

// Thrown if gnuplot is not installed. The message says how to install it.
struct NoGnuplot : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns the standard output of gnuplot for this script: the picture. gnuplot is found in PATH and
// started without a shell and without the user's settings. Throws NoGnuplot, or std::runtime_error
// with gnuplot's message if it fails.
std::string draw_by_gnuplot(const std::string& script);

// Returns the pictures of several scripts, which must be in SVG, by one child process if gnuplot
// takes them all; a picture is empty if gnuplot fails at its script. Throws NoGnuplot.
std::vector<std::string> draw_all_by_gnuplot(const std::vector<std::string>& scripts);

// Returns the picture format that a file's name implies. Throws UsageError, which names the option,
// for any other name.
report::PictureFormat picture_format(std::string_view option, const std::string& file);

}  // namespace skald
