// What a program prints.
#pragma once

#include <string>
#include <vector>

namespace skald::python {

// Runs the program, whose path comes first, with these arguments, no input and no place for errors,
// for 20 seconds at most. Returns what it has printed, or "" if it fails or takes longer.
std::string answer_of(std::vector<std::string> command);

}  // namespace skald::python
