// Pictures by gnuplot as parts of a page.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Returns a picture of PictureFormat::page as an <svg> element. Of what gnuplot has written come
// over only elements that draw, with attributes that are numbers, colours and references to
// symbols; text is escaped. Coordinates are rounded to a tenth of a pixel. The parts of the chart
// (see report::part_word()) become groups with the attribute data-series, data-entry or data-cells;
// places that a reader can point at become empty groups: data-of="P S" and data-at="X,Y X,Y ...",
// each relative to the one before, with "-" where the axes do not show a point. Names are not
// repeated, so that a page may hold many pictures.
std::string page_picture(std::string_view svg);

// Returns the symbols that the pictures of a page refer to, as an <svg> element which shows
// nothing. `svg` is any of the pictures; the symbols are the same in all.
std::string picture_symbols(std::string_view svg);

}  // namespace skald
