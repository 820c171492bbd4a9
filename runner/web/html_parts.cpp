#include "web/html_parts.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <variant>

#include "report/format_table.hpp"
#include "web/html_text.hpp"

namespace skald {

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

}  // namespace skald
