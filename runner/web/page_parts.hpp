// The files of this folder that pages consist of, as embedded when the executable was built.
#pragma once

#include <string_view>

namespace skald::page_parts {

extern const std::string_view page_html;  // page.html: the frame of a page
extern const std::string_view page_css;   // page.css
extern const std::string_view charts_js;  // charts.js: what pictures of charts can do
extern const std::string_view page_js;    // page.js: the behaviour of a page

}  // namespace skald::page_parts
