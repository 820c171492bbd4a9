// The frame of a page: head, style and scripts.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Returns a self-contained page, which includes its style and scripts. `title` is plain text,
// `body` HTML, `data` JSON for a script element. With `renewal` above 0, the page loads itself
// again after that many seconds, for a file that is rewritten, and keeps the reader's choices.
std::string whole_page(std::string_view title, std::string_view body, std::string_view data,
                       int renewal = 0);

}  // namespace skald
