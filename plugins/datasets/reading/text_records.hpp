// Rows of fields from a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "skald/parts/data/delimited_text.hpp"

namespace skald {

// The records of a text with separator "comma", "semicolon", "tab" or "blank" (any number of blanks
// and tabs; those at either end of a line do not count). The records point into `text`, which is
// changed in place. Blanks around fields are cut off. Throws as read_records() does.
std::vector<Record> read_fields(std::string& text, const std::string& file,
                                std::string_view separator);

}  // namespace skald
