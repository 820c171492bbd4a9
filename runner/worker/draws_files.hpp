// Draws of a posterior in the files of those who have made them.
#pragma once

#include <string>

#include "run/given_draws.hpp"

namespace skald {

// Reads a file, or several with a chain or more each (files_at()), whose format is known by their
// content: CSV with a header, in which lines that begin with # are comments, columns that end with
// __ are no parameters, as Stan has it, and a column chain numbers the chains; NPY or NPZ, draws x
// parameters or chains x draws x parameters; NetCDF, the group posterior of ArviZ. Stan's warm-up
// is left out. Columns of several files are joined by name. Throws std::runtime_error "reference:
// FILE, line 3, column 2 (beta.1): found ...; expected ...".
run::GivenDraws read_draws_files(const std::string& path);

}  // namespace skald
