// What surrounds the contents of a page: head, style, scripts.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// A page that needs nothing else: its style and scripts are part of it. `title` is plain text,
// `body` HTML, `data` JSON for a script element.
std::string whole_page(std::string_view title, std::string_view body, std::string_view data);

// The same page for a server, which also answers for "/page.css", "/vega.js", "/charts.js",
// "/page.js" and "/live.js"; see page_file(). The last of them asks `feed`, an address, for news:
// 304 as long as the ETag `version` holds, else an object of JSON with `version`, `title`,
// `progress` (HTML within the element of that id) and `contents`; where the latter is another than
// that of `have` in the question, with `body` and `data`, too.
struct LivePage {
  std::string_view title;       // plain text
  std::string_view body, data;  // as above
  std::string_view feed, version, contents;
  bool has_charts = true;
};
std::string live_page(const LivePage& page);

// The Content-Security-Policy of live pages: scripts, style and news from the server itself, and
// nothing else.
std::string_view live_policy();

// The content of such a file, empty if there is no such file; `name` without "/".
std::string_view page_file(std::string_view name);

// The licences of what draws the charts, at the end of a page that has charts.
std::string licences_footer();

}  // namespace skald
