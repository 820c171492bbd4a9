// What a user chooses of a picture's letters and size.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skald::report {

struct PictureStyle {
  std::string font;              // a family; empty: sans-serif, or the document's in TeX
  double font_size = 0;          // in typographic points; 0: that of the format
  double width = 0, height = 0;  // in typographic points; 0: as its parts need
};

// Returns the style for a journal's text or for slides: "jmlr", "neurips", "slide". Throws
// std::invalid_argument for any other word.
const PictureStyle& style_for(std::string_view medium);

// Returns "jmlr, neurips or slide".
std::string media_names();

// Parses "8.4cm", "3.25in", "84mm" or "240pt", each also with a height: "8.4x6cm". Throws
// std::invalid_argument for anything else.
void set_size(PictureStyle& style, std::string_view text);

}  // namespace skald::report
