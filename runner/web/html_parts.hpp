// What all pages are made of: headers, sections, tables, texts that unfold. Text that is escaped
// here may be of unknown origin; what is HTML is said to be.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/result_table.hpp"

namespace skald {

// Returns the head of a page: its title, the line below, and `rest`, which is HTML.
std::string html_header(std::string_view title, std::string_view below, std::string_view rest = "");

// Returns a section; `contents` is HTML.
std::string html_section(std::string_view id, std::string_view heading, std::string_view contents);

// Returns a text on several lines that is shown once its summary is chosen, or at once.
std::string html_fold(std::string_view summary, std::string_view text, bool is_open = false);

struct ColumnHead {
  std::string_view title;
  bool is_number = false;
};
std::string html_heads(const std::vector<ColumnHead>& heads);

// Returns a table in a frame that scrolls by itself. `heads` and `rows` are HTML: cells of the
// head, and whole rows; `attributes` (" id=...") are the table's.
std::string html_table(std::string_view label, std::string_view caption, std::string_view heads,
                       std::string_view rows, std::string_view attributes = "");
// The same for the values of a table. The caption is the label, too.
std::string html_table(std::string_view caption, const record::ResultTable& table);

}  // namespace skald
