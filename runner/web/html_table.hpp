// Tables from the database on a page.
#pragma once

#include <string>
#include <string_view>

#include "record/result_table.hpp"

namespace skald {

// A table in a frame that scrolls by itself; all of it is text.
std::string html_table(std::string_view caption, const record::ResultTable& table);

}  // namespace skald
