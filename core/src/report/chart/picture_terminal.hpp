// The terminals of gnuplot that draw pictures.
#pragma once

#include <string>

#include "report/chart/gnuplot_script.hpp"
#include "report/chart/gnuplot_text.hpp"

namespace skald::report {

// Returns what follows "set terminal" for a picture of this size in points (see
// picture_layout.hpp).
std::string picture_terminal(PictureFormat format, double width, double height);

// Returns " font ..." for the small letters of notes.
std::string small_font(PictureFormat format);

Markup markup_of(PictureFormat format);

}  // namespace skald::report
