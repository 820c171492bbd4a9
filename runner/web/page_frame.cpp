#include "web/page_frame.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <utility>

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
      "default-src 'none'; script-src {} {} {}; style-src {}; img-src data:; base-uri 'none'; "
      "form-action 'none'",
      content_hash(page_parts::vega_js), content_hash(page_parts::charts_js),
      content_hash(page_parts::page_js), content_hash(page_parts::page_css));
}

std::string page_title(std::string_view title) { return html_line(title) + " - Skald"; }

}  // namespace

std::string whole_page(std::string_view title, std::string_view body, std::string_view data) {
  return filled(page_parts::page_html, {{"policy", whole_policy()},
                                        {"title", page_title(title)},
                                        {"style", std::string(page_parts::page_css)},
                                        {"body", std::string(body)},
                                        {"data", std::string(data)},
                                        {"vega", std::string(page_parts::vega_js)},
                                        {"charts", std::string(page_parts::charts_js)},
                                        {"page", std::string(page_parts::page_js)}});
}

std::string live_page(const LivePage& page) {
  constexpr std::string_view chart_scripts =
      "<script src=\"/vega.js\" defer></script>\n<script src=\"/charts.js\" defer></script>\n";
  return filled(page_parts::live_html,
                {{"title", page_title(page.title)},
                 {"body", std::string(page.body)},
                 {"data", std::string(page.data)},
                 {"feed", html_line(page.feed)},
                 {"version", html_line(page.version)},
                 {"contents", html_line(page.contents)},
                 {"charts", std::string(page.has_charts ? chart_scripts : "")}});
}

std::string_view live_policy() {
  return "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src "
         "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

std::string_view page_file(std::string_view name) {
  const std::array<std::pair<std::string_view, std::string_view>, 5> files{{
      {"page.css", page_parts::page_css},
      {"vega.js", page_parts::vega_js},
      {"charts.js", page_parts::charts_js},
      {"page.js", page_parts::page_js},
      {"live.js", page_parts::live_js},
  }};
  for (const auto& [known, content] : files) {
    if (known == name) return content;
  }
  return {};
}

std::string licences_footer() {
  return "<footer><details><summary>Licences of what draws the charts</summary><pre "
         "tabindex=\"0\">" +
         html_text(page_parts::licences) + "</pre></details></footer>";
}

}  // namespace skald
