// The files of this folder that pages consist of, as they were when this executable was built.
#pragma once

#include <string_view>

namespace skald::page_parts {

extern const std::string_view page_html;  // page.html: the page around its contents
extern const std::string_view page_css;   // page.css
extern const std::string_view vega_js;    // Vega, as vega_modules.cmake puts it together
extern const std::string_view charts_js;  // charts.js: charts as Vega's specifications
extern const std::string_view page_js;    // page.js: what the page does when it is used
extern const std::string_view live_html;  // live.html: a page that a server keeps up to date
extern const std::string_view live_js;    // live.js: asks the server for news
extern const std::string_view licences;   // licences.txt: of Vega and its parts

}  // namespace skald::page_parts
