#include "web/page_frame.hpp"

#include <fmt/format.h>

#include <map>

#include "web/html_text.hpp"
#include "web/page_parts.hpp"

namespace skald {
namespace {

// Returns the page with each {{mark}} replaced by its text. Marks inside these texts are not
// replaced.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& texts) {
  std::string out;
  for (;;) {
    const std::size_t begin = page.find("{{"), end = page.find("}}");
    out += page.substr(0, begin);
    if (begin == std::string_view::npos) return out;
    out += texts.at(page.substr(begin + 2, end - begin - 2));
    page.remove_prefix(end + 2);
  }
}

// Allows these scripts and this style, and nothing else: no requests, no evaluation of text.
std::string whole_policy() {
  return fmt::format(
      "default-src 'none'; script-src {} {}; style-src {}; img-src data:; base-uri 'none'; "
      "form-action 'none'",
      content_hash(page_parts::charts_js), content_hash(page_parts::page_js),
      content_hash(page_parts::page_css));
}

std::string renewal_html(int seconds) {
  if (seconds == 0) return "";
  return fmt::format(
      "<meta name=\"renewal\" content=\"{0}\">\n"
      "<noscript><meta http-equiv=\"refresh\" content=\"{0}\"></noscript>\n",
      seconds);
}

}  // namespace

std::string whole_page(std::string_view title, std::string_view body, std::string_view data,
                       int renewal) {
  return filled(page_parts::page_html, {{"policy", whole_policy()},
                                        {"renewal", renewal_html(renewal)},
                                        {"title", html_line(title) + " - Skald"},
                                        {"style", std::string(page_parts::page_css)},
                                        {"body", std::string(body)},
                                        {"data", std::string(data)},
                                        {"charts", std::string(page_parts::charts_js)},
                                        {"page", std::string(page_parts::page_js)}});
}

}  // namespace skald
