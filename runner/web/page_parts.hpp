// The files of this folder that pages consist of, as embedded when the executable was built.
#pragma once

#include <string_view>

namespace skald::page_parts {

extern const std::string_view page_html;  // page.html: the frame of a page
extern const std::string_view page_css;   // page.css
extern const std::string_view vega_js;    // Vega, as assembled by vega_modules.cmake
extern const std::string_view charts_js;  // charts.js: Vega specifications of charts
extern const std::string_view page_js;    // page.js: the behaviour of a page
extern const std::string_view licences;   // licences.txt: of Vega and its parts

}  // namespace skald::page_parts
