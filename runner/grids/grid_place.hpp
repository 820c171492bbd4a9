// Where in a grid file a message belongs that was not made from its text.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Returns "FILE:LINE:COLUMN", the form to which editors jump: of the section with whose name the
// message begins ("sampler: ..." or "sampler 'x' ..."), or of the beginning if the grid does not
// have it. `text` is that of the file.
std::string grid_place(const std::string& file, std::string_view text, std::string_view message);

}  // namespace skald
