// HTML: text of unknown origin, tables, the frame of a page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "record/study_runs.hpp"

namespace skald {

// Returns the text escaped for an element or a quoted attribute. Characters that would be invisible
// are written out (text::printable).
std::string html_text(std::string_view text);
// Same, on one line.
std::string html_line(std::string_view text);
// Returns the text, cut to its first `most` bytes and marked so if it is longer.
std::string cut_text(const std::string& text, std::size_t most);

// Returns the text as a JSON string for a script element, exactly, except that invalid UTF-8
// becomes U+FFFD. It can neither end the element nor begin a comment. Characters other than
// printable ASCII are escaped if they could be misread or hidden.
std::string script_json(std::string_view text);

// Returns the source expression of a Content-Security-Policy that allows only this inline script
// or style: "'sha256-...'".
std::string content_hash(std::string_view bytes);

// What all pages are made of: headers, sections, tables, texts that unfold. Text that is escaped
// here may be of unknown origin; what is HTML is said to be.

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

// The frame of a page: head, style and scripts.

// Returns a self-contained page, which includes its style and scripts. `title` is plain text,
// `body` HTML, `data` JSON for a script element. With `renewal` above 0, the page loads itself
// again after that many seconds, for a file that is rewritten, and keeps the reader's choices.
std::string whole_page(std::string_view title, std::string_view body, std::string_view data,
                       int renewal = 0);

}  // namespace skald

namespace skald::page_parts {

// The files of this folder that pages consist of, as embedded when the executable was built.

extern const std::string_view page_html;  // page.html: the frame of a page
extern const std::string_view page_css;   // page.css
extern const std::string_view charts_js;  // charts.js: what pictures of charts can do
extern const std::string_view page_js;    // page.js: the behaviour of a page

}  // namespace skald::page_parts
