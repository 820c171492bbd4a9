#include "web/html_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <variant>

#include "report/table_writer.hpp"
#include "text/printable.hpp"
#include "text/sha256.hpp"
#include "text/utf8.hpp"

namespace skald {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  constexpr std::string_view special = "&<>\"'";
  constexpr std::array<std::string_view, 5> entities{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  for (const char c : text) {
    const std::size_t place = special.find(c);
    place == std::string_view::npos ? out.push_back(c) : void(out.append(entities[place]));
  }
  return out;
}

void add_escape(std::string& out, char32_t code) {
  if (code < 0x10000) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(code));
    return;
  }
  const auto beyond = static_cast<std::uint32_t>(code - 0x10000);
  fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xd800 + (beyond >> 10),
                 0xdc00 + (beyond & 0x3ff));
}

bool is_plain(char32_t code) {
  return code >= 0x20 && code < 0x7f && code != '"' && code != '\\' && code != '<' && code != '>' &&
         code != '&';
}

unsigned digit_value(char digit) {
  return static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

// Returns the bytes given in hexadecimal, in base 64 (RFC 4648).
std::string base64_of_hexadecimal(std::string_view hexadecimal) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char digit : hexadecimal) {
    bits = bits << 4 | digit_value(digit);
    count += 4;
    if (count < 6) continue;
    count -= 6;
    out += alphabet[bits >> count & 63];
  }
  if (count > 0) out += alphabet[bits << (6 - count) & 63];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

}  // namespace

std::string html_text(std::string_view text) { return escaped(text::printable(text)); }

std::string html_line(std::string_view text) { return escaped(text::printable_line(text)); }

std::string cut_text(const std::string& text, std::size_t most) {
  const std::string_view part = text::utf8_prefix(text, most);
  return part.size() == text.size() ? text : std::string(part) + " ...";
}

std::string script_json(std::string_view text) {
  std::string out = "\"";
  const std::string valid = text::valid_utf8(text);
  for (std::string_view rest = valid; !rest.empty();) {
    const text::Utf8Character character = text::first_character(rest);
    const std::string_view bytes = rest.substr(0, character.bytes);
    rest.remove_prefix(character.bytes);
    const bool is_shown = character.code >= 0x80 && text::is_printable(bytes);
    if (is_plain(character.code) || is_shown) {
      out += bytes;
    } else {
      add_escape(out, character.code);
    }
  }
  return out + '"';
}

std::string content_hash(std::string_view bytes) {
  return "'sha256-" + base64_of_hexadecimal(text::sha256(bytes)) + "'";
}

std::string html_header(std::string_view title, std::string_view below, std::string_view rest) {
  return fmt::format(
      "<header><a class=\"skip\" href=\"#main\">To the contents</a><h1>{}</h1>\n"
      "<p class=\"muted\">{}</p>{}</header>\n",
      html_line(title), html_line(below), rest);
}

std::string html_section(std::string_view id, std::string_view heading, std::string_view contents) {
  return fmt::format("<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n{2}</section>\n",
                     id, heading, contents);
}

std::string html_fold(std::string_view summary, std::string_view text, bool is_open) {
  return fmt::format("<details{}><summary>{}</summary><pre tabindex=\"0\">{}</pre></details>\n",
                     is_open ? " open" : "", html_line(summary), html_text(text));
}

std::string html_heads(const std::vector<ColumnHead>& heads) {
  std::string html;
  for (const auto& [title, is_number] : heads) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>", is_number ? " class=\"number\"" : "",
                        html_line(title));
  }
  return html;
}

std::string html_table(std::string_view label, std::string_view caption, std::string_view heads,
                       std::string_view rows, std::string_view attributes) {
  return fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table{}>"
      "<caption>{}</caption><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>\n",
      html_line(label), attributes, html_line(caption), heads, rows);
}

std::string html_table(std::string_view caption, const record::ResultTable& table) {
  std::vector<ColumnHead> heads;
  for (const std::string& column : table.columns) heads.push_back({column, false});
  std::string rows;
  for (const auto& row : table.rows) {
    rows += "<tr>";
    for (const record::SqlValue& cell : row) {
      constexpr std::size_t longest_code = 70;
      const std::string text = report::format_value(cell);
      const bool is_number = std::holds_alternative<std::int64_t>(cell);
      const std::string_view kind = is_number                    ? "number"
                                    : text.size() > longest_code ? "words"
                                                                 : "code";
      rows += fmt::format("<td class=\"{}\">{}</td>", kind, html_line(text));
    }
    rows += "</tr>\n";
  }
  return html_table(caption, caption, html_heads(heads), rows);
}

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
