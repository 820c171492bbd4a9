// Tables in HTML.
#pragma once

#include <string>
#include <string_view>

#include "record/result_table.hpp"

namespace skald {

// Returns a table in a frame that scrolls by itself. All cells are escaped as text.
std::string html_table(std::string_view caption, const record::ResultTable& table);

}  // namespace skald
