// gnuplot, the program.
#pragma once

#include <stdexcept>
#include <string>

namespace skald {

// It is not there; the message has the remedy.
struct NoGnuplot : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What gnuplot writes to standard output when it reads this script: the picture. It is started
// without a shell, reads no settings of its user, and is found by PATH. Throws NoGnuplot, and
// std::runtime_error with what it said where it fails.
std::string draw_by_gnuplot(const std::string& script);

}  // namespace skald
