// gnuplot, the program.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "report/chart/gnuplot_script.hpp"

namespace skald {

// It is not there; the message has the remedy.
struct NoGnuplot : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What gnuplot writes to standard output when it reads this script: the picture. It is started
// without a shell, reads no settings of its user, and is found by PATH. Throws NoGnuplot, and
// std::runtime_error with what it said where it fails.
std::string draw_by_gnuplot(const std::string& script);

// The format that the name of a picture says. Throws UsageError, which names the command's option,
// for another name.
report::PictureFormat picture_format(std::string_view option, const std::string& file);

}  // namespace skald
