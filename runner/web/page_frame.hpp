// The frame of a page: head, style and scripts.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Returns a self-contained page, which includes its style and scripts. `title` is plain text,
// `body` HTML, `data` JSON for a script element.
std::string whole_page(std::string_view title, std::string_view body, std::string_view data);

// The same page for a server, which must also serve "/page.css", "/vega.js", "/charts.js",
// "/page.js" and "/live.js"; see page_file(). live.js polls the address `feed`. The response is 304
// as long as the ETag `version` is current, otherwise a JSON object with `version`, `title`,
// `progress` (HTML of the element #progress) and `contents`. If `contents` differs from the
// parameter `have` of the request, the object also has `body` and `data`.
struct LivePage {
  std::string_view title;       // plain text
  std::string_view body, data;  // as above
  std::string_view feed, version, contents;
  bool has_charts = true;
};
std::string live_page(const LivePage& page);

// Returns the Content-Security-Policy of live pages: only scripts, style and requests to
// the server itself.
std::string_view live_policy();

// Returns the content of one of these files, `name` without "/"; empty if there is no such file.
std::string_view page_file(std::string_view name);

// Returns the licences of the libraries that draw charts, for the end of a page with charts.
std::string licences_footer();

}  // namespace skald
